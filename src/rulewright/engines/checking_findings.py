"""What is searched for without being asked: gaps, contradictions, dead rules, what never occurs,
and sentences that no rule cites. Each finding is a question that a designer can answer.

gap            a position that is not the end and has no legal move; a duty that fails
contradiction  a rule over what a move does, or of every state, that play does not keep
dead rule      a rule that never speaks, or whose exceptions always stand in its place
unreachable    a kind of move that never occurs
cover          a sentence of the source without a rule and without a reason for that
ruling         a ruling on something that is no longer found

Dead rules and what never occurs are looked for in searches that are complete, all together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.backends.cpython import CPython
from rulewright.ir.types import EnumT
from rulewright.ir.values import lift
from rulewright.project import LoadedGame
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place, line_of
from rulewright.words.forces import AnyRule, Force, Rule

from .checking_cover import cover_of
from .checking_rulings import Ruling, read_rulings
from .explore_found import Broken, Case, Exploration, Failure, Use
from .explore_moves import Moves, about, combinations
from .subject import Subject, Witness
from .trace import Disagreement, Trace

if TYPE_CHECKING:
    from .sample import Sampling


@dataclass(frozen=True, eq=False)
class Finding:
    """Something that the rules contradict, leave open or make dead.

    id: stays the same while the kind, the rules and the situation do. question: for the designer.
    ruling: the reason by which it is settled; empty where nobody has settled it.
    scope: where it was met. play: the shortest that leads to it. attempt: the move that is then
    tried and cannot be made, with who makes it (a seat from 0, None for chance).
    """

    id: str
    kind: str
    question: str
    rules: tuple[str, ...]
    sentences: tuple[str, ...]
    scope: str = ""
    play: Trace | None = None
    attempt: tuple[int | None, Any] | None = None
    ruling: str = ""

    @property
    def settled(self) -> bool:
        """Whether a ruling answers it."""
        return bool(self.ruling)


class Seen(Protocol):
    """What a search and a sample both tell."""

    @property
    def subject(self) -> Subject:
        """What was examined."""

    @property
    def broken(self) -> Sequence[Broken]:
        """The rules that some state or some move's effect does not obey."""

    def witness(self, case: Case) -> Witness:
        """A play to a case."""


def identity(kind: str, rules: Iterable[str], situation: str) -> str:
    """The stable name of a finding."""
    told = "\n".join([kind, *sorted(rules), situation])
    return f"{kind.replace(' ', '-')}-{sha256(told.encode()).hexdigest()[:8]}"


def findings_of(
    loaded: LoadedGame, explorations: Sequence[Exploration], samplings: Sequence[Sampling]
) -> tuple[Finding, ...]:
    """All findings, those that a ruling settles included; none twice, the shortest play kept."""
    found: dict[str, Finding] = {}
    for finding in _all(loaded, explorations, samplings):
        kept = found.get(finding.id)
        if kept is None or _length(finding) < _length(kept):
            found[finding.id] = finding
    rulings = read_rulings(loaded.rulings)
    settled = [
        replace(f, ruling=rulings[f.id].reason) if f.id in rulings else f for f in found.values()
    ]
    return (*settled, *(_stale(r) for r in rulings.values() if r.finding not in found))


def _all(
    loaded: LoadedGame, explorations: Sequence[Exploration], samplings: Sequence[Sampling]
) -> Iterator[Finding]:
    # What a claim owes is told with the claim.
    claims = frozenset(claim.name for claim in loaded.claims)
    for exploration in explorations:
        yield from _stuck(exploration)
        yield from _late(exploration)
        yield from _met(exploration, exploration.failures, exploration.moves, claims)
    for sampling in samplings:
        yield from (_stuck_at(sampling, case) for case in sampling.dead_ends[:1])
        yield from _met(sampling, sampling.faults, sampling.log.moves, claims)
    if _all_searched(loaded, explorations):
        yield from _never_occurring(explorations)
        yield from _dead(explorations)
    covered = cover_of(loaded)
    for id_ in covered.missing:
        sentence = covered.index.by_id[id_]
        yield Finding(
            identity("cover", (), id_),
            "cover",
            f"No rule cites {id_} ({sentence.section}): “{sentence.paraphrase}” "
            "Which rule says so, or why is none needed?",
            (),
            (id_,),
        )


def _all_searched(loaded: LoadedGame, explorations: Sequence[Exploration]) -> bool:
    """Whether every searched scope was searched to its end: only then something never occurs."""
    scopes = {scope.name for scope in loaded.book.game.scopes if scope.searched}
    done = {e.subject.name for e in explorations if e.complete and e.starts}
    return bool(scopes) and done == scopes


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


def cited(rule: AnyRule) -> tuple[str, ...]:
    """The sentences that a rule cites."""
    return tuple(dict.fromkeys(clause.cite for clause in rule.clauses))


def in_words(rule: AnyRule) -> str:
    """What a rule says: the first paragraph of its docstring, else its name with spaces."""
    text = (rule.speaks.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(text.split()).rstrip(".") or rule.name.replace("_", " ")


def _met(
    seen: Seen,
    failures: Sequence[Failure],
    moves: Sequence[tuple[int, Any]],
    claims: frozenset[str],
) -> Iterator[Finding]:
    names = _Names(seen, moves)
    yield from (names.gap(failure) for failure in failures if failure.where not in claims)
    yield from (names.contradiction(broken) for broken in seen.broken)


def _stuck(exploration: Exploration) -> Iterator[Finding]:
    """Positions without a legal move, told apart by what their enums show (phases, mostly)."""
    at = _enums(exploration.subject)
    first: dict[tuple[Any, ...], int] = {}
    for state in exploration.deadlocks:
        value = exploration.states[state]
        first.setdefault(tuple(value[i] for i in at), state)
    for state in first.values():
        yield _stuck_at(exploration, Case(state))


def _late(exploration: Exploration) -> Iterator[Finding]:
    """Moves that the rules allow though play is over."""
    subject = exploration.subject
    for case in exploration.late:
        assert case.move is not None  # a late case is about a move
        at, value = exploration.moves[case.move]
        kind = subject.program.kinds[at]
        play = Trace.replay(subject, exploration.play(case.state))
        move = lift(kind.type, value)
        python = CPython(subject.program)
        if not python.legal(play.last, move):
            raise Disagreement(f"{move!r} is not legal in CPython once play is over")
        yield Finding(
            identity("contradiction", (), f"{kind.name} after the end"),
            "contradiction",
            f"Play is over here, and the rules still allow {kind.name}. Which is right?",
            (),
            (),
            subject.name,
            play,
            (python.mover(play.last, move), move),
        )


def _enums(subject: Subject) -> list[int]:
    """The positions of the parts of the state that are enums."""
    fields = subject.program.state.fields
    return [at for at, (_, kind) in enumerate(fields) if isinstance(kind, EnumT)]


def _stuck_at(seen: Seen, case: Case) -> Finding:
    subject = seen.subject
    play = Trace.replay(subject, seen.witness(case))
    names = [subject.program.state.fields[at][0] for at in _enums(subject)]
    situation = ", ".join(f"{name}={getattr(play.last, name).name}" for name in names)
    return Finding(
        identity("gap", (), f"no legal move: {situation}"),
        "gap",
        "Nobody has a legal move here and play is not over. What happens?",
        (),
        (),
        subject.name,
        play,
    )


@dataclass(frozen=True, eq=False)
class _Names:
    """The findings of one search, or of one sample, that name a rule or a kind of move."""

    seen: Seen
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
            identity("gap", rules, situation),
            "gap",
            f"{asked[failure.kind]}: {failure.reason}.",
            rules,
            cited(rule) if rule else (),
            self.seen.subject.name,
            play,
            attempt,
        )

    def contradiction(self, broken: Broken) -> Finding:
        """A rule that some position or some move's effect does not keep."""
        rule = broken.rule.rule
        wrong = "happens" if broken.force is Force.MUST_NOT else "does not happen"
        what = "what the move does" if broken.rule.outcome else "the position that play reaches"
        play, attempt = self._shown(broken.case)
        return Finding(
            identity("contradiction", (rule.name,), f"{broken.force.value} is not kept"),
            "contradiction",
            f"“{in_words(rule)}”: here it {wrong}. Which is right, the rule or {what}?",
            (rule.name,),
            cited(rule),
            self.seen.subject.name,
            play,
            attempt,
        )

    def _rule(self, name: str) -> AnyRule | None:
        return next((r for r in self.seen.subject.book.rules if r.name == name), None)

    def _shown(self, case: Case) -> tuple[Trace, tuple[int | None, Any] | None]:
        """The play to a case, and the move that was tried where it could not be made."""
        subject = self.seen.subject
        play = Trace.replay(subject, self.seen.witness(case))
        if case.move is None or case.after is not None:
            return play, None
        kind, value = self.moves[case.move]
        move = lift(subject.program.kinds[kind].type, value)
        by = subject.program.kinds[kind].cls.by
        seat: Any = getattr(play.last, by) if isinstance(by, str) else None
        return play, (seat() if callable(seat) else seat, move)


def _source(place: Place | None) -> str:
    """The text that owes a duty, which names it better than its line number."""
    text = None if place is None else line_of(place.file, place.line)
    return "" if text is None or place is None else text[place.column :][: place.width].strip()


def _never_occurring(explorations: Sequence[Exploration]) -> Iterator[Finding]:
    """Kinds of moves that no search has met."""
    scopes = _scopes(explorations)
    for name in _never(explorations):
        yield Finding(
            identity("unreachable", (), name),
            "unreachable",
            f"Nobody ever makes the move {name} (in {scopes}). What should allow it?",
            (),
            (),
        )


def _never(explorations: Sequence[Exploration]) -> list[str]:
    counts = [exploration.occurred() for exploration in explorations]
    return [name for name in counts[0] if not any(count[name] for count in counts)]


def _scopes(explorations: Sequence[Exploration]) -> str:
    names = list(dict.fromkeys(e.subject.name for e in explorations))
    return f"scope{'s' if len(names) > 1 else ''} {', '.join(names)}"


def _dead(explorations: Sequence[Exploration]) -> Iterator[Finding]:
    """Rules that no search has heard, unless the moves they are about never occur either."""
    absent = set(_never(explorations))
    uses: dict[str, list[tuple[Exploration, Use]]] = {}
    for exploration in explorations:
        for use in exploration.uses:
            uses.setdefault(use.rule.rule.name, []).append((exploration, use))
    for name, all_uses in uses.items():
        rule = all_uses[0][1].rule.rule
        kinds = explorations[0].subject.program.kinds
        about_kinds = [kinds[at].name for at in all_uses[0][1].rule.kinds]
        if (about_kinds and absent.issuperset(about_kinds)) or any(
            b.rule.rule.name == name for e in explorations for b in e.broken
        ):
            continue
        why = _why_dead(rule, all_uses, _scopes(explorations))
        if why is not None:
            situation, question, others = why
            yield Finding(
                identity("dead rule", (name,), situation),
                "dead rule",
                question,
                (name, *others),
                cited(rule),
            )


def _why_dead(
    rule: Rule[Any], uses: Sequence[tuple[Exploration, Use]], scopes: str
) -> tuple[str, str, tuple[str, ...]] | None:
    """The situation, the question and the rules that stand in the way; None for a rule in use."""
    said = f"“{in_words(rule)}”"
    silent = "never speaks"
    if not any(use.spoke for _, use in uses):
        under = [str(c.under) for c in rule.clauses if c.under is not None]
        if not any(use.asked for _, use in uses) and len(under) == len(rule.clauses):
            where = f"under {' or '.join(under)} only, and no play begins so (in {scopes})"
            return silent, f"{said} counts {where}. Which scope should?", ()
        if any(_speaks_at_the_end(exploration, use) for exploration, use in uses):
            return None
        return silent, f"{said} never speaks (in {scopes}). When is it meant to apply?", ()
    if any(number for _, use in uses for number in use.stood.values()):
        return None
    others = tuple(exception.name for exception in rule.exceptions)
    always = f"wherever it speaks, {' or '.join(others)} stands in its place (in {scopes})"
    return "never stands", f"{said} makes no difference: {always}. Is it needed?", others


def _speaks_at_the_end(exploration: Exploration, use: Use) -> bool:
    """Whether a rule speaks of a move in a position where play is over, which no search asks.

    A rule that forbids all moves after the end is heard there and nowhere else.
    """
    subject, entry = exploration.subject, use.rule
    if not entry.kinds or entry.outcome:
        return False
    moves = Moves(subject)
    under = {clause.under for clause in entry.rule.clauses}
    extras = combinations(entry.extra)
    kinds = subject.program.kinds
    speaks = {at: about(subject, entry.speaks, kinds[at]) for at in entry.kinds}
    for number, over in enumerate(exploration.over):
        state = exploration.states[number]
        counts = None in under or under & subject.members(subject.terms_of(state))
        if not over or not counts:
            continue
        for at, move in (moves.table[m] for m in moves.possible(state, lambda *_: None)):
            if at in speaks and any(speaks[at](state, move, *extra) for extra in extras):
                return True
    return False
