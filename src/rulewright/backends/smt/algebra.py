"""Whole numbers as linear forms, and comparisons of them, folded and shared as they are built."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import pairwise
from math import gcd

from .logic import SHORT, Logic, small
from .terms import (
    Among,
    Atom,
    Bool,
    Formula,
    IsZero,
    Leaf,
    Linear,
    Not,
    Num,
    Over,
    Pick,
    Times,
    Truth,
    span,
    value_at,
)


def _length(form: Linear) -> int:
    return len(form.parts)


class Unsupported(Exception):
    """A program that has no symbolic form here: str() says why."""


class Algebra(Logic):
    """Makes numbers and formulas; equal ones made by one Algebra are one object."""

    def __init__(self) -> None:
        super().__init__()
        self._same_numbers: dict[tuple[Linear, Num], Bool] = {}
        self._zero: dict[Linear, Bool] = {}
        self._below: dict[Linear, Bool] = {}

    def number(self, parts: dict[Atom, int], const: int) -> Num:
        """A sum of atoms and a constant."""
        if 0 in parts.values():
            parts = {atom: times for atom, times in parts.items() if times}
        return self._linear(parts, const) if parts else const

    def atom(self, atom: Atom) -> Linear:
        """An atom as a number."""
        return self._linear({atom: 1}, 0)

    def total(self, numbers: Iterable[Num]) -> Num:
        """The sum of several numbers."""
        forms: list[Linear] = []
        const = 0
        for number in numbers:
            if isinstance(number, Linear):
                const += number.const
                forms.append(number)
            else:
                const += number
        if not forms:
            return const
        forms.sort(key=_length, reverse=True)
        parts = forms[0].parts.copy()
        for form in forms[1:]:
            if parts.keys().isdisjoint(form.parts):
                parts.update(form.parts)
                continue
            for atom, times in form.parts.items():
                parts[atom] = parts.get(atom, 0) + times
        return self.number(parts, const)

    def plus(self, left: Num, right: Num) -> Num:
        """The sum."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        return self.total((left, right))

    def scaled(self, number: Num, times: int) -> Num:
        """A number a known number of times."""
        if isinstance(number, int):
            return number * times
        parts = {atom: count * times for atom, count in number.parts.items()}
        return self.number(parts, number.const * times)

    def minus(self, left: Num, right: Num) -> Num:
        """The difference."""
        if isinstance(left, int) and isinstance(right, int):
            return left - right
        return self.total((left, self.scaled(right, -1)))

    def truth(self, formula: Bool) -> Num:
        """1 where the formula holds, else 0; a formula and its opposite share one atom."""
        if isinstance(formula, bool):
            return int(formula)
        if isinstance(formula, Not):
            return self.minus(1, self.truth(formula.part))
        if isinstance(formula, Among) and small(formula.leaf) == 2:
            low = formula.leaf.low or 0
            up = self.number({formula.leaf: 1}, -low)
            return up if formula.mask == 2 else self.minus(1, up)
        found = self._made.get((Truth, formula))
        if found is None and formula.opposite is not None:
            other = self._made.get((Truth, formula.opposite))
            if other is not None:
                return self.minus(1, self.atom(other))
        if found is None:
            found = self._made[(Truth, formula)] = Truth(formula)
        assert isinstance(found, Truth)
        return self.atom(found)

    def by_value(self, leaf: Leaf, value: Callable[[int], int]) -> Num:
        """A number that a small leaf alone decides: what it is most often, and the differences."""
        least = leaf.low or 0
        values = [value(least + at) for at in range(small(leaf))]
        steps = {b - a for a, b in pairwise(values)}
        if len(steps) <= 1:
            slope = steps.pop() if steps else 0
            return self.number({leaf: slope}, values[0] - slope * least)
        masks: dict[int, int] = {}
        for at, number in enumerate(values):
            masks[number] = masks.get(number, 0) | 1 << at
        usual = max(masks, key=lambda number: masks[number].bit_count())
        return self.total(
            [
                usual,
                *(
                    self.scaled(self.truth(self.among(leaf, mask)), number - usual)
                    for number, mask in masks.items()
                    if number != usual
                ),
            ]
        )

    def pick(self, test: Bool, then: Num, other: Num) -> Num:
        """The first number where the test holds, else the second; what they share stays outside."""
        if isinstance(test, bool):
            return then if test else other
        if then is other or then == other:
            return then
        if isinstance(then, int) and isinstance(other, int):
            return self.plus(other, self.scaled(self.truth(test), then - other))
        if isinstance(test, Not):
            return self.pick(test.part, other, then)
        if isinstance(then, Linear) and isinstance(other, Linear):
            shared = {a: n for a, n in then.parts.items() if other.parts.get(a) == n}
            if shared:
                common = self.number(shared, 0)
                apart = self.pick(test, self.minus(then, common), self.minus(other, common))
                return self.plus(common, apart)
        lone = self._lone(test, then, other)
        if lone is not None:
            return lone
        then, other = self._same(then), self._same(other)
        key = (Pick, test, then, other)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Pick(test, then, other)
        assert isinstance(found, Pick)
        return self.atom(found)

    def _same(self, number: Num) -> Num:
        """A number, the same object each time."""
        return self._shared(number.parts, number.const) if isinstance(number, Linear) else number

    def _lone(self, test: Formula, then: Num, other: Num) -> Num | None:
        """The choice as a sum of steps, where one small leaf decides all of it."""
        if not isinstance(test, Among):
            return None
        leaf, mask = test.leaf, test.mask
        for number in (then, other):
            if isinstance(number, Linear) and number.lone is not leaf:
                return None

        def at(value: int) -> int:
            chosen = then if mask >> (value - (leaf.low or 0)) & 1 else other
            return chosen if isinstance(chosen, int) else value_at(chosen, leaf, value)

        return self.by_value(leaf, at)

    # ── comparisons ──────────────────────────────────────────────────────────────────────────

    def equal(self, left: Num, right: Num) -> Bool:
        """Two numbers are the same."""
        if not isinstance(left, Linear):
            if not isinstance(right, Linear):
                return left == right
            left, right = right, left
        if len(left.parts) > SHORT:
            return self.zero(self.minus(left, right))
        key = (left, right)
        found = self._same_numbers.get(key)
        if found is None:
            found = self._same_numbers[key] = self.zero(self.minus(left, right))
        return found

    def at_most(self, left: Num, right: Num) -> Bool:
        """The first number is not greater than the second."""
        return self.not_above(self.minus(left, right))

    def less(self, left: Num, right: Num) -> Bool:
        """The first number is less than the second."""
        return self.not_above(self.plus(self.minus(left, right), 1))

    def zero(self, number: Num) -> Bool:
        """A number is 0."""
        if isinstance(number, int):
            return number == 0
        found = self._zero.get(number)
        if found is None:
            found = self._compared(number, self.zero, lambda n: n == 0)
            if len(number.parts) <= SHORT:
                self._zero[number] = found
        return found

    def not_above(self, number: Num) -> Bool:
        """A number is 0 or less."""
        if isinstance(number, int):
            return number <= 0
        found = self._below.get(number)
        if found is None:
            found = self._compared(number, self.not_above, lambda n: n <= 0)
            if len(number.parts) <= SHORT:
                self._below[number] = found
        return found

    def _compared(
        self, form: Linear, again: Callable[[Num], Bool], holds: Callable[[int], bool]
    ) -> Bool:
        """A comparison with 0: decided by bounds or one leaf, spread over a choice, or kept."""
        is_zero = again == self.zero
        if form.low is not None and form.low > 0:
            return False
        if form.high is not None and (form.high < 0 if is_zero else form.high <= 0):
            return not is_zero
        if form.lone is not None and small(form.lone):
            return self._by_leaf(form, form.lone, holds)
        if not is_zero and form.low == 0:
            return self.zero(form)
        if not is_zero and form.high == 1:
            return self.negation(self.zero(self.plus(form, -1)))
        choice = self._choice(form)
        if choice is not None:
            rest = self.minus(form, self.scaled(self.atom(choice), form.parts[choice]))
            ends = (choice.then, choice.other) if isinstance(choice, Pick) else (1, 0)
            test = choice.test if isinstance(choice, Pick) else choice.formula
            sides = [self.plus(rest, self.scaled(end, form.parts[choice])) for end in ends]
            return self.either(test, again(sides[0]), again(sides[1]))
        return self._kept_zero(form) if is_zero else self._kept_below(form)

    def _by_leaf(self, form: Linear, leaf: Leaf, holds: Callable[[int], bool]) -> Bool:
        mask = 0
        for at in range(small(leaf)):
            if holds(value_at(form, leaf, (leaf.low or 0) + at)):
                mask |= 1 << at
        return self.among(leaf, mask)

    @staticmethod
    def _choice(form: Linear) -> Pick | Truth | None:
        """The choice to spread a comparison over, where the form is little else."""
        if len(form.parts) > 2:
            return None
        for atom in form.parts:
            if isinstance(atom, Pick):
                return atom
        if all(isinstance(atom, Truth) for atom in form.parts):
            return next(atom for atom in form.parts if isinstance(atom, Truth))
        return None

    def _kept_zero(self, form: Linear) -> Bool:
        common = reduce(gcd, form.parts.values(), 0)
        if form.const % common:
            return False
        parts = {atom: times // common for atom, times in form.parts.items()}
        kept = self._shared(parts, form.const // common)
        found = self._made.get((IsZero, kept))
        if found is None:
            turned = self._shared({a: -n for a, n in parts.items()}, -kept.const)
            found = self._made.get((IsZero, turned))
        if found is None:
            found = self._made[(IsZero, kept)] = IsZero(kept)
        assert isinstance(found, IsZero)
        return found

    def _kept_below(self, form: Linear) -> Bool:
        common = reduce(gcd, form.parts.values(), 0)
        parts = {atom: times // common for atom, times in form.parts.items()}
        # k·x + c ≤ 0 says x ≤ ⌊-c/k⌋, so the constant is rounded up.
        return self._at_most_zero(self._shared(parts, -(-form.const // common)))

    # ── products and quotients ───────────────────────────────────────────────────────────────

    def times(self, left: Num, right: Num) -> Num:
        """The product."""
        if isinstance(left, int):
            return self.scaled(right, left)
        if isinstance(right, int):
            return self.scaled(left, right)
        for one, other in ((left, right), (right, left)):
            if one.lone is not None and 0 < small(one.lone) <= 32:
                leaf = one.lone
                low = leaf.low or 0
                made: Num = self.scaled(other, value_at(one, leaf, low))
                for at in range(1, small(leaf)):
                    here = self.scaled(other, value_at(one, leaf, low + at))
                    made = self.pick(self.among(leaf, 1 << at), here, made)
                return made
        return self.atom(Times(left, right))

    def over(self, top: Num, by: Num) -> Num:
        """The quotient rounded down; anything where the divisor is 0."""
        if isinstance(by, Linear):
            return self._by_unknown(top, by)
        if by == 0:
            return 0
        if by < 0:
            return self.over(self.scaled(top, -1), -by)
        if isinstance(top, int):
            return top // by
        whole = {atom: times // by for atom, times in top.parts.items() if times % by == 0}
        rest = {atom: times for atom, times in top.parts.items() if times % by}
        outside = self.number(whole, top.const // by)
        left = self.number(rest, top.const % by)
        if isinstance(left, int):
            return outside
        low, high = span(left)
        if low is not None and high is not None and low // by == high // by:
            return self.plus(outside, low // by)
        if left.lone is not None and small(left.lone):
            leaf, form = left.lone, left
            return self.plus(outside, self.by_value(leaf, lambda v: value_at(form, leaf, v) // by))
        left = self._shared(left.parts, left.const)
        key = (Over, left, by)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Over(left, by)
        assert isinstance(found, Over)
        return self.plus(outside, self.atom(found))

    def _by_unknown(self, top: Num, by: Linear) -> Num:
        low, high = span(by)
        if low is None or high is None or high - low > 64:
            raise Unsupported("a division by a number of too many values")
        made: Num = 0
        for value in range(low, high + 1):
            if value:
                made = self.pick(self.equal(by, value), self.over(top, value), made)
        return made

    def modulo(self, top: Num, by: Num) -> Num:
        """What the division rounded down leaves."""
        quotient = self.over(top, by)
        return self.minus(top, self.times(quotient, by))
