from __future__ import annotations

from tests.bad.game import Table, called


def finished(table: Table) -> bool:
    if table.turn == 0:
        if table.over:
            return True
    if table.turn == 1:
        if table.over:
            return True
    if table.turn == 2:
        if table.over:
            return True
    if table.turn == 3:
        if table.over:
            return True
    if table.turn == 4:
        if table.over:
            return True
    if table.turn == 5:
        if table.over:
            return True
    if table.turn == 6:
        if table.over:
            return True
    if table.turn == 7:
        if table.over:
            return True
    if table.turn == 8:
        if table.over:
            return True
    if table.turn == 9:
        if table.over:
            return True
    if table.turn == 10:
        if table.over:
            return True
    if table.turn == 11:
        if table.over:
            return True
    if table.turn == 12:
        if table.over:
            return True
    if table.turn == 13:
        if table.over:
            return True
    if table.turn == 14:
        if table.over:
            return True
    return False


BOOK = called(finished)
