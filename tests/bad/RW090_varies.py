from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import unordered, up_to
from tests.bad.game import Box, Card, Seat, Take, book


@dataclass(frozen=True)
class Table:
    box: Box
    cards: Annotated[tuple[Card, ...], up_to(4), unordered(2)]
    turn: Seat
    over: bool


def start(box: Box) -> Table:
    return Table(box, (), 0, False)


def step(table: Table, move: Take) -> Table:
    return table


def over(table: Table) -> bool:
    return table.over


BOOK = book(state=Table, moves=(Take,), start=start, step=step, over=over)
