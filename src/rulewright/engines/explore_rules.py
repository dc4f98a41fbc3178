"""What a search learns of rules: how often each speaks and stands, and where one is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import MoveKind, Program, RuleEntry
from rulewright.words.forces import Force

from .explore_found import Broken, Case, Use
from .explore_moves import about, combinations
from .subject import Subject

# Forces whose rules must hold of a state, or of what a move does.
_DEMANDING = (Force.MUST, Force.ALWAYS)


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


class _Tally:
    """The running counts of one rule."""

    def __init__(self, entry: RuleEntry) -> None:
        self.entry = entry
        self.asked = 0
        self.spoke = 0
        self.stood: Counter[Force] = Counter({c.force: 0 for c in entry.rule.clauses if c.force})


class RuleWatch:
    """Asks every rule about everything a search meets. One for each search."""

    def __init__(self, subject: Subject, on_fault: Callable[[str, Fault, Case], None]) -> None:
        self._subject = subject
        self._on_fault = on_fault
        self._tallies = {entry: _Tally(entry) for entry in subject.program.rules}
        self._broken: dict[tuple[RuleEntry, Force], tuple[Case, int]] = {}
        kinds = subject.program.kinds
        rules = subject.program.rules
        self._of_states = [_Asked(subject, e, None) for e in rules if not e.kinds and not e.outcome]
        self._of_moves = [
            [_Asked(subject, e, kind) for e in rules if at in e.kinds and not e.outcome]
            for at, kind in enumerate(kinds)
        ]
        self._of_outcomes = [
            [_Asked(subject, e, kind) for e in rules if at in e.kinds and e.outcome]
            for at, kind in enumerate(kinds)
        ]
        self._active: dict[Any, tuple[Any, Any, Any]] = {}

    def _under(self, terms: Any) -> tuple[Any, Any, Any]:
        """The rules that count under some terms, each with its forces that count."""
        if terms not in self._active:
            members = self._subject.members(terms)

            def counting(asked: list[_Asked]) -> list[tuple[_Asked, tuple[Force, ...]]]:
                pairs = [
                    (a, tuple(c.force for c in a.clauses if c.under is None or c.under in members))
                    for a in asked
                ]
                return [(a, tuple(dict.fromkeys(f for f in fs if f))) for a, fs in pairs if fs]

            self._active[terms] = (
                counting(self._of_states),
                [counting(asked) for asked in self._of_moves],
                [counting(asked) for asked in self._of_outcomes],
            )
        return self._active[terms]

    def state(self, terms: Any, state: Any, at: int) -> None:
        """Ask the rules about states alone."""
        for asked, forces in self._under(terms)[0]:
            self._ask(asked, forces, (state,), Case(at), obey=True)

    def move(self, terms: Any, state: Any, kind: int, move: Any, case: Case) -> None:
        """Ask the rules about a move that is possible."""
        for asked, forces in self._under(terms)[1][kind]:
            self._ask(asked, forces, (state, move), case, obey=False)

    def outcome(self, terms: Any, kind: int, args: tuple[Any, Any, Any], case: Case) -> None:
        """Ask the rules about what a legal move has done; args are (before, move, after)."""
        for asked, forces in self._under(terms)[2][kind]:
            self._ask(asked, forces, args, case, obey=True)

    def watches_outcomes(self, kind: int) -> bool:
        """Whether any rule is about what this kind of move does."""
        return bool(self._of_outcomes[kind])

    def _ask(
        self,
        asked: _Asked,
        forces: tuple[Force, ...],
        args: tuple[Any, ...],
        case: Case,
        obey: bool,
    ) -> None:
        tally = self._tallies[asked.entry]
        tally.asked += 1
        spoke = False
        stood: set[Force] = set()
        for extra in asked.extras:
            full = (*args, *extra) if extra else args
            try:
                speaks = asked.speaks(*full)
                excused = bool(asked.excuses) and (speaks or obey) and asked.excused(full)
            except Fault as fault:
                self._on_fault(asked.entry.rule.name, fault, case)
                continue
            spoke = spoke or speaks
            if speaks and not excused:
                stood.update(forces)
            if obey and not excused:
                self._obeyed(asked, forces, speaks, case, extra)
        tally.spoke += spoke
        for force in stood:
            tally.stood[force] += 1

    def _obeyed(
        self, asked: _Asked, forces: tuple[Force, ...], speaks: bool, case: Case, extra: Any
    ) -> None:
        for force in forces:
            wrong = speaks if force is Force.MUST_NOT else force in _DEMANDING and not speaks
            if wrong:
                key = (asked.entry, force)
                first = Case(case.state, case.move, case.after, extra)
                kept, times = self._broken.get(key, (first, 0))
                self._broken[key] = (kept, times + 1)

    def uses(self) -> list[Use]:
        """How often each rule was asked, spoke and stood."""
        return [Use(t.entry, t.asked, t.spoke, dict(t.stood)) for t in self._tallies.values()]

    def broken(self) -> list[Broken]:
        """The rules that some state or some move's effect does not obey."""
        return [
            Broken(entry, force, case, times)
            for (entry, force), (case, times) in self._broken.items()
        ]
