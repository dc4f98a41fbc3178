from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(card == 2 for card in (c + 1 for c in table.cards))


BOOK = called(finished)
