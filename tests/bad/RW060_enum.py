from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return table.mark + 1 == 2


BOOK = called(finished)
