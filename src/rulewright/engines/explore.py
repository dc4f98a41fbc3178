"""The explore engine: claims decided by visiting every state that play can reach.

`explore` searches, `check` answers one claim; claims of one subject share a search.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.ir.program import ClaimEntry
from rulewright.words.claims import ClaimKind

from .explore_found import Broken, Case, Exploration, Failure, Use
from .explore_how import explore
from .explore_liveness import check_endless, check_eventually
from .explore_matters import check_matters
from .explore_search import Observer
from .explore_verdicts import check_cases
from .subject import NotAlike, Subject
from .verdict import Budget, Unknown, Verdict

__all__ = [
    "Broken",
    "Case",
    "Exploration",
    "Failure",
    "Observer",
    "Use",
    "check",
    "explore",
]

_WHOLE = (ClaimKind.EVENTUALLY, ClaimKind.TERMINATES, ClaimKind.MATTERS)


def check(claim: ClaimEntry, subject: Subject, budget: Budget) -> Verdict:
    """The verdict of a search on a claim of the subject's program.

    What is asked of whole plays, or of terms, is asked of a search without symmetry: where a play
    comes back to a state that is the same but for an order, it has not come back to where it was.
    """
    if claim.claim.kind in _WHOLE:
        budget = replace(budget, symmetry=False)
    try:
        exploration = subject.exploration(budget)
    except NotAlike as reason:
        return Unknown(subject.name, str(reason))
    if not exploration.starts:
        return Unknown(subject.name, "play cannot start in this scope")
    if exploration.covered < 0:
        return Unknown(subject.name, f"the search ended after {budget.states} states")
    match claim.claim.kind:
        case ClaimKind.EVENTUALLY:
            return check_eventually(claim, exploration)
        case ClaimKind.TERMINATES:
            return check_endless(exploration)
        case ClaimKind.MATTERS:
            return check_matters(claim, exploration, budget)
        case _:
            return check_cases(claim, exploration)
