from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    match table.hand:
        case finished():
            return True
        case _:
            return False


BOOK = called(finished)
