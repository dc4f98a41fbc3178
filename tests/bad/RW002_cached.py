from __future__ import annotations

from functools import cache

from tests.bad.game import Table, called


@cache
def finished(table: Table) -> bool:
    return table.over


BOOK = called(finished)
