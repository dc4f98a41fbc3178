"""Whether it matters how a sentence is read: two members of a reading, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import ClaimEntry
from rulewright.ir.types import EnumT, RecordT, Type, Unbounded, size
from rulewright.words.terms import Term

from .explore_found import Exploration
from .explore_moves import Moves, combinations
from .explore_verdicts import replayed
from .subject import Subject, Witness
from .verdict import Budget, Fails, Shown, Unknown, Verdict

# Definitions whose parameters have more values than this are not compared.
_MOST_VALUES = 1_000


def check_matters(entry: ClaimEntry, exploration: Exploration, budget: Budget) -> Verdict:
    """Whether some position is played differently under two members of the claim's reading."""
    subject, reading = exploration.subject, entry.claim.reading
    if exploration.symmetry:
        return Unknown(subject.name, "it was searched up to symmetry")
    at = None if reading is None else _field(subject, reading)
    if reading is None or at is None:
        return Unknown(subject.name, f"the game's terms do not hold what {entry.claim.name} asks")
    compare = _Compare(subject, at, len(reading))
    opening = compare.opening()
    if opening is not None:
        return Shown(subject.name, replayed(subject, Witness(opening, ())))
    for number, state in enumerate(exploration.states):
        if number % 256 == 0:
            budget.progress(number, f"comparing what {reading.__name__} may mean")
        if compare.differs(state):
            return Shown(subject.name, replayed(subject, exploration.play(number)))
    if not exploration.complete:
        return exploration.cut_off()
    reason = f"no position is played differently, whatever {reading.__name__} means"
    return Fails(subject.name, None, reason)


def _field(subject: Subject, reading: type[Term]) -> int | None:
    """The position of a reading among the terms."""
    if subject.terms_at < 0:
        return None
    terms = subject.program.state.fields[subject.terms_at][1]
    assert isinstance(terms, RecordT)
    fields = (i for i, (_, t) in enumerate(terms.fields) if t == EnumT(reading))
    return next(fields, None)


def _outcome(run: Callable[..., Any], *args: Any) -> Any:
    """A value, or the kind of the duty that fails in its place."""
    try:
        return run(*args)
    except Fault as fault:
        return fault.kind


class _Compare:
    """Compares one state under each member of a reading."""

    def __init__(self, subject: Subject, at: int, members: int) -> None:
        program = subject.program
        self.subject = subject
        self.at = at
        self.members = members
        self.moves = Moves(subject)
        self.over = subject.interpreter.function(program.over)
        self.definitions = [
            (subject.interpreter.function(entry.value), extras)
            for entry in program.definitions
            # An exception speaks through what it stands instead of.
            if not entry.rule.instead_of and (extras := _extras(subject, entry.value)) is not None
        ]

    def opening(self) -> Any:
        """A first state that is another under another member; None where there is none."""
        for terms, deal in self.subject.openings():
            if terms is None:
                return None
            own = _outcome(self.subject.start, terms, deal)
            for member in range(self.members):
                other = _outcome(self.subject.start, self._terms(terms, member), deal)
                if self._same(own) != self._same(other) and isinstance(own, tuple):
                    return own
        return None

    def differs(self, state: Any) -> bool:
        """Whether the state is played differently, or values differ, under another member."""
        own = state[self.subject.terms_at][self.at]
        others = [self._under(state, m) for m in range(self.members) if m != own]
        for asked in self._questions():
            answer = asked(state)
            if any(asked(other) != answer for other in others):
                return True
        return False

    def _questions(self) -> Iterator[Callable[[Any], Any]]:
        yield lambda state: _outcome(self.over, state)
        yield self._moves
        for run, extras in self.definitions:
            yield lambda state, run=run, extras=extras: [  # type: ignore[misc]
                _outcome(run, state, *extra) for extra in extras
            ]

    def _terms(self, terms: Any, member: int) -> Any:
        return (*terms[: self.at], member, *terms[self.at + 1 :])

    def _under(self, state: Any, member: int) -> Any:
        at = self.subject.terms_at
        return (*state[:at], self._terms(state[at], member), *state[at + 1 :])

    def _same(self, state: Any) -> Any:
        """A state with the member left out, for comparing what is on the table."""
        return self._under(state, 0) if isinstance(state, tuple) else state

    def _moves(self, state: Any) -> list[Any]:
        """The legal moves by number with what each does, and the duties that fail in all this."""
        if _outcome(self.over, state) is True:
            return []
        found: list[Any] = []

        def on_fault(where: str, fault: Fault, move: int) -> None:
            found.append((move, fault.kind))

        possible = self.moves.possible(state, on_fault)
        for number in self.moves.legal(state, possible, on_fault):
            kind, move = self.moves.table[number]
            found.append((number, self._same(_outcome(self.moves.step[kind], state, move))))
        return found


def _extras(subject: Subject, function: str) -> list[tuple[Any, ...]] | None:
    """The values of a definition's parameters after the state; None where they are too many."""
    first, *rest = (kind for _, kind in subject.program.functions[function].params)
    types: tuple[Type, ...] = tuple(rest)
    try:
        if first != subject.program.state or prod(map(size, types)) > _MOST_VALUES:
            return None
    except Unbounded:
        return None
    return combinations(types)
