"""Whether the premise of a claim is ever met: a claim whose premise never holds says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.smt import Bool, Value
from rulewright.ir.program import ClaimEntry, Function

from .explore_claims import premise_of
from .prove_decide import satisfied
from .prove_ground import Case, Fixed, Ground, closure
from .prove_induction import arguments, pending, transition
from .verdict import Vacuous


def vacuous(ground: Ground, claim: ClaimEntry) -> Vacuous | None:
    """Unsat: no state that satisfies what is given, and no legal move, meets the premise."""
    premise = premise_of(ground.program.functions[claim.function])
    if premise is None:
        return None
    if claim.kinds or claim.outcome:
        cases = _of_moves(ground, claim, premise)
    else:
        cases = _of_states(ground, claim, premise)
    for case in cases:
        if satisfied(ground, *case.facts, case.goal) is not None:
            return None
    return Vacuous(ground.subject.name, f"the premise of “{claim.claim.words}” never holds")


def _of_states(ground: Ground, claim: ClaimEntry, premise: Function) -> Iterator[Case]:
    given = [claim, *closure(ground, claim.claim.given)]

    def build(fixed: Fixed) -> Case | None:
        state = ground.values.fresh(ground.program.state, "state", fixed)
        spared = ground.spared(claim.claim.unless, state)
        facts = [ground.everywhere(entry, state) for entry in given]
        return Case(fixed, (spared, *facts), _met(ground, claim, premise, (state,)))

    return ground.cases(build)


def _of_moves(ground: Ground, claim: ClaimEntry, premise: Function) -> Iterator[Case]:
    given = closure(ground, claim.claim.given)
    exact = pending(ground)
    for at in claim.kinds or range(len(ground.program.kinds)):

        def build(fixed: Fixed, at: int = at) -> Case | None:
            moved = transition(ground, at, given, fixed, exact)
            if moved is None:
                return None
            spared = ground.spared(claim.claim.unless, moved.state)
            met = _met(ground, claim, premise, arguments(ground, claim, moved))
            return Case(fixed, (spared, moved.late(), *moved.facts), met)

        yield from ground.cases(build)


def _met(ground: Ground, claim: ClaimEntry, premise: Function, args: tuple[Value, ...]) -> Bool:
    """The premise holds for some values of the claim's further parameters."""
    names = [name for name, _ in premise.params]
    found: list[Bool] = []
    for extra in ground.extras(claim):
        bound = dict(zip(names, (*args, *extra), strict=True))
        outcome = ground.executor.evaluate(premise.body, bound)
        if not outcome.dead:
            found.append(ground.algebra.all_of((outcome.value, outcome.sound(ground.algebra))))
    return ground.algebra.any_of(found)
