"""Questions put in another way mean the same: sums taken apart, and taken off each other."""

from __future__ import annotations

from hypothesis import given, settings

from rulewright.backends.smt import Algebra, Bool, Model, Num
from rulewright.backends.smt.terms import IsZero, Linear
from rulewright.engines.prove_cofactor import Assumed, Cofactors
from rulewright.engines.prove_delta import Lightener, conjuncts
from tests.unit.test_smt_terms import CHOICES, MODELS, Builder


def all_models(builder: Builder) -> list[Model]:
    return [Model({builder.leaves[n]: v for n, v in named.items()}) for named in MODELS]


@given(CHOICES)
@settings(max_examples=300, deadline=None)
def test_a_comparison_taken_apart_means_the_same(choices: list[int]) -> None:
    builder = Builder(choices)
    form = builder.number(4).term
    for compared in (builder.algebra.zero, builder.algebra.not_above):
        apart = Cofactors(builder.algebra).by_tests(form, compared)
        for model in all_models(builder):
            assert model.truth(apart) is model.truth(compared(form))


@given(CHOICES)
@settings(max_examples=300, deadline=None)
def test_terms_mean_the_same_where_what_is_assumed_holds(choices: list[int]) -> None:
    builder = Builder(choices)
    test, formula, number = builder.formula(3).term, builder.formula(3).term, builder.number(3).term
    for answer in (True, False):
        assumed = Assumed(builder.algebra).so(test, answer)
        for model in all_models(builder):
            if model.truth(test) is answer:
                assert model.truth(assumed.formula(formula)) is model.truth(formula)
                assert model.number(assumed.number(number)) == model.number(number)


@given(CHOICES)
@settings(max_examples=300, deadline=None)
def test_a_goal_means_the_same_where_the_facts_hold(choices: list[int]) -> None:
    builder = Builder(choices)
    facts = [builder.formula(3).term, builder.formula(2).term]
    goal = builder.formula(4).term
    helper = Lightener(builder.algebra, facts, {})
    put = helper.apart(helper.shortened(goal))
    for model in all_models(builder):
        if all(model.truth(fact) for fact in facts):
            assert model.truth(put) is model.truth(goal)


def sums(algebra: Algebra, shift: int) -> tuple[Num, Num]:
    """The sum of many leaves before a move and after it: one of them is changed."""
    leaves = [algebra.atom(algebra.leaf(f"x{at}", 0, 9)) for at in range(40)]
    return algebra.total(leaves), algebra.total([algebra.plus(leaves[0], shift), *leaves[1:]])


class TestDeltas:
    def law(self, number: Num, algebra: Algebra) -> Bool:
        return algebra.equal(number, 40)

    def test_a_law_that_is_kept_needs_no_solver(self) -> None:
        algebra = Algebra()
        before, after = sums(algebra, 0)
        helper = Lightener(algebra, [self.law(before, algebra)], {})
        assert helper.shortened(self.law(after, algebra)) is True

    def test_a_law_that_is_broken_is_seen_at_once(self) -> None:
        algebra = Algebra()
        before, after = sums(algebra, 1)
        helper = Lightener(algebra, [self.law(before, algebra)], {})
        assert helper.shortened(self.law(after, algebra)) is False

    def test_what_is_left_is_short(self) -> None:
        algebra = Algebra()
        before, after = sums(algebra, 0)
        moved = algebra.plus(after, algebra.atom(algebra.leaf("y", 0, 9)))
        taken = algebra.minus(moved, algebra.atom(algebra.leaf("z", 0, 9)))
        helper = Lightener(algebra, [self.law(before, algebra)], {})
        (part,) = conjuncts((helper.shortened(self.law(taken, algebra)),))
        assert isinstance(part, IsZero)
        assert isinstance(part.form, Linear)
        assert {getattr(atom, "name", "") for atom in part.form.parts} == {"y", "z"}

    def test_a_law_that_holds_under_a_premise_is_used_under_it(self) -> None:
        algebra = Algebra()
        before, after = sums(algebra, 0)
        premise = algebra.equal(algebra.atom(algebra.leaf("phase", 0, 5)), 3)
        other = algebra.equal(algebra.atom(algebra.leaf("phase", 0, 5)), 4)
        facts = [algebra.implies(premise, self.law(before, algebra))]
        helper = Lightener(algebra, facts, {})
        moved = algebra.plus(after, algebra.atom(algebra.leaf("y", 0, 9)))
        goal = algebra.implies(premise, self.law(moved, algebra))
        assert helper.shortened(goal) is algebra.implies(
            premise, algebra.equal(algebra.atom(algebra.leaf("y", 0, 9)), 0)
        )
        unrelated = algebra.implies(other, self.law(moved, algebra))
        assert helper.shortened(unrelated) is unrelated

    def test_long_sums_are_no_light_facts(self) -> None:
        algebra = Algebra()
        before, _ = sums(algebra, 0)
        short = algebra.less(
            algebra.atom(algebra.leaf("y", 0, 9)), algebra.atom(algebra.leaf("z", 0, 9))
        )
        helper = Lightener(algebra, [self.law(before, algebra), short], {})
        assert helper.light == [short]
        assert len(helper.facts) == 2
