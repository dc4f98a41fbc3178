from __future__ import annotations

from rulewright import always
from tests.bad.game import Card, Table, book


@always("T-1")
def low(table: Table) -> bool:
    return table.turn < 2


@always("T-2", instead_of=low)
def lower(table: Table, card: Card) -> bool:
    return card < table.turn


BOOK = book(low, lower)
