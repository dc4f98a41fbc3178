from __future__ import annotations

from tests.bad.game import Table, called


def high(card: int, least: int = 2) -> bool:
    return card >= least


def finished(table: Table) -> bool:
    return high(table.cards[0])


BOOK = called(finished)
