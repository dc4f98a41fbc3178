from __future__ import annotations

from tests.bad.game import Table, called


def about(part: Cadr) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
