from __future__ import annotations

from rulewright import always
from tests.bad.game import Table, book


@always()
def low(table: Table) -> bool:
    return True


@always()
def low(table: Table) -> bool:
    return table.over


BOOK = book()
