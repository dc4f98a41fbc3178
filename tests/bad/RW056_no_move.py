from __future__ import annotations

from rulewright import may
from tests.bad.game import Table, book


@may("T-1")
def take(table: Table) -> bool:
    return True


BOOK = book(take)
