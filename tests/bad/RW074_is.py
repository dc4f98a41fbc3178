from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return table.cards is table.grid


BOOK = called(finished)
