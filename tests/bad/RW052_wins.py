from __future__ import annotations

from rulewright import counts_as
from tests.bad.game import Seat, Table, book


@counts_as("T-1")
def winner(table: Table, seat: Seat) -> bool:
    return table.turn == seat


BOOK = book(winner, wins="winer")
