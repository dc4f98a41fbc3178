from __future__ import annotations

from tests.bad.game import Mark, Table, called

def 牌牌(turn: int) -> int:
    return turn


def finished(table: Table) -> bool:
    return table.turn == 0 or 牌牌(table.turn) > 0.5


BOOK = called(finished)
