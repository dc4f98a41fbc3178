from __future__ import annotations

from dataclasses import dataclass

from tests.bad.game import Table, called


@dataclass(frozen=True)
class Pair:
    low: int
    high: int

    def __post_init__(self) -> None:
        print(self.low)


def about(part: Pair) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
