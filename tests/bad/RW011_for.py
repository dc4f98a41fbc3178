from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    total = 0
    for card in table.cards:
        total = total + card
    return total > 3


BOOK = called(finished)
