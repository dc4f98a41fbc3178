from __future__ import annotations

from tests.bad.game import Table, book


def wins(table: Table, seat: int) -> bool:
    return table.turn == seat


BOOK = book(wins=wins)
