from __future__ import annotations

from rulewright import always
from tests.bad.game import Table, Take, book


@always("T-1")
def take(table: Table, move: Take) -> bool:
    return True


BOOK = book(take)
