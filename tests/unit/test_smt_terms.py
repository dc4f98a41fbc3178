"""Terms are folded and shared as they are built: they must still mean what was written."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Generic, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.backends.smt import (
    Algebra,
    Answer,
    Bool,
    Emitter,
    Leaf,
    Model,
    Num,
    SharpEmitter,
    Solver,
    Support,
    shape,
)
from rulewright.backends.smt.terms import AtMostZero, IsZero, Linear

# Three leaves of a few values each: every model can be tried.
BOUNDS = {"a": (-2, 2), "b": (0, 1), "c": (1, 4)}


Term = TypeVar("Term")


class Pair(Generic[Term]):
    """A term and the same as a Python function of the leaves, built side by side."""

    def __init__(self, term: Term, value: Callable[[dict[str, int]], int]) -> None:
        self.term, self.value = term, value


class Builder:
    """Builds a random number and a random formula from a list of choices."""

    def __init__(self, choices: list[int]) -> None:
        self.algebra = Algebra()
        self.choices = choices
        self.leaves = {n: self.algebra.leaf(n, *bounds) for n, bounds in BOUNDS.items()}

    def next(self, below: int) -> int:
        return self.choices.pop() % below if self.choices else 0

    def number(self, depth: int) -> Pair[Num]:
        algebra = self.algebra
        kind = self.next(2 if depth == 0 else 9)
        if kind == 0:
            known = self.next(7) - 3
            return Pair[Num](known, lambda _: known)
        if kind == 1:
            name = list(BOUNDS)[self.next(3)]
            return Pair[Num](algebra.atom(self.leaves[name]), lambda m: m[name])
        left, right = self.number(depth - 1), self.number(depth - 1)
        a, b = left.value, right.value
        if kind == 2:
            return Pair(algebra.plus(left.term, right.term), lambda m: a(m) + b(m))
        if kind == 3:
            return Pair(algebra.minus(left.term, right.term), lambda m: a(m) - b(m))
        if kind == 4:
            return Pair(algebra.times(left.term, right.term), lambda m: a(m) * b(m))
        if kind == 5:
            by = (self.next(3) + 1) * (1 if self.next(2) else -1)
            return Pair(algebra.over(left.term, by), lambda m: a(m) // by)
        if kind == 6:
            by = (self.next(3) + 1) * (1 if self.next(2) else -1)
            return Pair(algebra.modulo(left.term, by), lambda m: a(m) % by)
        test = self.formula(depth - 1)
        t = test.value
        if kind == 7:
            return Pair(algebra.truth(test.term), lambda m: int(t(m)))
        made = algebra.pick(test.term, left.term, right.term)
        return Pair(made, lambda m: a(m) if t(m) else b(m))

    def formula(self, depth: int) -> Pair[Bool]:
        algebra = self.algebra
        kind = self.next(3 if depth == 0 else 7)
        if kind < 3:
            left, right = self.number(max(0, depth - 1)), self.number(max(0, depth - 1))
            a, b = left.value, right.value
            if kind == 0:
                return Pair(algebra.equal(left.term, right.term), lambda m: a(m) == b(m))
            if kind == 1:
                return Pair(algebra.at_most(left.term, right.term), lambda m: a(m) <= b(m))
            return Pair(algebra.less(left.term, right.term), lambda m: a(m) < b(m))
        parts = [self.formula(depth - 1) for _ in range(3)]
        p, q, r = (part.value for part in parts)
        terms = [part.term for part in parts]
        if kind == 3:
            return Pair(algebra.negation(terms[0]), lambda m: not p(m))
        if kind == 4:
            return Pair(algebra.all_of(terms), lambda m: p(m) and q(m) and r(m))
        if kind == 5:
            return Pair(algebra.any_of(terms), lambda m: p(m) or q(m) or r(m))
        return Pair(algebra.either(*terms), lambda m: q(m) if p(m) else r(m))


def models() -> list[dict[str, int]]:
    ranges = [range(low, high + 1) for low, high in BOUNDS.values()]
    return [dict(zip(BOUNDS, values, strict=True)) for values in product(*ranges)]


MODELS = models()
CHOICES = st.lists(st.integers(0, 1000), min_size=40, max_size=150)


@given(CHOICES)
@settings(max_examples=300, deadline=None)
def test_folded_terms_mean_what_was_written(choices: list[int]) -> None:
    builder = Builder(choices)
    number, formula = builder.number(3), builder.formula(3)
    for named in MODELS:
        model = Model({builder.leaves[name]: value for name, value in named.items()})
        assert model.number(number.term) == number.value(named)
        assert model.truth(formula.term) == bool(formula.value(named))


@given(CHOICES)
@settings(max_examples=300, deadline=None)
def test_bounds_of_a_form_hold(choices: list[int]) -> None:
    builder = Builder(choices)
    number = builder.number(3)
    if isinstance(number.term, Linear):
        values = [number.value(named) for named in MODELS]
        assert number.term.low is None or number.term.low <= min(values)
        assert number.term.high is None or number.term.high >= max(values)


@pytest.mark.parametrize("emitter", [Emitter, SharpEmitter])
@given(choices=CHOICES)
@settings(max_examples=60, deadline=None)
def test_the_solver_finds_a_model_where_there_is_one(
    emitter: type[Emitter], choices: list[int]
) -> None:
    builder = Builder(choices)
    formula = builder.formula(3)
    solver = Solver(emitter())
    solver.add(formula.term)
    found = solver.check(20)
    assert found is (Answer.SAT if any(formula.value(named) for named in MODELS) else Answer.UNSAT)
    if found is Answer.SAT:
        model = Model(solver.model())
        assert formula.value({name: model.leaf(leaf) for name, leaf in builder.leaves.items()})


@pytest.mark.parametrize("emitter", [Emitter, SharpEmitter])
@pytest.mark.parametrize("wanted", range(4))
def test_equalities_of_three_leaves(emitter: type[Emitter], wanted: int) -> None:
    """Of three numbers no two pairs alone can be level: 0, 1 or all 3 of the pairs are."""
    algebra = Algebra()
    a, b, c = (algebra.atom(algebra.leaf(name, 0, 4)) for name in "abc")
    level = algebra.total([algebra.truth(algebra.equal(*p)) for p in ((a, b), (b, c), (a, c))])
    solver = Solver(emitter())
    solver.add(algebra.equal(level, wanted))
    assert solver.check(20) is (Answer.UNSAT if wanted == 2 else Answer.SAT)


@pytest.mark.parametrize("limit", range(-9, 10))
@pytest.mark.parametrize("times", [(2, 2), (3, -3), (4, 6), (-2, 4)])
def test_comparisons_are_divided_through(times: tuple[int, int], limit: int) -> None:
    algebra = Algebra()
    leaves = [algebra.leaf(name, -3, 3) for name in "ab"]
    terms = [algebra.scaled(algebra.atom(x), n) for x, n in zip(leaves, times, strict=True)]
    below = algebra.at_most(algebra.total(terms), limit)
    level = algebra.equal(algebra.total(terms), limit)
    for values in product(range(-3, 4), repeat=2):
        model = Model(dict(zip(leaves, values, strict=True)))
        total = sum(n * v for n, v in zip(times, values, strict=True))
        assert model.truth(below) is (total <= limit)
        assert model.truth(level) is (total == limit)


def test_equal_terms_are_one_object() -> None:
    algebra = Algebra()
    a = algebra.atom(algebra.leaf("a", 0, 9))
    b = algebra.atom(algebra.leaf("b", 0, 9))
    assert algebra.plus(a, b) is algebra.plus(b, a)
    assert algebra.equal(a, b) is algebra.equal(b, a)
    assert algebra.all_of((algebra.less(a, 3), algebra.less(b, 3))) is algebra.all_of(
        (algebra.less(b, 3), algebra.less(a, 3))
    )


def test_what_is_unchanged_cancels() -> None:
    algebra = Algebra()
    sums = [algebra.atom(algebra.leaf(f"x{at}", 0, 9)) for at in range(40)]
    moved = [algebra.plus(sums[0], -1), algebra.plus(sums[1], 1), *sums[2:]]
    assert algebra.minus(algebra.total(moved), algebra.total(sums)) == 0


def test_a_comparison_is_decided_by_bounds() -> None:
    algebra = Algebra()
    a = algebra.atom(algebra.leaf("a", 2, 5))
    assert algebra.less(a, 6) is True
    assert algebra.equal(a, 1) is False
    assert not isinstance(algebra.less(a, 5), bool)


def test_at_least_one_is_not_none() -> None:
    """`n > 0` and `n == 0` of a count are one formula and its opposite."""
    algebra = Algebra()
    tests = [algebra.equal(algebra.atom(algebra.leaf(f"x{at}", 0, 4)), 1) for at in range(9)]
    count = algebra.total([algebra.truth(test) for test in tests])
    some, none = algebra.less(0, count), algebra.equal(count, 0)
    assert isinstance(none, IsZero)
    assert algebra.negation(some) is none
    assert not isinstance(algebra.at_most(count, 0), AtMostZero)


def test_a_leaf_keeps_its_bounds() -> None:
    algebra = Algebra()
    algebra.leaf("a", 0, 1)
    with pytest.raises(AssertionError):
        algebra.leaf("a", 0, 2)


class TestShape:
    """Formulas of one shape differ in the names of leaves alone."""

    def build(self, names: str, bound: int = 9, limit: int = 7) -> Bool:
        algebra = Algebra()
        a, b, c = (algebra.atom(algebra.leaf(name, 0, bound)) for name in names)
        return algebra.all_of((algebra.less(algebra.plus(a, b), limit), algebra.equal(b, c)))

    def test_names_are_no_matter(self) -> None:
        assert shape(self.build("abc")) == shape(self.build("xyz"))

    def test_bounds_numbers_and_which_leaf_is_which_are(self) -> None:
        plain = shape(self.build("abc"))
        assert plain != shape(self.build("abc", bound=8))
        assert plain != shape(self.build("abc", limit=6))
        algebra = Algebra()
        a, b, c = (algebra.atom(algebra.leaf(name, 0, 9)) for name in "abc")
        mixed = algebra.all_of((algebra.less(algebra.plus(a, b), 7), algebra.equal(c, c)))
        assert plain != shape(mixed)

    def test_which_values_a_leaf_may_have_are(self) -> None:
        algebra = Algebra()
        a = algebra.atom(algebra.leaf("a", 0, 9))
        assert shape(algebra.equal(a, 3)) != shape(algebra.equal(a, 4))
        assert shape(algebra.less(a, 3)) == shape(algebra.at_most(a, 2))

    def test_support(self) -> None:
        support = Support()
        formula = self.build("abc")
        assert {leaf.name for leaf in support.leaves(formula)} == {"a", "b", "c"}
        assert support.size(formula) > 3
        assert support.leaves(True) == frozenset[Leaf]()
