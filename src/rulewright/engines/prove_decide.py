"""Questions to the solver: is there a case in which the facts hold and the goal fails?"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from rulewright.backends.smt import Answer, Bool, Emitter, Leaf, Reads, Solver, shape

from .prove_delta import Indices, Lightener
from .prove_ground import Case, Ground, Unsettled

# Seconds for a question with all the long sums: it seldom helps, and the search waits for it.
HEAVY = 10.0


@dataclass(frozen=True)
class Counter:
    """A case in which the goal fails, with the values of its leaves."""

    case: Case
    leaves: Mapping[Leaf, int]


# A fact of more terms than this is left out of the first question about a case.
NEAR = 64
# Seconds for a question that may be put in another way, and how long a goal is looked at.
QUICK = {Reads.OPAQUE: 0.5, Reads.PARTS: 5.0, Reads.EXACT: 5.0}
LONGEST = {Reads.OPAQUE: 2000, Reads.PARTS: 1_000_000, Reads.EXACT: 512}


def refuted(ground: Ground, cases: Iterable[Case]) -> Counter | None:
    """A case whose facts hold and whose goal fails; None (unsat) where the goal always follows."""
    asked = _Asked(ground)
    for case in cases:
        leaves = asked.fails(case, deep=True)
        if leaves is not None:
            return Counter(case, leaves)
    return None


def settled(ground: Ground, cases: Iterable[Case]) -> bool:
    """Whether the goal can be seen to follow (unsat) without the long sums among the facts.

    A goal that is long, or a question that takes long, is given up.
    """
    asked = _Asked(ground)
    try:
        return all(asked.fails(case, deep=False) is None for case in cases)
    except Unsettled:
        return False


class _Asked:
    """Cases asked of the solver, each with few facts first.

    Without the other facts a case is harder to refute, so that unsat still means that the goal
    follows. A question of a shape that was unsat before is not asked again.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.unsat: set[Hashable] = set()
        self.indices: Indices = {}

    def fails(self, case: Case, deep: bool) -> dict[Leaf, int] | None:
        """Leaves at which the facts hold and the goal fails; some of the facts unless `deep`."""
        ground, algebra = self.ground, self.ground.algebra
        helper = Lightener(algebra, case.facts, self.indices)
        goal = helper.shortened(case.goal)
        if goal is True or False in helper.facts:
            return None
        if not deep and ground.emitter.support.size(goal) > LONGEST[ground.reads]:
            return {}
        near = _near(ground, helper.light, goal)
        known = shape(algebra.all_of((*near, algebra.negation(goal))))
        if known in self.unsat:
            return None
        fails = algebra.negation(helper.apart(goal))
        most = float("inf") if deep else QUICK[ground.reads]
        leaves = None if fails is False else satisfied(ground, *near, fails, most=most)
        if leaves is None:
            self.unsat.add(known)
            return None
        late = case.late()
        leaves = satisfied(ground, *helper.light, late, fails, most=most)
        if leaves is not None and deep and len(helper.light) < len(helper.facts):
            leaves = satisfied(ground, *helper.facts, late, fails, most=HEAVY)
        return leaves


def _near(ground: Ground, facts: list[Bool], goal: Bool) -> list[Bool]:
    """The short facts about leaves of the goal."""
    support = ground.emitter.support
    about = support.leaves(goal)
    return [
        fact
        for fact in facts
        if support.size(fact) <= NEAR and not about.isdisjoint(support.leaves(fact))
    ]


def satisfied(
    ground: Ground, *formulas: Bool, most: float = float("inf"), emitter: Emitter | None = None
) -> dict[Leaf, int] | None:
    """Leaves at which all the formulas hold, None (unsat) where there are none.

    Unsettled where the solver has no answer, or none within `most` seconds.
    """
    solver = Solver(emitter or ground.emitter)
    for formula in formulas:
        solver.add(formula)
    answer = solver.check(min(most, ground.clock.left()))
    if answer is Answer.UNKNOWN:
        ground.clock.tick()
        raise Unsettled("the solver gave no answer")
    return solver.model() if answer is Answer.SAT else None
