from __future__ import annotations

from rulewright import always
from tests.bad.game import Seat, Table, book


@always("T-1")
def wins(table: Table, seat: Seat) -> bool:
    return table.turn == seat


BOOK = book(wins, wins=wins)
