from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return table.turn in {card for card in table.cards}


BOOK = called(finished)
