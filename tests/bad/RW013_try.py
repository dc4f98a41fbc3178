from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    try:
        return table.cards[7] == 0
    except IndexError:
        return False


BOOK = called(finished)
