from __future__ import annotations

from tests.bad.game import Table, called


def finished(table: Table) -> bool:
    return table.turn == table.box.rows


BOOK = called(finished)
