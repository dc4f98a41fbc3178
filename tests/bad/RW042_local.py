from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    limit: Limit = 3
    return table.turn < limit


BOOK = called(finished)
