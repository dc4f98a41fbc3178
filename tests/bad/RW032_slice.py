from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return len(table.cards[:: table.turn]) == 3


BOOK = called(finished)
