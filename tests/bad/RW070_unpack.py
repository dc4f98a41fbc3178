from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    first, second, third = table.cards
    return first == second


BOOK = called(finished)
