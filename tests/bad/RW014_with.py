from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    with open("log.txt") as log:
        return table.over


BOOK = called(finished)
