from __future__ import annotations

from tests.bad.game import Table, called


def mine(table: Table) -> bool:
    return not yours(table)


def yours(table: Table) -> bool:
    return not mine(table)


BOOK = called(mine)
