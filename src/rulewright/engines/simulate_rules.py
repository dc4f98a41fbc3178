"""How often rules speak in a play: of its states, of moves that are made, of what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from rulewright.ir.fault import Fault
from rulewright.ir.program import MoveKind, Program, RuleEntry
from rulewright.words.terms import Term

from .explore_moves import about, combinations
from .subject import Subject

# A rule by its position, its predicate, and all values of its further parameters.
_Asked: TypeAlias = tuple[int, Callable[..., Any], list[tuple[Any, ...]]]
# Called with the name of a rule in which a duty fails.
OnFault: TypeAlias = Callable[[str, Fault], None]


def speaking(entry: RuleEntry, members: frozenset[Term]) -> bool:
    """Whether a rule counts at all under some terms."""
    clauses = (c for c in entry.rule.clauses if c.force is not None)
    return any(c.under is None or c.under in members for c in clauses)


def of_states(program: Program) -> list[int]:
    """The rules about states alone, by position."""
    return [at for at, entry in enumerate(program.rules) if not entry.kinds]


def of_moves(program: Program, kind: int, *, outcome: bool) -> list[int]:
    """The rules about a kind of move, or about what it does."""
    entries = enumerate(program.rules)
    return [at for at, e in entries if kind in e.kinds and e.outcome is outcome]


class Rules:
    """The rules of a subject that count under its terms, ready to be asked."""

    def __init__(self, subject: Subject, terms: Any) -> None:
        self._subject = subject
        self._members = subject.members(terms)
        program, kinds = subject.program, subject.program.kinds
        self.number = len(program.rules)
        self.of_states = self._ready(of_states(program), None)
        self.of_moves = [
            self._ready(of_moves(program, at, outcome=False), kind) for at, kind in enumerate(kinds)
        ]
        self.of_outcomes = [
            self._ready(of_moves(program, at, outcome=True), kind) for at, kind in enumerate(kinds)
        ]

    def _ready(self, rules: list[int], kind: MoveKind | None) -> list[_Asked]:
        found, subject = [], self._subject
        for at in rules:
            entry = subject.program.rules[at]
            if speaking(entry, self._members):
                speaks = (
                    subject.interpreter.function(entry.speaks)
                    if kind is None
                    else about(subject, entry.speaks, kind)
                )
                found.append((at, speaks, combinations(entry.extra)))
        return found

    def name(self, at: int) -> str:
        """The name of a rule."""
        return self._subject.program.rules[at].rule.name


def count(
    rules: Rules, asked: list[_Asked], args: tuple[Any, ...], into: list[int], on_fault: OnFault
) -> None:
    """Count each of some rules that speaks of what is given."""
    for at, speaks, extras in asked:
        try:
            # Every one is asked: a duty may fail in the last.
            into[at] += sum(bool(speaks(*args, *extra)) for extra in extras) > 0
        except Fault as fault:
            on_fault(rules.name(at), fault)
