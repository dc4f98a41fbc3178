from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    if table.turn:
        return True
    return False


BOOK = called(finished)
