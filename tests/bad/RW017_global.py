from __future__ import annotations

from tests.bad.game import Mark, Table, called

ROUNDS = 0


def finished(table: Table) -> bool:
    global ROUNDS
    return ROUNDS == 3


BOOK = called(finished)
