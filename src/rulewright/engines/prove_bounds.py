"""Bounds of a number over all states of the type that satisfy what is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.backends.smt import Bool, SharpEmitter, Value
from rulewright.ir.program import ClaimEntry
from rulewright.ir.types import Type
from rulewright.words.claims import ClaimKind

from .prove_decide import satisfied, settled
from .prove_ground import Case, Fixed, Ground, Unsettled, read
from .subject import Subject
from .trace import Disagreement, Position
from .verdict import Fails, Proved, Verdict

# Seconds for a bound that may be proved in another way.
SHORT = 3.0


def follows(ground: Ground, claim: ClaimEntry, given: list[ClaimEntry]) -> bool:
    """Unsat: no state of the type that satisfies what is given fails the claim.

    Only looked at in short; False where that does not settle it.
    """
    bounds = claim.claim.kind in (ClaimKind.AT_MOST, ClaimKind.AT_LEAST)
    seen = _seen if bounds else settled
    return all(seen(ground, _cases(ground, claim, given, x)) for x in ground.extras(claim))


def _seen(ground: Ground, cases: Iterable[Case]) -> bool:
    """Whether a bound can be seen to hold in a short time."""
    try:
        return all(
            satisfied(ground, *_fails(ground, case), most=SHORT, emitter=SharpEmitter()) is None
            for case in cases
        )
    except Unsettled:
        return False


def _fails(ground: Ground, case: Case) -> tuple[Bool, ...]:
    return (*case.facts, ground.algebra.negation(case.goal))


def met_bound(ground: Ground, claim: ClaimEntry, given: list[ClaimEntry]) -> Verdict:
    """The bound holds of every position (unsat: none breaks it), and some position meets it (sat).

    A position is a state of the type that satisfies what is given, with what else the claim asks.
    """
    subject = ground.subject
    bound = claim.claim.bound or 0
    for extra in ground.extras(claim):
        for case in _cases(ground, claim, given, extra):
            leaves = satisfied(ground, *_fails(ground, case), emitter=SharpEmitter())
            if leaves is not None:
                position = _checked(subject, claim, read(case, leaves), meets=False)
                return Fails(subject.name, position, f"here it is {position.value}")
    for extra in ground.extras(claim):
        for case in _cases(ground, claim, given, extra):
            value = ground.ask(claim, (case.about["state"][1],), extra).value
            meets = ground.algebra.equal(value, bound)
            leaves = satisfied(ground, *case.facts, meets, emitter=SharpEmitter())
            if leaves is not None:
                position = _checked(subject, claim, read(case, leaves), meets=True)
                how = "of every position, and this one meets it"
                return Proved(subject.name, how, position)
    word = claim.claim.kind.value
    return Fails(subject.name, None, f"it is {word} {bound} but no position meets that")


def _cases(
    ground: Ground, claim: ClaimEntry, given: list[ClaimEntry], extra: tuple[Value, ...]
) -> Iterator[Case]:
    """The states that are given, with the claim as the goal."""

    def build(fixed: Fixed) -> Case | None:
        state = ground.values.fresh(ground.program.state, "state", fixed)
        outcome = ground.ask(claim, (state,), extra)
        facts: list[Bool] = [ground.spared(claim.claim.unless, state)]
        facts += [ground.everywhere(entry, state) for entry in given]
        about: dict[str, tuple[Type, Value]] = {"state": (ground.program.state, state)}
        for at, (kind, value) in enumerate(zip(claim.extra, extra, strict=True)):
            about[f"asked{at}"] = (kind, value)
        if claim.claim.reached:
            # A bound that is to be met speaks of the positions in which the number is defined.
            facts.append(outcome.sound(ground.algebra))
            goal = True if outcome.dead else ground.verdict(claim, outcome.value)
        else:
            goal = ground.holds(claim, (state,), extra)
        return Case(fixed, tuple(facts), goal, about)

    return ground.cases(build)


def _checked(subject: Subject, claim: ClaimEntry, parts: dict[str, Any], meets: bool) -> Position:
    """The position as CPython sees it; Disagreement where it sees another number."""
    asked = tuple(parts[f"asked{at}"] for at in range(len(claim.extra)))
    position = Position.check(subject, claim, parts["state"], asked)
    bound = claim.claim.bound or 0
    least = claim.claim.kind is ClaimKind.AT_LEAST
    breaks = position.value < bound if least else position.value > bound
    if not (position.value == bound if meets else breaks):
        raise Disagreement(f"{claim.claim.name} is {position.value} in CPython, which Z3 denies")
    return position
