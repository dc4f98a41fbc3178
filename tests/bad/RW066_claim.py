from __future__ import annotations

from rulewright import at_most
from tests.bad.game import Table, book


@at_most(3)
def hand(table: Table) -> bool:
    return table.hand is None


BOOK = book()
