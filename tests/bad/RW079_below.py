from __future__ import annotations

from rulewright import may
from tests.bad.game import Draw, Table, Take, book


@may("T-1")
def take(table: Table, move: Take) -> bool:
    return True


BOOK = book(take)


@may("T-2")
def draw(table: Table, move: Draw) -> bool:
    return True
