from __future__ import annotations

from tests.bad.game import Seat, Table, book


def scores(table: Table, seat: Seat) -> bool:
    return table.turn == seat


BOOK = book(scores=scores)
