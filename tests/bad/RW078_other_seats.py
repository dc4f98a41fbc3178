from __future__ import annotations

from tests.bad.game import Card, Table, book


def scores(table: Table, seat: Card) -> int:
    return table.cards[0] if seat == 0 else 0


BOOK = book(scores=scores)
