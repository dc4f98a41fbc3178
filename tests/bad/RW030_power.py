from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return 2**table.turn == 4


BOOK = called(finished)
