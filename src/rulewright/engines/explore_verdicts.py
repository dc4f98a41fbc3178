"""From what a search, or a sample of plays, has seen of a claim to its verdict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from rulewright.ir.fault import Fault
from rulewright.ir.program import ClaimEntry
from rulewright.words.claims import ClaimKind
from rulewright.words.terms import Term

from .explore_claims import Looked
from .explore_found import Case
from .subject import Subject, Witness
from .verdict import Fails, Shown, Unknown, Vacuous, Verdict


def replayed(subject: Subject, witness: Witness) -> Any:
    """The play of a witness, made again in CPython."""
    from .trace import Trace

    return Trace.replay(subject, witness)


class Seen(Protocol):
    """What was seen of a subject: by a search, or in random plays."""

    @property
    def subject(self) -> Subject:
        """What was looked at."""

    @property
    def looked(self) -> dict[ClaimEntry, Looked]:
        """What was seen of each claim."""

    @property
    def complete(self) -> bool:
        """Whether there is nothing else to see."""

    def openings(self) -> Iterable[Any]:
        """The first states of play that were looked at."""

    def witness(self, case: Case) -> Witness:
        """A play to a case of `looked`."""

    def tried(self, case: Case) -> tuple[int, Any] | None:
        """The move of a case that could not be made."""

    def strength(self) -> Verdict:
        """The verdict on what holds in all cases that were seen."""

    def cut_off(self) -> Unknown:
        """The answer where not everything was seen and nothing that was decides."""


def split(seen: Seen, unless: tuple[Term, ...]) -> tuple[list[Any], dict[Term, list[Any]], str]:
    """The terms of play under which a claim must hold, and by member of `unless` those under
    which it must fail; the third part says which of these the scope leaves out, if any.
    """
    found: dict[Any, frozenset[Term]] = {}
    subject = seen.subject
    for state in seen.openings():
        terms = subject.terms_of(state)
        if terms not in found:
            found[terms] = subject.members(terms)
    holding = [terms for terms, members in found.items() if not members.intersection(unless)]
    failing = {term: [t for t, members in found.items() if term in members] for term in unless}
    missing = [str(term) for term, under in failing.items() if not under]
    reason = f"no play under {' or '.join(missing)} starts in this scope" if missing else ""
    if not holding:
        reason = "every play of this scope is under terms that the claim excludes"
    return holding, failing, reason


def check_cases(entry: ClaimEntry, seen: Seen) -> Verdict:
    """The verdict on a claim that each case decides: always, never, sometimes and bounds."""
    claim, looked, name = entry.claim, seen.looked[entry], seen.subject.name
    if looked.refused:
        return Unknown(name, looked.refused)
    holding, failing, missing = split(seen, claim.unless)
    verdict = _shown if claim.kind is ClaimKind.SOMETIMES else _held
    found = verdict(entry, seen, looked, holding)
    if isinstance(found, Fails | Unknown | Vacuous):
        return found
    if missing:
        return Unknown(name, missing)
    return _fails_under(entry, seen, looked, failing) or found


def _first(looked: Looked, under: Iterable[Any]) -> tuple[Case, Any] | None:
    """The earliest case that decides under some of these terms."""
    found = [looked.decided[terms] for terms in under if terms in looked.decided]
    return min(found, key=lambda decided: decided[0].state, default=None)


def _held(entry: ClaimEntry, seen: Seen, looked: Looked, holding: list[Any]) -> Verdict:
    subject = seen.subject
    decided = _first(looked, holding)
    if decided is not None:
        case, value = decided
        trace = replayed(subject, seen.witness(case))
        move = seen.tried(case)
        attempt = None if move is None else trace.then(subject, move)
        return Fails(subject.name, trace, _reason(entry, value), attempt)
    if not looked.asked.intersection(holding):
        return _nothing_asked(entry, seen)
    if looked.met is not None and not looked.met.intersection(holding):
        if not seen.complete:
            return seen.cut_off()
        return Vacuous(subject.name, f"the premise of {entry.claim.name} never holds")
    if entry.claim.reached and not _is_reached(entry, looked, holding):
        if not seen.complete:
            return seen.cut_off()
        return Fails(subject.name, None, _short_of(entry, looked, holding))
    return seen.strength()


def _nothing_asked(entry: ClaimEntry, seen: Seen) -> Verdict:
    """A claim that met no case: about moves that never occur, or about nothing."""
    subject = seen.subject
    if not seen.complete:
        return seen.cut_off()
    if not entry.kinds:
        return Unknown(subject.name, f"there is no case to ask {entry.claim.name} about")
    kinds = " or ".join(subject.program.kinds[at].name for at in entry.kinds)
    return Vacuous(subject.name, f"no play has a legal {kinds}")


def _shown(entry: ClaimEntry, seen: Seen, looked: Looked, holding: list[Any]) -> Verdict:
    subject = seen.subject
    decided = _first(looked, holding)
    if decided is not None:
        return Shown(subject.name, replayed(subject, seen.witness(decided[0])))
    if not seen.complete:
        return seen.cut_off()
    if not looked.asked.intersection(holding):
        return _nothing_asked(entry, seen)
    return Fails(subject.name, None, "no play reaches such a position")


def _fails_under(
    entry: ClaimEntry, seen: Seen, looked: Looked, failing: dict[Term, list[Any]]
) -> Verdict | None:
    """None where the claim fails under each of the terms it excludes; else what is wrong."""
    subject = seen.subject
    for term, under in failing.items():
        decided = _first(looked, under)
        if entry.claim.kind is not ClaimKind.SOMETIMES:
            if decided is not None:
                continue
            if not seen.complete:
                return seen.cut_off()
            return Fails(subject.name, None, f"it holds under {term}, where it is said to fail")
        if decided is not None:
            trace = replayed(subject, seen.witness(decided[0]))
            return Fails(subject.name, trace, f"it can happen under {term} as well")
        if not seen.complete:
            return seen.cut_off()
    return None


def _reason(entry: ClaimEntry, value: Any) -> str:
    if isinstance(value, Fault):
        return f"it cannot be worked out here: {value}"
    match entry.claim.kind:
        case ClaimKind.NEVER:
            return "it happens here"
        case ClaimKind.AT_MOST:
            return f"it is {value} here, more than {entry.claim.bound}"
        case ClaimKind.AT_LEAST:
            return f"it is {value} here, less than {entry.claim.bound}"
        case _:
            return "it does not hold here"


def _is_reached(entry: ClaimEntry, looked: Looked, holding: list[Any]) -> bool:
    found = (looked.best[terms][0] for terms in holding if terms in looked.best)
    return any(number == entry.claim.bound for number in found)


def _short_of(entry: ClaimEntry, looked: Looked, holding: list[Any]) -> str:
    found = [looked.best[terms][0] for terms in holding if terms in looked.best]
    least = entry.claim.kind is ClaimKind.AT_LEAST
    number, word = (min(found), "least") if least else (max(found), "greatest")
    return f"no position reaches {entry.claim.bound}: the {word} is {number}"
