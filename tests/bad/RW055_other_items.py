from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import Move, drawn_from
from tests.bad.game import Mark, Table, book


@dataclass(frozen=True)
class Turn(Move, by="turn"):
    shows: Annotated[Mark | None, drawn_from("pool")]


def step(table: Table, move: Turn) -> Table:
    return table


BOOK = book(moves=(Turn,), step=step)
