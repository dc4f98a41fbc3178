from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    match table.hand:
        case int(card):
            return card == 0
        case None:
            return False


BOOK = called(finished)
