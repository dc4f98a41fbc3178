from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    high = (card for card in table.cards if card > 1)
    return sum(high) > 3


BOOK = called(finished)
