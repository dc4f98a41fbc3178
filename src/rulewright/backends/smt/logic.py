"""Formulas, folded and shared as they are built."""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from typing import Any

from .terms import Among, And, AtMostZero, Bool, Either, Formula, Leaf, Linear, Not, Or

# A leaf with more values than this is compared as a number, not by a set of values.
SMALL = 256
# A linear form of more parts than this is not shared before it is compared.
SHORT = 8


def small(leaf: Leaf) -> int:
    """How many values a leaf has, 0 where they are too many for a set of values."""
    if leaf.low is None or leaf.high is None:
        return 0
    count = leaf.high - leaf.low + 1
    return count if 0 < count <= SMALL else 0


class Logic:
    """Makes formulas; equal formulas made by one Logic are one object."""

    def __init__(self) -> None:
        self._made: dict[Any, Any] = {}
        self._forms: dict[tuple[int, int, int], list[Linear]] = {}

    def leaf(self, name: str, low: int | None, high: int | None) -> Leaf:
        """The leaf of this name; its bounds belong to its name."""
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = Leaf(name, low, high)
        assert isinstance(found, Leaf)
        assert (found.low, found.high) == (low, high), name
        return found

    def among(self, leaf: Leaf, mask: int) -> Bool:
        """Whether a small leaf is one of the values in the mask."""
        full = (1 << small(leaf)) - 1
        mask &= full
        if mask in (0, full):
            return mask == full
        key = (leaf, mask)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Among(leaf, mask)
        assert isinstance(found, Among)
        return found

    def negation(self, formula: Bool) -> Bool:
        """The formula fails."""
        if isinstance(formula, bool):
            return not formula
        if formula.opposite is None:
            formula.opposite = self._opposite(formula)
            formula.opposite.opposite = formula
        return formula.opposite

    def _opposite(self, formula: Formula) -> Formula:
        match formula:
            case Among(leaf=leaf, mask=mask):
                made = self.among(leaf, ~mask)
                assert not isinstance(made, bool)
                return made
            case AtMostZero(form=form):
                parts = {atom: -times for atom, times in form.parts.items()}
                return self._at_most_zero(self._shared(parts, 1 - form.const))
            case _:
                return Not(formula)

    def _linear(self, parts: dict[Any, int], const: int) -> Linear:
        """A form; a long one is not shared, because most are only steps towards another."""
        if len(parts) > SHORT:
            return Linear(parts, const)
        return self._shared(parts, const)

    def _shared(self, parts: dict[Any, int], const: int) -> Linear:
        """The form with these parts, the same object each time."""
        mixed = sum(map(mul, map(id, parts), parts.values()))
        key = (len(parts), mixed, const)
        found = self._forms.setdefault(key, [])
        for form in found:
            if form.parts == parts:
                return form
        made = Linear(parts, const)
        found.append(made)
        return made

    def _at_most_zero(self, form: Linear) -> AtMostZero:
        key = (AtMostZero, form)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = AtMostZero(form)
        assert isinstance(found, AtMostZero)
        return found

    def all_of(self, parts: Iterable[Bool]) -> Bool:
        """All of the formulas hold."""
        return self._gather(And, True, parts)

    def any_of(self, parts: Iterable[Bool]) -> Bool:
        """One of the formulas holds."""
        return self._gather(Or, False, parts)

    def _gather(self, kind: type[And] | type[Or], neutral: bool, parts: Iterable[Bool]) -> Bool:
        kept: dict[Formula, None] = {}
        masks: dict[Leaf, int] = {}
        waiting = list(parts)[::-1]
        while waiting:
            part = waiting.pop()
            if isinstance(part, bool):
                if part is not neutral:
                    return part
            elif isinstance(part, Among):
                leaf, mask = part.leaf, part.mask
                if leaf in masks:
                    mask = masks[leaf] & mask if neutral else masks[leaf] | mask
                if isinstance(self.among(leaf, mask), bool):
                    return not neutral
                masks[leaf] = mask
            elif isinstance(part, (And, Or)) and type(part) is kind:
                waiting.extend(part.parts[::-1])
            elif part.opposite in kept:
                return not neutral
            else:
                kept[part] = None
        members = [
            made for leaf, m in masks.items() if (made := self.among(leaf, m)) is not neutral
        ]
        members += kept
        if len(members) < 2:
            return members[0] if members else neutral
        key = (kind, frozenset(members))
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = kind(tuple(members))  # type: ignore[arg-type]
        assert isinstance(found, (And, Or))
        return found

    def implies(self, premise: Bool, conclusion: Bool) -> Bool:
        """The premise fails or the conclusion holds."""
        return self.any_of((self.negation(premise), conclusion))

    def same(self, left: Bool, right: Bool) -> Bool:
        """Both hold or both fail."""
        return self.either(left, right, self.negation(right))

    def either(self, test: Bool, then: Bool, other: Bool) -> Bool:
        """The first formula where the test holds, else the second."""
        if isinstance(test, bool):
            return then if test else other
        if then is other:
            return then
        if isinstance(then, bool):
            return self.any_of((test, other)) if then else self.all_of((self.negation(test), other))
        if isinstance(other, bool):
            return self.any_of((self.negation(test), then)) if other else self.all_of((test, then))
        if isinstance(test, Not):
            return self.either(test.part, other, then)
        if (
            isinstance(test, Among)
            and isinstance(then, Among)
            and isinstance(other, Among)
            and test.leaf is then.leaf is other.leaf
        ):
            return self.among(test.leaf, test.mask & then.mask | ~test.mask & other.mask)
        key = (test, then, other)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Either(test, then, other)
        assert isinstance(found, Either)
        return found
