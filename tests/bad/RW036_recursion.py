from __future__ import annotations

from tests.bad.game import Mark, Table, called

def factorial(n: int) -> int:
    return 1 if n == 0 else n * factorial(n - 1)


def finished(table: Table) -> bool:
    return factorial(table.turn) > 5


BOOK = called(finished)
