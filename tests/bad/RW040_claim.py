from __future__ import annotations

from rulewright import always
from tests.bad.game import Table, book


@always()
def nobody_has(table: Table, number: int) -> bool:
    return number not in table.cards


BOOK = book()
