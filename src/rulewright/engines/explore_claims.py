"""Claims while a search runs: each is asked of every case until it is decided, under each terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeAlias

from rulewright.ir.fault import Fault
from rulewright.ir.nodes import Expr, Implies, Let
from rulewright.ir.program import ClaimEntry, Function
from rulewright.ir.types import Type, Unbounded, size
from rulewright.words.claims import ClaimKind

from .explore_found import Case, owed_by_claim
from .explore_moves import about, as_argument, combinations
from .subject import Subject

# More values than this for the parameters of one claim are not tried in every state.
MOST_COMBINATIONS = 20_000

# The values to try for the further parameters of a claim, from their types, each time it is asked.
Extras: TypeAlias = Callable[[tuple[Type, ...]], Iterable[tuple[Any, ...]]]

_SEARCHED = (
    ClaimKind.ALWAYS,
    ClaimKind.NEVER,
    ClaimKind.SOMETIMES,
    ClaimKind.AT_MOST,
    ClaimKind.AT_LEAST,
)


@dataclass
class Looked:
    """What a search has seen of one claim.

    asked: the terms under which it was asked of some case.
    decided: by terms, the first case that fails the claim
    (`sometimes`: that shows it), with the value found there or the duty that failed.
    best: by terms, the greatest (`at least`: the least) number seen, with its case.
    met: the terms under which its premise held in some case; None for a claim without one.
    refused: why it could not be asked at all; empty where it was.
    """

    asked: set[Any] = field(default_factory=set)
    decided: dict[Any, tuple[Case, Any]] = field(default_factory=dict)
    best: dict[Any, tuple[int, Case]] = field(default_factory=dict)
    met: set[Any] | None = None
    refused: str = ""


class Refused(Exception):
    """A claim's further parameters have too many values to ask it of."""


def all_of(types: tuple[Type, ...]) -> list[tuple[Any, ...]]:
    """Every combination of the values of these types; Refused where there are too many."""
    try:
        number = prod(size(kind) for kind in types)
    except Unbounded as reason:
        raise Refused(f"its parameters have no end: {reason}") from reason
    if number > MOST_COMBINATIONS:
        raise Refused(f"its parameters have {number} values")
    return combinations(types)


def premise_of(function: Function) -> Function | None:
    """The premise of a claim that says `implies(premise, …)`, as a function of its own."""

    def found(body: Expr) -> Expr | None:
        match body:
            case Implies(premise, _):
                return premise
            case Let(name, value, inner):
                premise_inside = found(inner)
                if premise_inside is None:
                    return None
                return Let(name, value, premise_inside, premise_inside.type)
            case _:
                return None

    premise = found(function.body)
    if premise is None:
        return None
    return Function(f"the premise of {function.name}", function.params, premise)


def _decides(entry: ClaimEntry) -> Callable[[Any], bool]:
    """Whether the value of one case settles the claim."""
    bound = entry.claim.bound or 0
    tests: dict[ClaimKind, Callable[[Any], bool]] = {
        ClaimKind.ALWAYS: lambda value: not value,
        ClaimKind.NEVER: bool,
        ClaimKind.SOMETIMES: bool,
        ClaimKind.AT_MOST: lambda value: bool(value > bound),
        ClaimKind.AT_LEAST: lambda value: bool(value < bound),
    }
    return tests[entry.claim.kind]


class _Watched:
    """One claim about states, or about one kind of move."""

    def __init__(
        self,
        subject: Subject,
        entry: ClaimEntry,
        looked: Looked,
        kind: int,
        extras: Iterable[tuple[Any, ...]],
    ) -> None:
        function = subject.program.functions[entry.function]
        self.entry = entry
        self.looked = looked
        self.run = _ready(subject, entry.function, kind)
        self.extras = extras
        self.decides = _decides(entry)
        self.premise: Callable[..., Any] | None = None
        self.bounds = entry.claim.kind in (ClaimKind.AT_MOST, ClaimKind.AT_LEAST)
        premise = premise_of(function)
        if premise is not None:
            run = subject.interpreter.compiled(premise)
            given = _argument(subject, function, kind)
            self.premise = lambda state, *rest: run(state, *given(rest))
            looked.met = set()

    def look(
        self, terms: Any, args: tuple[Any, ...], case: Case, on_fault: Callable[..., None]
    ) -> None:
        """Ask the claim of one case, for all values of its further parameters."""
        looked = self.looked
        if terms in looked.decided:
            return
        for extra in self.extras:
            looked.asked.add(terms)
            full = (*args, *extra) if extra else args
            here = Case(case.state, case.move, case.after, extra) if extra else case
            try:
                if looked.met is not None and terms not in looked.met:
                    self._meet(looked.met, terms, full)
                value = self.run(*full)
            except Fault as fault:
                on_fault(owed_by_claim(self.entry.claim.name), fault, here)
                if self.entry.claim.kind is not ClaimKind.SOMETIMES:
                    looked.decided[terms] = (here, fault)
                    return
                continue
            if self.bounds:
                self._note(terms, value, here)
            if self.decides(value):
                looked.decided[terms] = (here, value)
                return

    def _meet(self, met: set[Any], terms: Any, args: tuple[Any, ...]) -> None:
        """Note where the premise holds; it is asked until it has held once under the terms."""
        if self.premise is not None and self.premise(*args):
            met.add(terms)

    def _note(self, terms: Any, value: int, case: Case) -> None:
        best = self.looked.best
        kept = best.get(terms)
        least = self.entry.claim.kind is ClaimKind.AT_LEAST
        if kept is None or (value < kept[0] if least else value > kept[0]):
            best[terms] = (value, case)


def _ready(subject: Subject, function: str, kind: int) -> Callable[..., Any]:
    if kind < 0:
        return subject.interpreter.function(function)
    return about(subject, function, subject.program.kinds[kind])


def _argument(subject: Subject, function: Function, kind: int) -> Callable[[Any], Any]:
    """How the arguments after the state are handed over, the move as its parameter wants it."""
    if kind < 0:
        return lambda rest: rest
    given = as_argument(subject.program.kinds[kind], function.params[1][1])
    return lambda rest: (given(rest[0]), *rest[1:])


class ClaimWatch:
    """Asks the claims of a program about everything a search meets. One for each search."""

    def __init__(
        self,
        subject: Subject,
        on_fault: Callable[[str, Fault, Case], None],
        extras: Extras = all_of,
    ) -> None:
        self._on_fault = on_fault
        self._extras = extras
        self.looked: dict[ClaimEntry, Looked] = {}
        self._of_states: list[_Watched] = []
        kinds = len(subject.program.kinds)
        self._of_moves: list[list[_Watched]] = [[] for _ in range(kinds)]
        self._of_outcomes: list[list[_Watched]] = [[] for _ in range(kinds)]
        for entry in subject.program.claims:
            if entry.claim.kind in _SEARCHED:
                self._add(subject, entry)

    def _add(self, subject: Subject, entry: ClaimEntry) -> None:
        looked = self.looked[entry] = Looked()
        try:
            extras = self._extras(entry.extra)
        except Refused as reason:
            looked.refused = str(reason)
            return
        if not entry.kinds:
            self._of_states.append(_Watched(subject, entry, looked, -1, extras))
        lists = self._of_outcomes if entry.outcome else self._of_moves
        for kind in entry.kinds:
            lists[kind].append(_Watched(subject, entry, looked, kind, extras))

    def state(self, terms: Any, state: Any, at: int) -> None:
        """Ask the claims about states."""
        for watched in self._of_states:
            watched.look(terms, (state,), Case(at), self._on_fault)

    def move(self, terms: Any, kind: int, args: tuple[Any, Any], case: Case) -> None:
        """Ask the claims about a legal move; args are (state, move)."""
        for watched in self._of_moves[kind]:
            watched.look(terms, args, case, self._on_fault)

    def outcome(self, terms: Any, kind: int, args: tuple[Any, Any, Any], case: Case) -> None:
        """Ask the claims about what a legal move has done; args are (before, move, after)."""
        for watched in self._of_outcomes[kind]:
            watched.look(terms, args, case, self._on_fault)

    def watches(self, kind: int) -> bool:
        """Whether any claim is about moves of this kind."""
        return bool(self._of_moves[kind] or self._of_outcomes[kind])
