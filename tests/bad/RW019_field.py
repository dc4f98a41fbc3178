from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    table.over = True
    return True


BOOK = called(finished)
