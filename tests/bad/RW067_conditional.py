from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    shown = table.over if table.turn == 0 else table.turn
    return shown == 1


BOOK = called(finished)
