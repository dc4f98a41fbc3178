from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import Move, length, must
from tests.bad.game import Card, Table, book


@dataclass(frozen=True)
class Arrange(Move, by="turn"):
    cards: Annotated[tuple[Card, ...], length(12)]


def step(table: Table, move: Arrange) -> Table:
    return table


@must("T-1")
def arrange(table: Table, move: Arrange) -> bool:
    return True


BOOK = book(arrange, moves=(Arrange,), step=step)
