from __future__ import annotations

from tests.bad.game import Table, Take, book


def step(table: Table, move: Take) -> Table:
    return table


BOOK = book(step=step)
