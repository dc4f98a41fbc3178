from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    from math import gcd
    
    return gcd(table.turn, 2) == 2


BOOK = called(finished)
