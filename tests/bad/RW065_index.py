from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return table.cards.index(2) == 0


BOOK = called(finished)
