from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import Move, between, length, place_in, unordered
from tests.bad.game import Box, Card, Seat, book


@dataclass(frozen=True)
class Table:
    box: Box
    cards: Annotated[tuple[Card, ...], length(3), unordered()]
    turn: Seat
    over: bool


@dataclass(frozen=True)
class Take(Move, by="turn"):
    at: Annotated[int, between(0, 2), place_in("cards + 1")]


def start(box: Box) -> Table:
    return Table(box, (0, 1, 2), 0, False)


def step(table: Table, move: Take) -> Table:
    return table


def over(table: Table) -> bool:
    return table.over


BOOK = book(state=Table, moves=(Take,), start=start, step=step, over=over)
