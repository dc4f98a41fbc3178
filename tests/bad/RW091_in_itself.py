from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import between, length, place_in, unordered
from tests.bad.game import Box, Card, Seat, Take, book


@dataclass(frozen=True)
class Table:
    box: Box
    grids: Annotated[
        tuple[Annotated[tuple[Card, ...], length(2), unordered()], ...], length(2)
    ]
    at: Annotated[int, between(0, 1), place_in("grids[at]")]
    turn: Seat
    over: bool


def start(box: Box) -> Table:
    return Table(box, ((0, 1), (0, 1)), 0, 0, False)


def step(table: Table, move: Take) -> Table:
    return table


def over(table: Table) -> bool:
    return table.over


BOOK = book(state=Table, moves=(Take,), start=start, step=step, over=over)
