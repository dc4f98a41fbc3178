"""Proofs with Z3, for all states of a scope at once: induction, bounds, and bounded search.

`check` never shows a play that CPython has not replayed, and never takes a search that was cut
off, a question the solver left open, or a failed induction for an answer.
"""

from __future__ import annotations

import gc
from dataclasses import replace

from rulewright.backends.smt import Unsupported
from rulewright.ir.program import ClaimEntry
from rulewright.ir.types import Unbounded
from rulewright.ir.values import lift
from rulewright.words.claims import ClaimKind

from .prove_bounded import searched, spoken_terms
from .prove_bounds import follows, met_bound
from .prove_ground import Clock, Ground, OutOfTime, Unsettled, closure
from .prove_induction import Broken, at_start, can_start, every_move, kept
from .prove_vacuous import vacuous
from .subject import Subject
from .verdict import Budget, Fails, Proved, Shown, Unknown, Unproved, Verdict


def check(claim: ClaimEntry, subject: Subject, budget: Budget) -> Verdict:
    """The verdict of a proof on a claim of the subject's program, in `budget.seconds`."""
    clock = Clock.of(budget.seconds)
    # Terms are many and live long: looking for garbage among them takes a fifth of the time.
    collects = gc.isenabled()
    gc.disable()
    try:
        return _answer(claim, subject, budget, clock)
    except OutOfTime:
        return Unknown(subject.name, f"no answer within {budget.seconds:g} seconds")
    except (Unsettled, Unsupported, Unbounded) as why:
        return Unknown(subject.name, str(why))
    except RecursionError:
        return Unknown(subject.name, "the rules nest too deeply for the solver")
    finally:
        if collects:
            gc.enable()


def _answer(claim: ClaimEntry, subject: Subject, budget: Budget, clock: Clock) -> Verdict:
    match claim.claim.kind:
        case ClaimKind.EVENTUALLY:
            return Unknown(subject.name, "what must happen in the end is left to the search")
        case ClaimKind.MATTERS:
            return Unknown(subject.name, "whether a reading matters is left to the search")
        case ClaimKind.SOMETIMES:
            return _sometimes(claim, subject, budget, clock)
        case ClaimKind.AT_MOST | ClaimKind.AT_LEAST if claim.claim.reached:
            ground = Ground(subject, clock)
            given = closure(ground, claim.claim.given)
            failed = _proved(ground, given)
            if failed is not None:
                return _open(subject, f"what is given is not inductive: {failed.why}", failed)
            return met_bound(ground, claim, given)
        case _:
            return _always(claim, subject, budget, clock)


def _always(claim: ClaimEntry, subject: Subject, budget: Budget, clock: Clock) -> Verdict:
    """A proof where there is one, else a play that fails the claim, else neither."""
    # Half of the time is kept for the search, which is only made where the proof fails.
    ground = Ground(subject, clock.part(0.6))
    try:
        failed = _claim_proved(ground, claim)
    except (OutOfTime, Unsettled) as why:
        failed = Broken(str(why) or "the proof took too long", {})
    if failed is None:
        return vacuous(Ground(subject, clock), claim) or Proved(subject.name, _how(claim))
    if claim.claim.kind is ClaimKind.TERMINATES:
        return _open(subject, f"the measure is not lowered, or falls below 0, {failed.why}", failed)
    found = searched(claim, subject, budget, clock)
    if found.trace is not None:
        return Fails(subject.name, found.trace, found.reason)
    return _open(subject, f"not inductive: {failed.why}; {found.reason}", failed)


def _claim_proved(ground: Ground, claim: ClaimEntry) -> Broken | None:
    """Why no proof goes through; None where one does."""
    if not can_start(ground):
        raise Unsettled("play cannot start in this scope")
    given = closure(ground, claim.claim.given)
    if claim.kinds or claim.outcome:
        return _proved(ground, given) or every_move(ground, claim, given)
    if claim.claim.kind is not ClaimKind.TERMINATES and follows(ground, claim, given):
        return _proved(ground, given)
    return _proved(ground, [claim, *(g for g in given if g is not claim)])


def _proved(ground: Ground, entries: list[ClaimEntry]) -> Broken | None:
    """Why these claims do not hold together of all states by induction; None where they do.

    What holds of every state that fits its type needs no induction.
    """
    left = [entry for entry in entries if not (_bounds(entry) and follows(ground, entry, []))]
    if not left:
        return None
    return at_start(ground, left) or kept(ground, left)


def _bounds(entry: ClaimEntry) -> bool:
    return entry.claim.kind in (ClaimKind.AT_MOST, ClaimKind.AT_LEAST)


def _open(subject: Subject, why: str, failed: Broken) -> Unknown:
    """No answer, with the position that stands in the way, if the solver has given one."""
    if "state" not in failed.parts:
        return Unknown(subject.name, why)
    move = None if failed.kind is None else lift(failed.kind.type, failed.parts["move"])
    where = Unproved(lift(subject.program.state, failed.parts["state"]), move)
    return Unknown(subject.name, why, where)


def _how(claim: ClaimEntry) -> str:
    names = [given.name for given in claim.claim.given]
    how = "by induction" if not (claim.kinds or claim.outcome) else "for every legal move"
    if claim.claim.kind is ClaimKind.TERMINATES:
        how = "each move lowers the measure"
    unless = f", unless {' or '.join(str(term) for term in claim.claim.unless)}"
    return (
        how
        + (f" with {', '.join(names)}" if names else "")
        + (unless if claim.claim.unless else "")
    )


def _sometimes(claim: ClaimEntry, subject: Subject, budget: Budget, clock: Clock) -> Verdict:
    """A play for each of the terms that the claim speaks of, else a proof that there is none."""
    missing = ""
    shown = None
    for terms in spoken_terms(subject, claim.claim.unless):
        found = searched(claim, subject, budget, clock.part(0.6), terms)
        if found.trace is None:
            missing = found.reason
            break
        shown = shown or found.trace
    if not missing:
        if shown is None:
            return Unknown(subject.name, "play cannot start under the terms it speaks of")
        return Shown(subject.name, shown)
    never = replace(claim, claim=replace(claim.claim, kind=ClaimKind.NEVER))
    if _claim_proved(Ground(subject, clock), never) is None:
        return Fails(subject.name, None, "no play reaches it, by induction")
    return Unknown(subject.name, missing)
