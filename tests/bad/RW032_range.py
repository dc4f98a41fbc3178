from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(card == 0 for card in range(0, 9, table.turn))


BOOK = called(finished)
