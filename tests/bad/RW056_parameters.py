from __future__ import annotations

from rulewright import may
from tests.bad.game import Box, Table, Take, book


@may("T-1")
def take(box: Box, table: Table, move: Take) -> bool:
    return table.turn < box.players


BOOK = book(take)
