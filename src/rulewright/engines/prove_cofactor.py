"""Comparisons of sums, taken apart by the tests that their parts depend on.

Where a part of a sum depends on a test ("the column is complete"), the comparison is put once for
each answer. What a move takes from one place and adds to another then cancels without a solver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.backends.smt import Algebra, Bool, Leaf, Num
from rulewright.backends.smt.logic import small
from rulewright.backends.smt.terms import (
    Among,
    And,
    AtMostZero,
    Atom,
    Either,
    Formula,
    IsZero,
    Linear,
    Not,
    Or,
    Over,
    Pick,
    Times,
    Truth,
)

# A comparison is put for the answers of at most this many tests, one after the other.
DEPTH = 6
# A sum of more parts than this is left as it is.
WIDE = 64


class Cofactors:
    """Takes comparisons apart; what follows from a test is worked out once for all of them."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self._assumed: dict[tuple[Formula, bool], Assumed] = {}

    def by_tests(self, form: Num, compared: Callable[[Num], Bool], depth: int = DEPTH) -> Bool:
        """A comparison of a sum with 0, as a choice between comparisons of simpler sums."""
        test = _test(form) if isinstance(form, Linear) and len(form.parts) <= WIDE else None
        if test is None or depth == 0:
            return compared(form)
        sides = [
            self.by_tests(self._given(test, answer).number(form), compared, depth - 1)
            for answer in (True, False)
        ]
        return self.algebra.either(test, *sides)

    def _given(self, test: Formula, answer: bool) -> Assumed:
        key = (test, answer)
        if key not in self._assumed:
            self._assumed[key] = Assumed(self.algebra).so(test, answer)
        return self._assumed[key]


def _test(form: Linear) -> Formula | None:
    """A test on which a part of the sum depends."""
    for atom in form.parts:
        if isinstance(atom, Pick):
            return atom.test
    for atom in form.parts:
        if isinstance(atom, Truth):
            found = _inside(atom.formula)
            if found is not None:
                return found
    return None


def _inside(formula: Formula) -> Formula | None:
    """A test inside a formula that is more than a comparison of a few leaves."""
    match formula:
        case Either(test=test):
            return test
        case And(parts=parts) | Or(parts=parts):
            return next((part for part in parts if not isinstance(part, Among)), None)
        case Not(part=part):
            return _inside(part) or part
        case _:
            return None


@dataclass
class Assumed:
    """Terms as they are where some formulas are known to hold or to fail."""

    algebra: Algebra
    known: dict[Formula, bool] = field(default_factory=dict)
    masks: dict[Leaf, int] = field(default_factory=dict)
    done: dict[Formula | Atom, Bool | Num] = field(default_factory=dict)

    def so(self, formula: Bool, holds: bool) -> Assumed:
        """Know that a formula holds, or that it fails, and what follows at once."""
        match formula:
            case bool():
                return self
            case Among(leaf=leaf, mask=mask):
                full = (1 << small(leaf)) - 1
                self.masks[leaf] = self.masks.get(leaf, full) & (mask if holds else ~mask)
            case Not(part=part):
                self.so(part, not holds)
            case And(parts=parts) if holds:
                for part in parts:
                    self.so(part, True)
            case Or(parts=parts) if not holds:
                for part in parts:
                    self.so(part, False)
            case _:
                pass
        self.known[formula] = holds
        return self

    def formula(self, formula: Bool) -> Bool:
        """A formula, given what is known."""
        if isinstance(formula, bool):
            return formula
        if formula in self.known:
            return self.known[formula]
        found = self.done.get(formula)
        if found is None:
            found = self.done[formula] = self._formula(formula)
        assert not isinstance(found, Linear)
        return found  # type: ignore[return-value]

    def _formula(self, formula: Formula) -> Bool:
        algebra = self.algebra
        match formula:
            case Among(leaf=leaf, mask=mask):
                left = self.masks.get(leaf)
                if left is None or (left & mask and left & ~mask):
                    return formula
                return bool(left & mask)
            case Not(part=part):
                return algebra.negation(self.formula(part))
            case And(parts=parts):
                return algebra.all_of([self.formula(part) for part in parts])
            case Or(parts=parts):
                return algebra.any_of([self.formula(part) for part in parts])
            case Either(test=test, then=then, other=other):
                sides = self.formula(then), self.formula(other)
                return algebra.either(self.formula(test), *sides)
            case IsZero() | AtMostZero():
                return formula

    def number(self, number: Num) -> Num:
        """A number, given what is known."""
        if not isinstance(number, Linear):
            return number
        parts = [self.algebra.scaled(self._atom(a), times) for a, times in number.parts.items()]
        return self.algebra.total([number.const, *parts])

    def _atom(self, atom: Atom) -> Num:
        match atom:
            case Leaf():
                left = self.masks.get(atom, 0)
                if left.bit_count() == 1:
                    return (atom.low or 0) + left.bit_length() - 1
                return self.algebra.atom(atom)
            case Truth(formula=formula):
                return self.algebra.truth(self.formula(formula))
            case Pick(test=test, then=then, other=other):
                sides = self.number(then), self.number(other)
                return self.algebra.pick(self.formula(test), *sides)
            case Times() | Over():
                return self.algebra.atom(atom)
