from __future__ import annotations

from tests.bad.game import Table, called


def finished(table: Table) -> bool:
    return len(frozenset(card + 1 for card in table.cards)) == 3


BOOK = called(finished)
