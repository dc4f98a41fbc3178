from __future__ import annotations

from rulewright import may
from tests.bad.game import Table, Take, book


@may("T-1")
def take(move: Take, table: Table) -> bool:
    return True


BOOK = book(take)
