from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    nothing = tuple()
    return nothing == table.grid


BOOK = called(finished)
