from __future__ import annotations

from rulewright import always
from tests.bad.game import Table, book


@always("T-1")
def keep(table: Table, after: Table) -> bool:
    return table.turn == after.turn


BOOK = book(keep)
