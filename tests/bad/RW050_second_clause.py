from __future__ import annotations

from rulewright import may, must
from tests.bad.game import Table, Take, Tie, book


@may("T-01", under=Tie.YOUNGEST)
@must("SETUP", under=Tie.OLDEST)
def take(table: Table, move: Take) -> bool:
    return True


BOOK = book(take)
