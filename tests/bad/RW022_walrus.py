from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return (total := sum(table.cards)) > 3 and total < 9


BOOK = called(finished)
