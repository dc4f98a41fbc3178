from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    if table.over:
        return
    return True


BOOK = called(finished)
