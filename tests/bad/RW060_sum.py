from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return sum(card for card in table.grid) > 3


BOOK = called(finished)
