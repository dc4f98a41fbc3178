from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    total = table.cards[0]
    total += table.cards[1]
    return total == 3


BOOK = called(finished)
