from __future__ import annotations

from rulewright import SILENT, Silent, counts_as
from tests.bad.game import Table, book


@counts_as("T-1")
def worth(table: Table) -> int:
    return 0


@counts_as("T-2", instead_of=worth)
def worth_of_a_mark(table: Table) -> bool | Silent:
    return True if table.over else SILENT


BOOK = book(worth, worth_of_a_mark)
