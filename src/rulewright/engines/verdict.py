"""What an engine can answer, and the budget it works in. A closed sum: nothing else is an answer.

A search that was cut off, a solver that ran out of time or a selection that was empty is Unknown
(or Bounded, where the depth that was covered in full is known); it never reads as success.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from .trace import Attempt, Position, Trace


@dataclass(frozen=True)
class Proved:
    """Holds of every state of the scope, by proof. `how`: "induction", "follows from …"."""

    scope: str
    how: str
    witness: Position | None = None  # a position that meets a bound which is to be reached


@dataclass(frozen=True)
class Exhausted:
    """Holds of every reachable state of the scope: all of them were visited.

    symmetry: what they were taken as unordered in: one of each kind was visited; empty for nothing.
    """

    scope: str
    states: int
    symmetry: str = ""


@dataclass(frozen=True)
class Shown:
    """A play reaches what the claim says can be reached."""

    scope: str
    witness: Trace


@dataclass(frozen=True)
class Bounded:
    """Holds of every play up to this many moves; longer plays were not looked at."""

    scope: str
    depth: int


@dataclass(frozen=True)
class Sampled:
    """No play among this many random ones fails it."""

    scope: str
    games: int
    moves: int


@dataclass(frozen=True)
class Fails:
    """A play, replayed in CPython, that fails the claim; or a position, for bounds of one.

    Without either, the claim that something can happen fails: the scope holds no such state.
    attempt: the move that is tried after the play and cannot be made, where it is what fails.
    """

    scope: str
    trace: Trace | Position | None
    reason: str
    attempt: Attempt | None = None


@dataclass(frozen=True)
class Vacuous:
    """The claim's premise never holds, so it says nothing."""

    scope: str
    premise: str


@dataclass(frozen=True)
class Unproved:
    """A position, and perhaps a move from it, that stands in the way of a proof.

    It is no counterexample: no play to it is known, and there may be none.
    """

    state: Any
    move: Any | None


@dataclass(frozen=True)
class Unknown:
    """No answer, and why; `where` a proof does not go through."""

    scope: str
    reason: str
    where: Unproved | None = None


Verdict: TypeAlias = Proved | Exhausted | Shown | Bounded | Sampled | Fails | Vacuous | Unknown


def _silent(_done: int, _note: str) -> None:
    """Progress that nobody watches."""


class How(Enum):
    """What expands the states of a search. Either finds the same."""

    FITTING = "the interpreter first, native code once there are many states"
    NATIVE = "native code"
    INTERPRETED = "the interpreter"


@dataclass(frozen=True)
class Kept:
    """Where a native search keeps itself on disk.

    spill: a folder for files that hold the states in place of memory. checkpoint: a folder where
    the search is saved every so many seconds, and at its end. resume: go on from what is there.
    """

    spill: Path | None = None
    checkpoint: Path | None = None
    resume: bool = False
    seconds: float = 60.0


@dataclass(frozen=True)
class Budget:
    """How much work an engine may do.

    seconds: for one question to a solver. states: to visit in a search. games: to sample.
    depth: moves of a bounded search. seed: of everything random. how: what searches.
    symmetry: visit one state of all those that differ only in what the game declares unordered,
    once every rule is known to treat it alike; `subject.NotAlike` where one does not.
    coverage: count how often each rule speaks.
    threads: that search side by side. memory: bytes that a native search may hold; None for no
    bound. kept: where on disk it keeps itself.
    progress: called now and then with the work done so far and a note.
    """

    seconds: float = 60.0
    states: int = 2_000_000
    games: int = 50
    depth: int = 8
    seed: int = 0
    threads: int = 1
    memory: int | None = None
    how: How = How.FITTING
    kept: Kept | None = None
    symmetry: bool = False
    coverage: bool = True
    progress: Callable[[int, str], None] = field(default=_silent, compare=False)
