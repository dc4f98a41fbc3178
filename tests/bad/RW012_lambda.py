from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    double = lambda card: card * 2
    return double(table.turn) == 2


BOOK = called(finished)
