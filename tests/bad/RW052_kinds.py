from __future__ import annotations

from rulewright import counts_as, may
from tests.bad.game import Table, Take, book


@counts_as("T-1")
def worth(table: Table) -> int:
    return 1


@may("T-2", instead_of="worth")
def take(table: Table, move: Take) -> bool:
    return True


BOOK = book(worth, take)
