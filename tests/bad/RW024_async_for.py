from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(card == 0 async for card in table.cards)


BOOK = called(finished)
