from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import Move, drawn_from
from tests.bad.game import Card, Draw, Table, Take, book


@dataclass(frozen=True)
class Turn(Move, by="turn"):
    shows: Annotated[Card, drawn_from("pool")] | None


def step(table: Table, move: Take | Draw | Turn) -> Table:
    return table


BOOK = book(moves=(Take, Draw, Turn), step=step)
