from __future__ import annotations

from typing import Annotated

from rulewright import between
from tests.bad.game import Table, book


def wins(table: Table, seat: Annotated[int, between(1, "players")]) -> bool:
    return table.turn == seat


BOOK = book(wins=wins)
