"""What a search has found, in one piece: counts, coverage of rules and moves, invariants, ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.words.claims import AnyClaim, ClaimKind, Expect
from rulewright.words.games import Rulebook
from rulewright.words.scopes import Scope
from rulewright.words.terms import Parameters

from .checking_usable import usable
from .explore_found import Exploration, Use
from .explore_liveness import check_endless
from .explore_verdicts import check_cases
from .subject import Subject
from .verdict import Verdict

# Claims that every position or move must satisfy.
_INVARIANTS = (ClaimKind.ALWAYS, ClaimKind.NEVER, ClaimKind.AT_MOST, ClaimKind.AT_LEAST)
# More transitions than this are not searched for cycles unless that is asked for.
MANY_TRANSITIONS = 1_000_000
# More ends of play than this are not told apart unless there are few enough to look at each.
MANY_ENDS = 20_000
# The states that more than this stand for are not counted: it takes some microseconds for each.
MANY_ORBITS = 200_000


@dataclass(frozen=True)
class Invariant:
    """A claim that must hold everywhere, and what the search says of it."""

    claim: AnyClaim
    verdict: Verdict


@dataclass(frozen=True)
class Summary:
    """What a search has found.

    moves: how many transitions each kind of move has. unused: values of the fields of moves that
    occur in none, by kind and field, as IR values. endless: whether play can go round for ever;
    None where it was not looked for. outcomes: ends of play by who wins (seats), None where nobody
    says who wins, or there are too many. whole: how many states there are where one was visited
    of those that differ in an order alone; None where that was not so, or is not known.
    """

    found: Exploration
    moves: dict[str, int]
    rules: Sequence[Use]
    invariants: Sequence[Invariant]
    endless: Verdict | None
    outcomes: dict[tuple[int, ...], int] | None
    whole: int | None = None


def invariants_at(
    book: Rulebook, scope: Scope, box: Parameters, claims: Sequence[AnyClaim]
) -> list[AnyClaim]:
    """The claims that must hold of every position or move in a scope, and can be asked there."""
    here = [
        claim
        for claim in claims
        if claim.kind in _INVARIANTS
        and claim.expect is not Expect.FAILS
        and not claim.reached
        and not claim.unless
        and (not claim.scopes or scope.name in claim.scopes)
    ]
    return usable(book, box, here)[0]


def summary(found: Exploration, *, endless: bool | None = None) -> Summary:
    """Put together what a search has found.

    endless: look for cycles (None: where there are not very many transitions).
    """
    looks = found.transitions <= MANY_TRANSITIONS if endless is None else endless
    looks = looks and not found.symmetry
    return Summary(
        found=found,
        moves=found.occurred(),
        rules=found.uses,
        invariants=[Invariant(e.claim, check_cases(e, found)) for e in found.looked],
        endless=check_endless(found) if looks else None,
        outcomes=_outcomes(found),
        whole=_whole(found),
    )


def _whole(found: Exploration) -> int | None:
    """How many states the orbits of the states have in all, where play reaches each of them.

    It does where it can begin in each state of the orbits of its starts.
    """
    if found.orbits is None or not found.symmetry or not found.complete:
        return None
    if len(found.states) > MANY_ORBITS:
        return None
    starts = sum(map(found.orbits.size, found.openings()))
    if starts != found.orbits.starts():
        return None
    return sum(map(found.orbits.size, found.states))


def _outcomes(found: Exploration) -> dict[tuple[int, ...], int] | None:
    """How many ends of play each set of winners has."""
    subject: Subject = found.subject
    ending = subject.program.ending
    if ending is None or ending.wins is None or found.final > MANY_ENDS:
        return None
    wins = subject.interpreter.function(ending.wins)
    seats = range(0 if ending.seat.high is None else ending.seat.high + 1)
    counts: Counter[tuple[int, ...]] = Counter()
    for number, over in enumerate(found.over):
        if over:
            state = found.states[number]
            counts[tuple(seat for seat in seats if wins(state, seat))] += 1
    return dict(counts)
