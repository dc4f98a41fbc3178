from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(card == 0 for card in table.pool)


BOOK = called(finished)
