from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    low = high = table.turn
    return low == high


BOOK = called(finished)
