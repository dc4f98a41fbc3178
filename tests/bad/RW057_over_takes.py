from __future__ import annotations

from tests.bad.game import Box, Table, book


def over(table: Table, box: Box) -> bool:
    return table.turn == box.players


BOOK = book(over=over)
