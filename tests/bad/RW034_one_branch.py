from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    if table.over:
        last = table.turn
    return last == 0


BOOK = called(finished)
