"""Terms for questions about the greatest and the least: small leaves are put one-hot.

A leaf is a sum of ones and zeros, one for each value, and so is each test of it that stands in a
sum. Bounds of sums then follow from linear programming at the root, without a case distinction:
the most that a grid can score is settled in hundredths of a second instead of minutes. For other
questions this is slower.
"""

from __future__ import annotations

from typing import Any

import z3

from .logic import small
from .solver import Emitter
from .terms import Among, Atom, Leaf, Pick, Truth

# Leaves with more values than this stay whole numbers.
MOST = 64


class SharpEmitter(Emitter):
    """Turns terms into z3 terms with one-hot leaves."""

    def __init__(self) -> None:
        super().__init__()
        self._ones: dict[Leaf, list[Any]] = {}

    def _is_split(self, leaf: Leaf) -> bool:
        return 2 < small(leaf) <= MOST

    def _each(self, leaf: Leaf) -> list[Any]:
        """For each value of a leaf a number that is 1 where the leaf has it, else 0."""
        if leaf not in self._ones:
            names = [f"{leaf.name}={at}" for at in range(small(leaf))]
            self._ones[leaf] = [z3.Int(name, self.context) for name in names]
        return self._ones[leaf]

    def leaf(self, leaf: Leaf) -> Any:
        """A leaf as the sum of its values, each times its one or zero."""
        if not self._is_split(leaf):
            return super().leaf(leaf)
        if leaf not in self.leaves:
            low = leaf.low or 0
            parts = [(low + at) * one for at, one in enumerate(self._each(leaf)) if low + at]
            self.leaves[leaf] = self._sum(parts)
        return self.leaves[leaf]

    def bounds(self, leaf: Leaf) -> list[Any]:
        """A leaf has exactly one of its values."""
        if not self._is_split(leaf):
            return super().bounds(leaf)
        ones = self._each(leaf)
        return [z3.Sum(ones) == 1, *(one >= 0 for one in ones), *(one <= 1 for one in ones)]

    def _among(self, leaf: Leaf, mask: int) -> Any:
        if not self._is_split(leaf):
            return super()._among(leaf, mask)
        inside = [one >= 1 for at, one in enumerate(self._each(leaf)) if mask >> at & 1]
        return inside[0] if len(inside) == 1 else z3.Or(inside)

    def _made(self, atom: Atom) -> Any:
        match atom:
            case Truth(formula=Among(leaf=leaf, mask=mask)) if self._is_split(leaf):
                return self._sum([one for at, one in enumerate(self._each(leaf)) if mask >> at & 1])
            case Truth(formula=formula):
                named = self._named(0, 1)
                self.definitions.append((named >= 1) == self.formula(formula))
                return named
            case Pick(test=test, then=then, other=other):
                named = self._named(atom.low, atom.high)
                holds = self.formula(test)
                self.definitions += [
                    z3.Implies(holds, named == self.number(then)),
                    z3.Implies(z3.Not(holds), named == self.number(other)),
                ]
                return named
            case _:
                return super()._made(atom)

    def _named(self, low: int | None, high: int | None) -> Any:
        """A number of its own, within bounds that hold before anything is decided."""
        named = z3.FreshInt("part", self.context)
        self.definitions += [named >= low] if low is not None else []
        self.definitions += [named <= high] if high is not None else []
        return named
