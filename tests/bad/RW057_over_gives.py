from __future__ import annotations

from tests.bad.game import Table, book


def over(table: Table) -> int:
    return table.turn


BOOK = book(over=over)
