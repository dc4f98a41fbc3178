from __future__ import annotations

from rulewright import may
from tests.bad.game import Table, Take, book


@may("T-1")
def take(table: Table, move: Take) -> bool:
    return True


first = take


@may("T-2")
def take(table: Table, move: Take) -> bool:
    return table.over


BOOK = book(first, take)
