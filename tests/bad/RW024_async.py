from __future__ import annotations

from tests.bad.game import Table, called


async def finished(table: Table) -> bool:
    return table.over


BOOK = called(finished)
