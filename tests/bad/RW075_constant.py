from __future__ import annotations

from dataclasses import dataclass

from tests.bad.game import Card, Table, called


@dataclass(frozen=True)
class Pair:
    low: Card
    high: Card


WIDEST = Pair(0, 12)


def finished(table: Table) -> bool:
    return Pair(table.turn, 3) == WIDEST


BOOK = called(finished)
