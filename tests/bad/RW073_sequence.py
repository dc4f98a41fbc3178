from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    match table.cards:
        case (0, *rest):
            return True
        case _:
            return False


BOOK = called(finished)
