from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return max(0, *table.cards) == 2


BOOK = called(finished)
