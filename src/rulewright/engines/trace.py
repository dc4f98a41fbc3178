"""Plays and positions that were seen in CPython: the only evidence that is ever shown.

A `Trace` or a `Position` cannot be built but by running the project's own functions. Where CPython
disagrees with the engine that proposed one, `Disagreement` is raised: a fault of the toolkit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rulewright.backends.cpython import CPython
from rulewright.ir.program import ClaimEntry
from rulewright.ir.values import lift

if TYPE_CHECKING:
    from .subject import Subject, Witness


class Disagreement(Exception):
    """An engine proposed a play that CPython does not play so. Never the rulebook's fault."""


_REPLAYED: Final = object()


@dataclass(frozen=True)
class Step:
    """One move of a play: who made it (a seat from 0, None for chance), and the state after it."""

    mover: int | None
    move: Any
    state: Any


@dataclass(frozen=True)
class Attempt:
    """A move that is tried and cannot be made, for what it does fails a duty."""

    mover: int | None
    move: Any


@dataclass(frozen=True)
class Trace:
    """A play, replayed in CPython step by step.

    scope: the name of the scope. start: the first state. loop_from: where the last state has been
    before (0 for the first state) in a play that can go round for ever.
    """

    scope: str
    start: Any
    steps: tuple[Step, ...]
    loop_from: int | None
    _seal: object = field(repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if self._seal is not _REPLAYED:
            raise TypeError("a Trace is made by Trace.replay only")

    @property
    def last(self) -> Any:
        """The state the play ends in."""
        return self.steps[-1].state if self.steps else self.start

    def then(self, subject: Subject, tried: tuple[int, Any]) -> Attempt:
        """A move, as (position of its kind, IR value), that is tried after the play."""
        kind, value = tried
        move = lift(subject.program.kinds[kind].type, value)
        return Attempt(CPython(subject.program).mover(self.last, move), move)

    @classmethod
    def replay(cls, subject: Subject, witness: Witness) -> Trace:
        """Play the moves of a witness in CPython; Disagreement where they cannot be so played."""
        play = CPython(subject.program)
        program = subject.program
        start = lift(program.state, witness.start)
        _check_start(play, start)
        state, steps = start, []
        for number, (kind, value) in enumerate(witness.moves):
            move = lift(program.kinds[kind].type, value)
            if play.over(state) or not play.legal(state, move):
                raise Disagreement(f"move {number + 1}, {move!r}, is not legal in CPython")
            mover = play.mover(state, move)
            state = play.step(state, move)
            steps.append(Step(mover, move, state))
        states = [start, *(step.state for step in steps)]
        if witness.loop_from is not None and states[witness.loop_from] != states[-1]:
            raise Disagreement("the play does not come back to where it was in CPython")
        return cls(subject.name, start, tuple(steps), witness.loop_from, _REPLAYED)


def _check_start(play: CPython, start: Any) -> None:
    terms = getattr(start, "terms", None)
    if not any(play.start(terms, deal) == start for deal in play.openings):
        raise Disagreement(f"{start!r} is no first state in CPython")


@dataclass(frozen=True)
class Position:
    """A state, with what a claim asks of it, worked out in CPython. No play to it was looked for.

    asked: the values of the claim's further parameters. value: what its function says there.
    """

    scope: str
    state: Any
    asked: tuple[Any, ...]
    value: Any
    _seal: object = field(repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if self._seal is not _REPLAYED:
            raise TypeError("a Position is made by Position.check only")

    @classmethod
    def check(
        cls, subject: Subject, entry: ClaimEntry, state: Any, extra: tuple[Any, ...] = ()
    ) -> Position:
        """Ask a claim of a state, both given as IR values, in CPython."""
        program = subject.program
        asked = tuple(lift(kind, value) for kind, value in zip(entry.extra, extra, strict=True))
        held = lift(program.state, state)
        value = CPython(program).ask(entry.claim, held, *asked)
        return cls(subject.name, held, asked, value, _REPLAYED)
