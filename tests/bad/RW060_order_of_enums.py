from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return Mark.DOWN < table.mark < Mark.GONE


BOOK = called(finished)
