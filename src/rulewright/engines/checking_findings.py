"""What is searched for without being asked: gaps, contradictions, dead rules, what never occurs,
and sentences that no rule cites. Each finding is a question that a designer can answer.

gap            a position that is not the end and has no legal move; a duty that fails
contradiction  a rule over what a move does, or of every state, that play does not keep
dead rule      a rule that never speaks, or whose exceptions always stand in its place
unreachable    a kind of move that never occurs; the end of play, where no play comes to one
cover          a sentence of the source without a rule and without a reason for that
ruling         a ruling on something that is no longer found

Dead rules and what never occurs are looked for in searches that are complete, all together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.project import LoadedGame
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place, line_of
from rulewright.words.forces import AnyRule, Force

from .checking_cover import cover_of
from .checking_dead import dead, never_ending, never_occurring
from .checking_identity import Finding, case_text, cited, identity, in_words, sentence_text
from .checking_rulings import Ruling, read_rulings
from .checking_stuck import late, late_at_random, stuck, stuck_at_random
from .explore_found import Broken, Case, Exploration, Failure
from .subject import Subject, Witness
from .trace import Attempt, Trace

if TYPE_CHECKING:
    from .sample import Sampling


@dataclass(frozen=True, eq=False)
class Seen:
    """What a check has looked at.

    whole: everything, each scope of the game to its end. ended: every searched scope, so that what
    was not met in any does not occur at all.
    """

    explorations: Sequence[Exploration]
    samplings: Sequence[Sampling]
    whole: bool
    ended: bool


class _Looked(Protocol):
    """What a search and a sample both tell."""

    @property
    def subject(self) -> Subject:
        """What was examined."""

    @property
    def broken(self) -> Sequence[Broken]:
        """The rules that some state or some move's effect does not obey."""

    def witness(self, case: Case) -> Witness:
        """A play to a case."""

    def state(self, case: Case) -> Any:
        """The state of a case, as an IR value."""

    def tried(self, case: Case) -> tuple[int, Any] | None:
        """The move of a case that could not be made."""


def findings_of(loaded: LoadedGame, seen: Seen) -> tuple[Finding, ...]:
    """All findings, those that a ruling settles included; none twice, the shortest play kept."""
    found: dict[str, Finding] = {}
    for finding in _all(loaded, seen):
        kept = found.get(finding.id)
        if kept is None or _length(finding) < _length(kept):
            found[finding.id] = finding
    rulings = read_rulings(loaded.rulings)
    settled = [
        replace(f, ruling=rulings[f.id].reason) if f.id in rulings else f for f in found.values()
    ]
    missed = [r for r in rulings.values() if r.finding not in found]
    return (*settled, *(_stale(r) for r in missed if _looked_for(r.finding, seen)))


def _looked_for(finding: str, seen: Seen) -> bool:
    """Whether a finding of this name would have been found if it were still there."""
    match finding.rpartition("-")[0]:
        case "gap" | "contradiction":
            return seen.whole
        case "dead-rule" | "unreachable":
            return seen.ended
        case _:
            return True


def _all(loaded: LoadedGame, seen: Seen) -> Iterator[Finding]:
    for exploration in seen.explorations:
        yield from stuck(exploration)
        yield from late(exploration)
        yield from _met(exploration, exploration.failures, exploration.moves)
    for sampling in seen.samplings:
        yield from stuck_at_random(sampling)
        yield from late_at_random(sampling)
        yield from _met(sampling, sampling.faults, sampling.log.moves)
    if seen.ended:
        yield from never_occurring(seen.explorations)
        yield from never_ending(seen.explorations)
        yield from dead(seen.explorations)
    covered = cover_of(loaded)
    for id_ in covered.missing:
        sentence = covered.index.by_id[id_]
        yield Finding(
            identity("cover", (), id_, sentence_text(sentence.paraphrase)),
            "cover",
            f"No rule cites {id_} ({sentence.section}): “{sentence.paraphrase}” "
            "Which rule says so, or why is none needed?",
            (),
            (id_,),
        )


def _length(finding: Finding) -> int:
    return len(finding.play.steps) if finding.play is not None else 0


def _stale(ruling: Ruling) -> Finding:
    return Finding(
        identity("ruling", (), ruling.finding),
        "ruling",
        f"The ruling on {ruling.finding} answers nothing that is found any more. Can it go?",
        (),
        (),
    )


# What is asked of the rule's own words, by the force with which it is not kept.
_WRONG = {
    Force.MUST_NOT: "here it happens",
    Force.MUST: "here it does not happen",
    Force.MAY: "here it does not happen",
    Force.ALWAYS: "here it does not hold",
}


def _met(
    seen: _Looked,
    failures: Sequence[Failure],
    moves: Sequence[tuple[int, Any]],
) -> Iterator[Finding]:
    names = _Names(seen, moves)
    # What a claim owes is told with the claim.
    yield from (names.gap(failure) for failure in failures if not failure.of_claim)
    yield from (names.contradiction(broken) for broken in seen.broken)


@dataclass(frozen=True, eq=False)
class _Names:
    """The findings of one search, or of one sample, that name a rule or a kind of move."""

    seen: _Looked
    moves: Sequence[tuple[int, Any]]

    def gap(self, failure: Failure) -> Finding:
        """A duty that fails in a position that play reaches."""
        rule = self._rule(failure.where)
        where = f"“{in_words(rule)}”" if rule else failure.where[0].upper() + failure.where[1:]
        asked = {
            DutyKind.EXACTLY_ONE: f"Which one is meant? {where} speaks of exactly one",
            DutyKind.DEFINED: f"What happens here? {where} needs something that is not there",
            DutyKind.IN_BOUNDS: f"Can this be? {where} gives more or less than there can be",
        }
        rules = (rule.name,) if rule else ()
        situation = f"{failure.kind.value}: {failure.where}: {_source(failure.place)}"
        play, attempt = (None, None) if failure.case is None else self._shown(failure.case)
        return Finding(
            identity("gap", rules, situation, *self._case(failure.case, failure.times)),
            "gap",
            f"{asked[failure.kind]}: {failure.reason}.",
            rules,
            cited(rule) if rule else (),
            self.seen.subject.name,
            play,
            attempt,
            times=failure.times,
        )

    def contradiction(self, broken: Broken) -> Finding:
        """A rule that some position or some move's effect does not keep."""
        rule = broken.rule.rule
        wrong = _WRONG[broken.force]
        what = "what the move does" if broken.rule.outcome else "the position that play reaches"
        play, attempt = self._shown(broken.case)
        case = self._case(broken.case, broken.times)
        return Finding(
            identity("contradiction", (rule.name,), f"{broken.force.value} is not kept", *case),
            "contradiction",
            f"“{in_words(rule)}”: {wrong}. Which is right, the rule or {what}?",
            (rule.name,),
            cited(rule),
            self.seen.subject.name,
            play,
            attempt,
            times=broken.times,
        )

    def _case(self, case: Case | None, times: int) -> tuple[str, str]:
        """What tells a finding from the like of it elsewhere: the first case, and how many."""
        if case is None:
            return "", str(times)
        state = self.seen.state(case)
        move = None if case.move is None else self.moves[case.move]
        return case_text(self.seen.subject, state, move), str(times)

    def _rule(self, name: str) -> AnyRule | None:
        return next((r for r in self.seen.subject.book.rules if r.name == name), None)

    def _shown(self, case: Case) -> tuple[Trace, Attempt | None]:
        """The play to a case, and the move that was tried where it could not be made."""
        play = Trace.replay(self.seen.subject, self.seen.witness(case))
        move = self.seen.tried(case)
        return play, None if move is None else play.then(self.seen.subject, move)


def _source(place: Place | None) -> str:
    """The text that owes a duty, which names it better than its line number."""
    text = None if place is None else line_of(place.file, place.line)
    return "" if text is None or place is None else text[place.column :][: place.width].strip()
