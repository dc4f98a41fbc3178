from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return (table.over, table.turn) == table.cards


BOOK = called(finished)
