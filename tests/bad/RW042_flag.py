from __future__ import annotations

from enum import Flag

from tests.bad.game import Table, called


class Colour(Flag):
    RED = 1
    BLUE = 2


def about(part: Colour) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
