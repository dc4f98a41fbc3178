from __future__ import annotations

from tests.bad.game import Draw, Table, Take, book


def step(table: Table, move: Take | Draw) -> Table:
    return table if move.at == 0 else table


BOOK = book(step=step)
