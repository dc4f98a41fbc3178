from __future__ import annotations

from rulewright import may
from tests.bad.game import Level, Table, Take, Tie, book


@may("T-1", under=Tie.OLDEST)
@may("T-2", under=Level.HIGH)
def take(table: Table, move: Take) -> bool:
    return True


BOOK = book(take)
