from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return table.turn.bit_length() == 1


BOOK = called(finished)
