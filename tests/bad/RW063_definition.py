from __future__ import annotations

from rulewright import counts_as
from tests.bad.game import Mark, Table, book


@counts_as("T-1")
def worth(table: Table, card: int) -> int:
    return card


@counts_as("T-2", instead_of=worth)
def worth_of_a_mark(table: Table, card: Mark) -> int:
    return 0


BOOK = book(worth, worth_of_a_mark)
