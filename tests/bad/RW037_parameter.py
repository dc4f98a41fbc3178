from __future__ import annotations

from tests.bad.game import Table, called


def high(card) -> bool:
    return card > 2


def finished(table: Table) -> bool:
    return high(table.cards[0])


BOOK = called(finished)
