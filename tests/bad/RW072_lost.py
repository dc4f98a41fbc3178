from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    max(table.cards)
    return True


BOOK = called(finished)
