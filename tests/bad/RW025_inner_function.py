from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    def high(card: int) -> bool:
        return card > 2
    
    return any(high(card) for card in table.cards)


BOOK = called(finished)
