from __future__ import annotations

from rulewright import may, must_not
from tests.bad.game import Table, Take, book


@may("T-1")
def take(table: Table, move: Take) -> bool:
    return True


@must_not("T-2", instead_of=take)
def leave(table: Table, move: Take) -> bool:
    return table.over


BOOK = book(leave)
