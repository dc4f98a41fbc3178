from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return print(table.turn) is None


BOOK = called(finished)
