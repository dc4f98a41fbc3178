from __future__ import annotations

from rulewright import counts_as
from tests.bad.game import Table, book


@counts_as("T-1")
def worth(table: Table) -> int:
    return 1 + worth(table)


BOOK = book(worth)
