from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(pair == 0 for pair in enumerate(table.cards))


BOOK = called(finished)
