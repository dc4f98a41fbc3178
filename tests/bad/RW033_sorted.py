from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return sorted(table.cards) == table.cards


BOOK = called(finished)
