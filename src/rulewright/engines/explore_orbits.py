"""States that differ only in an order that means nothing, in a search: one of them stands for all.

Such a search meets representatives, each after some representative's real move. A play is made
from that path: it begins at a real start, and every move is the one that the turns between the
real state and the representative make of the move that was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Protocol

from rulewright.backends.canonical import Canonical
from rulewright.ir.fault import Fault

from .explore_moves import about
from .subject import Subject, Witness
from .verdict import Budget


class Orbits(Protocol):
    """Which states count as one. words: what is unordered in them; empty for nothing."""

    @property
    def words(self) -> str:
        """What is unordered; empty for nothing."""

    def canonical(self, state: Any) -> Any:
        """The state that stands for this one."""

    def play(self, states: Sequence[Any], moves: Sequence[tuple[int, Any]]) -> Witness:
        """A play, from the representatives on the way and the moves that each of them made."""

    def size(self, state: Any) -> int:
        """How many states count as one with this one."""

    def starts(self) -> int:
        """In how many states play can begin."""


def orbits_of(subject: Subject, budget: Budget) -> Orbits:
    """Which states count as one in a search. NotAlike where what the budget wants cannot be."""
    symmetry = subject.symmetry(budget)
    if symmetry is None:
        return _Single(subject)
    return _Unordered(subject, Canonical(symmetry, subject.program.state))


class _Single:
    """Every state counts."""

    words = ""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def canonical(self, state: Any) -> Any:
        """The state itself."""
        return state

    def play(self, states: Sequence[Any], moves: Sequence[tuple[int, Any]]) -> Witness:
        """The play as it was found."""
        return Witness(states[0], tuple(moves))

    def size(self, _state: Any) -> int:
        """One."""
        return 1

    def starts(self) -> int:
        """In how many states play can begin."""
        return len(set(_starts(self._subject)))


class _Unordered:
    """One state of each orbit counts."""

    def __init__(self, subject: Subject, canonical: Canonical) -> None:
        self._subject = subject
        self.canonical = canonical
        self.words = canonical.symmetry.words

    def play(self, states: Sequence[Any], moves: Sequence[tuple[int, Any]]) -> Witness:
        """A play, from the representatives on the way and the moves that each of them made.

        Native code may choose other representatives; both states are led to the same one here.
        """
        program = self._subject.program
        start = state = self._start(states[0])
        made: list[tuple[int, Any]] = []
        for at, (number, move) in enumerate(moves):
            kind = program.kinds[number].type
            _, from_kept = self.canonical.found(states[at])
            _, from_real = self.canonical.found(state)
            move = self.canonical.onward(kind, states[at], move, from_kept)
            move = self.canonical.back(kind, state, move, from_real)
            made.append((number, move))
            if at + 1 < len(moves):
                step = about(self._subject, program.step[number], program.kinds[number])
                state = step(state, move)
        return Witness(start, tuple(made))

    def _start(self, representative: Any) -> Any:
        wanted = self.canonical(representative)
        return next(s for s in _starts(self._subject) if self.canonical(s) == wanted)

    def size(self, state: Any) -> int:
        """How many states count as one with this one."""
        return self.canonical.size(state)

    def starts(self) -> int:
        """In how many states play can begin."""
        return len(set(_starts(self._subject)))


def _starts(subject: Subject) -> Iterator[Any]:
    for terms, deal in subject.openings():
        with suppress(Fault):
            yield subject.start(terms, deal)
