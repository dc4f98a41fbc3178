from __future__ import annotations

from rulewright import may
from tests.bad.game import Card, Table, Take, book


@may("T-1")
def take(table: Table, move: Take, card: Card) -> bool:
    return True


BOOK = book(take)
