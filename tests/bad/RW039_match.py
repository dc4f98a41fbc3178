from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    match table.hand:
        case 0:
            return True
        case 1:
            return False


BOOK = called(finished)
