from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    cards = table.cards
    cards.append(3)
    return True


BOOK = called(finished)
