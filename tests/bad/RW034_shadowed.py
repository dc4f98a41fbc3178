from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    sum = table.turn
    return sum(table.cards) == 3


BOOK = called(finished)
