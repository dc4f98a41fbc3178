from __future__ import annotations

from tests.bad.game import Table, called


def ending_at(turn: int):
    def finished(table: Table) -> bool:
        return table.turn == turn

    return finished


BOOK = called(ending_at(1))
