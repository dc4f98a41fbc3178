from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    größe = sum(table.cards); höher = größe > 1.5
    return höher


BOOK = called(finished)
