"""Lighter questions: a sum that is known before a move is taken off the same sum after it.

Where `a = b` is a fact, a goal `a' = b'` says the same as `(a' - b') - (a - b) = 0`, and all that
the move leaves unchanged cancels. A goal put so seldom needs the long sums among the facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias, assert_never

from rulewright.backends.smt import Algebra, Bool
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
    Num,
    Or,
)

from .prove_cofactor import Assumed, Cofactors

# A sum of more parts than this is left out of the facts at first.
LONG = 24

# For sums that are known to be 0, those in which an atom stands; kept from case to case.
Indices: TypeAlias = dict[tuple[Linear, ...], dict[Atom, list[Linear]]]


def conjuncts(formulas: Iterable[Bool]) -> list[Bool]:
    """The formulas, with each `and` taken apart."""
    found: list[Bool] = []
    for formula in formulas:
        if formula is True:
            continue
        found += conjuncts(formula.parts) if isinstance(formula, And) else [formula]
    return found


class Lightener:
    """Facts, and goals put with the help of them."""

    def __init__(self, algebra: Algebra, facts: Iterable[Bool], kept: Indices) -> None:
        self.algebra = algebra
        self.facts = conjuncts(facts)
        self.known = set(self.facts)
        self.light = [fact for fact in self.facts if not _long(fact)]
        sums = tuple(fact.form for fact in self.facts if isinstance(fact, IsZero))
        if sums not in kept:
            kept[sums] = _by_atom(sums)
        self._by_atom = kept[sums]
        self._cofactors = Cofactors(algebra)

    def shortened(self, goal: Bool) -> Bool:
        """A formula that holds just where the goal does, given the facts: sums taken off."""
        parts: list[Bool] = []
        for part in conjuncts((goal,)):
            if isinstance(part, Or) and part not in self.known:
                # The part holds unless all its alternatives fail, and then more may be known.
                helper = self._where_these_fail(part.parts)
                parts.append(helper._each(part, helper._shorter, {}))
            else:
                parts.append(self._each(part, self._shorter, {}))
        return self.algebra.all_of(parts)

    def _where_these_fail(self, alternatives: tuple[Formula, ...]) -> Lightener:
        """The facts where some short formulas fail as well; itself where no sum is known more."""
        assumed = Assumed(self.algebra)
        for formula in alternatives:
            if not isinstance(formula, IsZero | AtMostZero):
                assumed.so(formula, False)
        more = [
            fact
            for depends in self.facts
            if isinstance(depends, Or)
            for fact in conjuncts((assumed.formula(depends),))
            if isinstance(fact, IsZero) and fact not in self.known
        ]
        return Lightener(self.algebra, (*self.facts, *more), {}) if more else self

    def apart(self, goal: Bool) -> Bool:
        """A formula that holds just where the goal does: sums taken apart by tests."""
        return self._each(goal, None, {})

    def _each(
        self, formula: Bool, shorter: Callable[[Linear], Num] | None, done: dict[Formula, Bool]
    ) -> Bool:
        """A formula with each of its comparisons changed."""
        if isinstance(formula, bool):
            return formula
        if formula not in done:
            known = formula in self.known
            done[formula] = known or self._changed(formula, shorter, done)
        return done[formula]

    def _changed(
        self, formula: Formula, shorter: Callable[[Linear], Num] | None, done: dict[Formula, Bool]
    ) -> Bool:
        algebra = self.algebra
        match formula:
            case IsZero(form=form):
                if shorter is not None:
                    return algebra.zero(shorter(form))
                return self._cofactors.by_tests(form, algebra.zero)
            case AtMostZero(form=form):
                if shorter is not None:
                    return algebra.not_above(shorter(form))
                return self._cofactors.by_tests(form, algebra.not_above)
            case Not(part=part):
                return algebra.negation(self._each(part, shorter, done))
            case And(parts=parts):
                return algebra.all_of([self._each(part, shorter, done) for part in parts])
            case Or(parts=parts):
                return algebra.any_of([self._each(part, shorter, done) for part in parts])
            case Either(test=test, then=then, other=other):
                sides = (self._each(then, shorter, done), self._each(other, shorter, done))
                return algebra.either(self._each(test, shorter, done), *sides)
            case Among():
                return formula
            case _:
                assert_never(formula)

    def _shorter(self, form: Linear) -> Num:
        """The form less a sum that is known to be 0, where that is shorter."""
        shared: Counter[Linear] = Counter()
        for atom in form.parts:
            shared.update(self._by_atom.get(atom, ()))
        best: Num = form
        for known, _ in shared.most_common(1):
            for sign in (-1, 1):
                less = self.algebra.plus(form, self.algebra.scaled(known, sign))
                if _parts(less) < _parts(best):
                    best = less
        return best


def _by_atom(sums: tuple[Linear, ...]) -> dict[Atom, list[Linear]]:
    found: dict[Atom, list[Linear]] = {}
    for form in sums:
        for atom in form.parts:
            found.setdefault(atom, []).append(form)
    return found


def _long(fact: Bool) -> bool:
    return isinstance(fact, (IsZero, AtMostZero)) and len(fact.form.parts) > LONG


def _parts(number: Num) -> int:
    return len(number.parts) if isinstance(number, Linear) else 0
