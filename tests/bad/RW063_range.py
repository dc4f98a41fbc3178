from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(at == 2 for at in range())


BOOK = called(finished)
