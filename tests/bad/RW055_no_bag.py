from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import Move, drawn_from
from tests.bad.game import Card, Table, book


@dataclass(frozen=True)
class Turn(Move, by="turn"):
    shows: Annotated[Card, drawn_from("cards")]


def step(table: Table, move: Turn) -> Table:
    return table


BOOK = book(moves=(Turn,), step=step)
