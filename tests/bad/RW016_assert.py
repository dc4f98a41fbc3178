from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    assert table.turn == 0
    return table.over


BOOK = called(finished)
