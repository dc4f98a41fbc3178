from __future__ import annotations

from tests.bad.game import Mark, Table, called

SEATS = [0, 1]


def finished(table: Table) -> bool:
    return table.turn in SEATS


BOOK = called(finished)
