from __future__ import annotations

from rulewright import put
from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return put(table.pool, 1, 2) == table.pool


BOOK = called(finished)
