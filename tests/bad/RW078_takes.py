from __future__ import annotations

from tests.bad.game import Seat, Table, book


def wins(table: Table) -> Seat:
    return table.turn


BOOK = book(wins=wins)
