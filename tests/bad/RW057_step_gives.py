from __future__ import annotations

from tests.bad.game import Draw, Table, Take, book


def step(table: Table, move: Take | Draw) -> bool:
    return True


BOOK = book(step=step)
