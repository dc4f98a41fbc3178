from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return any(at == card for at, card in enumerate(table.cards, start=1))


BOOK = called(finished)
