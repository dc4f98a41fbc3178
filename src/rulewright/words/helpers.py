"""Small functions that rules may call; each is an operator of the rule language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from .duties import NotDefined, NotExactlyOne

T = TypeVar("T")


def the(items: Iterable[T]) -> T:
    """The one item there is: "the player who …", "the previous Output".

    `the(seat for seat in range(players) if sums[seat] == highest)` raises NotExactlyOne where no
    item or more than one is there: the sentence then speaks of something that is not the case.
    """
    found = list(items)
    if len(found) != 1:
        raise NotExactlyOne(f"`the` asks for exactly one and there are {len(found)}")
    return found[0]


def implies(premise: bool, conclusion: bool) -> bool:
    """False only where the premise holds and the conclusion does not.

    Both sides are worked out first. A claim whose premise never holds is reported as vacuous.
    """
    return not premise or conclusion


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at this index, counted from 0; NotDefined outside it."""
    if not 0 <= at < len(items):
        raise NotDefined(f"there is no place {at} among {len(items)}")
    return (*items[:at], item, *items[at + 1 :])
