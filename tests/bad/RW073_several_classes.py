from __future__ import annotations

from dataclasses import dataclass

from tests.bad.game import Mark, Table, called


@dataclass(frozen=True)
class Ace:
    mark: Mark


@dataclass(frozen=True)
class Joker(Ace):
    doubled: bool


def worth(card: Ace | Joker) -> bool:
    match card:
        case Ace(Mark.DOWN):
            return True
        case _:
            return False


def finished(table: Table) -> bool:
    return worth(Ace(table.mark))


BOOK = called(finished)
