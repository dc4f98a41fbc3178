from __future__ import annotations

from rulewright import always
from tests.bad.game import Table, book


@always(scopes=("tinny",))
def low(table: Table) -> bool:
    return table.turn < 2


BOOK = book()
