from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return f"{table.turn}" == table.turn


BOOK = called(finished)
