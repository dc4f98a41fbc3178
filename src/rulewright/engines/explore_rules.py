"""What a search learns of rules: how often each speaks and stands, and where one is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import MoveKind, Program, RuleEntry
from rulewright.words.forces import Force
from rulewright.words.terms import Term

from .explore_found import Broken, Case, Use
from .explore_moves import about, combinations
from .subject import Subject

# Forces whose rules must hold of a state, or of what a move does.
_DEMANDING = (Force.MUST, Force.ALWAYS)
_OBEYED = (*_DEMANDING, Force.MUST_NOT)


class _Asked:
    """A rule about one kind of move (or of states alone), ready to be asked."""

    def __init__(self, subject: Subject, entry: RuleEntry, kind: MoveKind | None) -> None:
        def ready(name: str) -> Callable[..., Any]:
            return (
                subject.interpreter.function(name) if kind is None else about(subject, name, kind)
            )

        self.entry = entry
        self.speaks = ready(entry.speaks)
        self.extras = combinations(entry.extra)
        self.plain = not entry.extra and not tuple(entry.rule.exceptions)
        self.clauses = [c for c in entry.rule.clauses if c.force is not None]
        excuses = [e for e in _exceptions(subject.program, entry) if _fits(e, subject, kind)]
        self.excuses = [ready(name) for e in excuses for name in dict.fromkeys(e.stands.values())]

    def excused(self, args: tuple[Any, ...]) -> bool:
        """Whether some exception stands in the rule's place."""
        return any(excuse(*args) for excuse in self.excuses)


def _exceptions(program: Program, entry: RuleEntry) -> Iterator[RuleEntry]:
    rules = tuple(entry.rule.exceptions)
    return (other for other in program.rules if any(other.rule is rule for rule in rules))


def _fits(entry: RuleEntry, subject: Subject, kind: MoveKind | None) -> bool:
    return kind is None or any(subject.program.kinds[at] is kind for at in entry.kinds)


class _Standing:
    """A rule with the forces that count under some terms, and its running counts there."""

    def __init__(self, rule: _Asked, forces: tuple[Force, ...]) -> None:
        self.rule = rule
        self.forces = forces
        self.forbidding = [f for f in forces if f is Force.MUST_NOT]
        self.demanding = [f for f in forces if f in _DEMANDING]
        self.asked = 0
        self.spoke = 0
        self.stood = 0


class RuleWatch:
    """Asks every rule about everything a search meets. One for each search.

    coverage: whether every rule is asked, and how often it speaks counted; without, only those are
    asked that states and what moves do must obey.
    """

    def __init__(
        self,
        subject: Subject,
        on_fault: Callable[[str, Fault, Case], None],
        *,
        coverage: bool = True,
    ) -> None:
        self._subject = subject
        self._coverage = coverage
        self._on_fault = on_fault
        self._broken: dict[tuple[RuleEntry, Force], tuple[Case, int]] = {}
        rules = subject.program.rules
        self._of_states = [_Asked(subject, e, None) for e in rules if not e.kinds]
        self._of_moves: list[list[_Asked]] = []
        self._of_outcomes: list[list[_Asked]] = []
        for at, kind in enumerate(subject.program.kinds):
            about = [_Asked(subject, e, kind) for e in rules if at in e.kinds]
            self._of_moves.append([asked for asked in about if not asked.entry.outcome])
            self._of_outcomes.append([asked for asked in about if asked.entry.outcome])
        self._active: dict[Any, tuple[list[_Standing], ...]] = {}

    def _under(self, terms: Any) -> tuple[list[_Standing], ...]:
        """The rules that count under some terms: of states, of each kind, of each one's outcome."""
        found = self._active.get(terms)
        if found is None:
            members = self._subject.members(terms)
            lists = (self._of_states, *self._of_moves, *self._of_outcomes)
            found = self._active[terms] = tuple(
                _counting(asked, members, self._coverage) for asked in lists
            )
        return found

    def state(self, terms: Any, state: Any, at: int) -> None:
        """Ask the rules about states alone."""
        for standing in self._under(terms)[0]:
            self._ask(standing, (state,), Case(at), obey=True)

    def move(self, terms: Any, kind: int, args: tuple[Any, Any], case: Case) -> None:
        """Ask the rules about a move that is possible; args are (state, move)."""
        if not self._coverage:
            return
        for standing in self._under(terms)[1 + kind]:
            self._ask(standing, args, case, obey=False)

    def outcome(self, terms: Any, kind: int, args: tuple[Any, Any, Any], case: Case) -> None:
        """Ask the rules about what a legal move has done; args are (before, move, after)."""
        for standing in self._under(terms)[1 + len(self._of_moves) + kind]:
            self._ask(standing, args, case, obey=True)

    def watches_outcomes(self, kind: int) -> bool:
        """Whether any rule is about what this kind of move does."""
        return bool(self._of_outcomes[kind])

    def _ask(self, standing: _Standing, args: tuple[Any, ...], case: Case, obey: bool) -> None:
        rule = standing.rule
        standing.asked += 1
        if not rule.plain:
            self._ask_at_length(standing, args, case, obey)
            return
        try:
            speaks = rule.speaks(*args)
        except Fault as fault:
            self._on_fault(rule.entry.rule.name, fault, case)
            return
        if speaks:
            standing.spoke += 1
            standing.stood += 1
        if obey:
            self._obeyed(standing, speaks, case)

    def _ask_at_length(
        self, standing: _Standing, args: tuple[Any, ...], case: Case, obey: bool
    ) -> None:
        """Ask a rule that has exceptions or parameters of its own, for all their values."""
        rule = standing.rule
        spoke = stood = False
        for extra in rule.extras:
            full = (*args, *extra)
            here = Case(case.state, case.move, case.after, extra)
            try:
                speaks = rule.speaks(*full)
                # An exception takes the place of what speaks, or of what ought to be so.
                excused = (speaks or obey) and rule.excused(full)
            except Fault as fault:
                self._on_fault(rule.entry.rule.name, fault, here)
                continue
            spoke = spoke or speaks
            stood = stood or (speaks and not excused)
            if obey and not excused:
                self._obeyed(standing, speaks, here)
        standing.spoke += spoke
        standing.stood += stood

    def _obeyed(self, standing: _Standing, speaks: bool, case: Case) -> None:
        for force in standing.forbidding if speaks else standing.demanding:
            key = (standing.rule.entry, force)
            first, times = self._broken.get(key, (case, 0))
            self._broken[key] = (first, times + 1)

    def uses(self) -> list[Use]:
        """How often each rule was asked, spoke and stood; nothing where that was not counted."""
        if not self._coverage:
            return []
        standings = [s for lists in self._active.values() for each in lists for s in each]
        found = []
        for entry in self._subject.program.rules:
            own = [s for s in standings if s.rule.entry is entry]
            forces = dict.fromkeys(c.force for c in entry.rule.clauses if c.force)
            stood = {f: sum(s.stood for s in own if f in s.forces) for f in forces}
            asked, spoke = sum(s.asked for s in own), sum(s.spoke for s in own)
            found.append(Use(entry, asked, spoke, stood))
        return found

    def broken(self) -> list[Broken]:
        """The rules that some state or some move's effect does not obey."""
        return [
            Broken(entry, force, case, times)
            for (entry, force), (case, times) in self._broken.items()
        ]


def _counting(rules: list[_Asked], members: frozenset[Term], coverage: bool) -> list[_Standing]:
    """Those of the rules that have a clause which counts under these terms."""
    found = []
    for rule in rules:
        forces = [
            c.force
            for c in rule.clauses
            if (c.under is None or c.under in members) and (coverage or c.force in _OBEYED)
        ]
        if forces:
            found.append(_Standing(rule, tuple(dict.fromkeys(f for f in forces if f))))
    return found
