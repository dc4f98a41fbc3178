from __future__ import annotations

from rulewright import Bag
from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return Bag({card + 1: 1 for card in table.cards}) == table.pool


BOOK = called(finished)
