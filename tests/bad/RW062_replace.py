from __future__ import annotations

from dataclasses import replace

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return replace(table.hand, at=1) == table.hand


BOOK = called(finished)
