from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    if table.over:
        raise ValueError("the round has ended")
    return False


BOOK = called(finished)
