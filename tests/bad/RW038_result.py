from __future__ import annotations

from tests.bad.game import Table, called


def finished(table: Table):
    return table.over


BOOK = called(finished)
