"""Claims about whole plays: that each of them ends, or gets somewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import ClaimEntry
from rulewright.ir.types import Unbounded

from .explore_found import Exploration
from .explore_loops import Inside, endless, reached
from .explore_moves import combinations
from .explore_verdicts import replayed, split
from .subject import Witness
from .verdict import Exhausted, Fails, Unknown, Verdict

# Why a search with symmetry answers nothing about whole plays.
REARRANGED = "it was searched up to symmetry, where a play may come back to itself rearranged"


def check_endless(exploration: Exploration) -> Verdict:
    """Whether every play ends: no cycle can be reached."""
    subject = exploration.subject
    if exploration.symmetry:
        return Unknown(subject.name, REARRANGED)
    witness = endless(exploration, range(exploration.starts))
    if witness is not None:
        return Fails(subject.name, replayed(subject, witness), "this play can go round for ever")
    if not exploration.complete:
        return exploration.cut_off()
    return Exhausted(subject.name, len(exploration.states))


def check_eventually(entry: ClaimEntry, exploration: Exploration) -> Verdict:
    """Whether every play gets to a state of which the claim holds."""
    subject = exploration.subject
    if exploration.symmetry:
        return Unknown(subject.name, REARRANGED)
    if entry.kinds:
        return Unknown(subject.name, "`eventually` speaks of states and this is about moves")
    try:
        extras = combinations(entry.extra)
    except Unbounded as unbounded:
        return Unknown(subject.name, f"its parameters have no end: {unbounded}")
    if not extras:
        return Unknown(subject.name, f"there is no case to ask {entry.claim.name} about")
    holding, failing, missing = split(exploration, entry.claim.unless)
    found = _avoiding(entry, exploration, holding, extras)
    if found is not None:
        witness, reason = found
        return Fails(subject.name, replayed(subject, witness), reason)
    if not exploration.complete:
        return exploration.cut_off()
    if missing:
        return Unknown(subject.name, missing)
    for term, under in failing.items():
        if _avoiding(entry, exploration, under, extras) is None:
            return Fails(subject.name, None, f"it holds under {term}, where it is said to fail")
    return Exhausted(subject.name, len(exploration.states))


def _avoiding(
    entry: ClaimEntry, exploration: Exploration, under: list[Any], extras: list[tuple[Any, ...]]
) -> tuple[Witness, str] | None:
    """A play under some of these terms that never gets there, and how it manages."""
    subject = exploration.subject
    terms = set(under)
    roots = [
        at for at in range(exploration.starts) if subject.terms_of(exploration.states[at]) in terms
    ]
    run = subject.interpreter.function(entry.function)
    for extra in extras:
        outside = _outside(exploration, run, extra)
        found = _ends(exploration, roots, outside)
        if found is not None:
            return found, "play ends here and never gets there"
        found = endless(exploration, roots, outside)
        if found is not None:
            return found, "this play can go round for ever and never gets there"
    return None


def _outside(exploration: Exploration, run: Callable[..., Any], extra: tuple[Any, ...]) -> Inside:
    """Whether the goal does not hold of a state, worked out once a state."""
    known: dict[int, bool] = {}

    def outside(state: int) -> bool:
        if state not in known:
            try:
                known[state] = not run(exploration.states[state], *extra)
            except Fault:
                # A goal that cannot be worked out is not reached.
                known[state] = True
        return known[state]

    return outside


def _ends(exploration: Exploration, roots: list[int], outside: Inside) -> Witness | None:
    """A shortest play that comes to its end outside the goal."""
    tree = reached(exploration, roots, outside)
    dead = set(exploration.deadlocks)
    for state in tree.parent:
        if exploration.over[state] or state in dead:
            root, moves = tree.path(state)
            numbered = tuple(exploration.moves[m] for m in moves)
            return Witness(exploration.states[root], numbered)
    return None
