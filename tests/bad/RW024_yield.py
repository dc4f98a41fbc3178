from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    yield table.over


BOOK = called(finished)
