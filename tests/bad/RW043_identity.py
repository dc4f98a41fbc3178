from __future__ import annotations

from dataclasses import dataclass

from tests.bad.game import Table, called


@dataclass(frozen=True, eq=False)
class Pair:
    low: int
    high: int


def about(part: Pair) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
