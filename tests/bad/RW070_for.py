from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(low == high for low, high in table.cards)


BOOK = called(finished)
