from __future__ import annotations

from dataclasses import dataclass

from rulewright import Bag
from tests.bad.game import Box, book


@dataclass(frozen=True)
class Pile:
    box: Box
    cards: Bag[bool]


def over(pile: Pile) -> bool:
    return True


BOOK = book(state=Pile, moves=(), over=over)
