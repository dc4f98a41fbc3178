from __future__ import annotations

from rulewright import always
from tests.bad.game import Level, Table, book


@always(unless=(Level.LOW,))
def low(table: Table) -> bool:
    return table.turn < 2


BOOK = book()
