"""What symbolic execution gives, and the two ways in which it stops."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

from .algebra import Algebra
from .logic import small
from .terms import Bool, Leaf
from .values import Value


@dataclass(frozen=True)
class Owed:
    """A duty, and where it fails."""

    fails: Bool
    kind: DutyKind
    reason: str
    place: Place | None


@dataclass(frozen=True)
class Outcome:
    """What a call gives, and the duties it meets; `dead` where it always fails one of them."""

    value: Value
    duties: tuple[Owed, ...]
    dead: bool = False

    def sound(self, algebra: Algebra) -> Bool:
        """No duty fails."""
        if self.dead:
            return False
        return algebra.all_of([algebra.negation(duty.fails) for duty in self.duties])


class Split(Exception):
    """An index depends on a leaf; the question is easier once that leaf is a known number."""

    def __init__(self, leaf: Leaf) -> None:
        self.leaf = leaf
        super().__init__(leaf.name)

    def values(self) -> range:
        """The values to try."""
        low = self.leaf.low or 0
        return range(low, low + small(self.leaf))


class Dead(Exception):
    """What is being worked out always fails a duty, or is never worked out at all."""
