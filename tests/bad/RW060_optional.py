from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return table.hand > 2


BOOK = called(finished)
