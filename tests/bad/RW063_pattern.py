from __future__ import annotations

from tests.bad.game import Draw, Table, Take, book


def step(table: Table, move: Take | Draw) -> Table:
    match move:
        case Take(at, card):
            return table
        case Draw():
            return table


BOOK = book(step=step)
