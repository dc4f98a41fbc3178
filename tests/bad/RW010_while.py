from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    at = 0
    while table.cards[at] != 0:
        at += 1
    return at == 2


BOOK = called(finished)
