from __future__ import annotations

from rulewright import Bag
from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    empty = Bag()
    return empty == table.pool


BOOK = called(finished)
