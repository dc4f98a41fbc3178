"""Questions to the solver: is there a case in which the facts hold and the goal fails?"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from rulewright.backends.smt import Answer, Bool, Leaf, Solver, shape

from .prove_delta import Indices, Lightener
from .prove_ground import Case, Ground, Unsettled


@dataclass(frozen=True)
class Counter:
    """A case in which the goal fails, with the values of its leaves."""

    case: Case
    leaves: Mapping[Leaf, int]


# A fact of more terms than this is left out of the first question about a case.
NEAR = 64
# A goal of more terms than this is not looked at in short.
SHORT_GOAL = 512


class Left(Exception):
    """A case was not settled without the long sums among its facts."""


def refuted(ground: Ground, cases: Iterable[Case], deep: bool = True) -> Counter | None:
    """A case whose facts hold and whose goal fails; None (unsat) where the goal always follows.

    A case is asked with few facts first. Without the others it is harder to refute, so that unsat
    still means that the goal follows. A question of a shape that was unsat before is not asked.
    Without `deep` a case that the short facts do not settle is Left.
    """
    settled: set[Hashable] = set()
    indices: Indices = {}
    for case in cases:
        met = _refuted(ground, case, Lightener(ground.algebra, case.facts, indices), settled, deep)
        if met is not None:
            return met
    return None


def _refuted(
    ground: Ground, case: Case, helper: Lightener, settled: set[Hashable], deep: bool
) -> Counter | None:
    algebra = ground.algebra
    goal = helper.shortened(case.goal)
    if goal is True or False in helper.facts:
        return None
    near = _near(ground, helper.light, goal)
    known = shape(algebra.all_of((*near, algebra.negation(goal))))
    if known in settled:
        return None
    if not deep and ground.emitter.support.size(goal) > SHORT_GOAL:
        raise Left
    fails = algebra.negation(helper.apart(goal))
    if fails is False or satisfied(ground, *near, fails) is None:
        settled.add(known)
        return None
    late = case.late()
    leaves = satisfied(ground, *helper.light, late, fails)
    if leaves is not None and len(helper.light) < len(helper.facts):
        if not deep:
            raise Left
        leaves = satisfied(ground, *helper.facts, late, fails)
    return None if leaves is None else Counter(case, leaves)


def _near(ground: Ground, facts: list[Bool], goal: Bool) -> list[Bool]:
    """The short facts about leaves of the goal."""
    support = ground.emitter.support
    about = support.leaves(goal)
    return [
        fact
        for fact in facts
        if support.size(fact) <= NEAR and not about.isdisjoint(support.leaves(fact))
    ]


def satisfied(ground: Ground, *formulas: Bool) -> dict[Leaf, int] | None:
    """Leaves at which all the formulas hold, None (unsat) where there are none."""
    solver = Solver(ground.emitter)
    for formula in formulas:
        solver.add(formula)
    answer = solver.check(ground.clock.left())
    if answer is Answer.UNKNOWN:
        ground.clock.tick()
        raise Unsettled("the solver gave no answer")
    return solver.model() if answer is Answer.SAT else None
