from __future__ import annotations

from rulewright import Bag
from tests.bad.game import Table, called


def many(cards: Bag[int]) -> bool:
    return cards.total() > 3


def finished(table: Table) -> bool:
    return many(table.pool)


BOOK = called(finished)
