"""Who makes the plays of a simulation: the interpreter, or native code where there are many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from .explore_native import CannotBeNative
from .sample_play import MOST_MOVES
from .simulate_native import NativeRunner, NotReady
from .simulate_play import InterpreterRunner
from .simulate_record import Record, Runner
from .subject import Subject
from .verdict import Budget, How

# Up to so many moves are made by the interpreter before native code would be compiled.
FEW_MOVES = 1_000


def runner_of(subject: Subject, budget: Budget) -> Runner:
    """Who makes the plays of a budget. CannotBeNative where native code is insisted on."""
    if budget.how is How.INTERPRETED:
        return InterpreterRunner(subject)
    if budget.how is How.NATIVE or budget.threads > 1:
        return _native(subject, budget)

    def native(*, only_kept: bool) -> Runner:
        return _native(subject, budget, only_kept=only_kept)

    return FittingRunner(subject, native, budget.progress, FEW_MOVES)


def _native(subject: Subject, budget: Budget, *, only_kept: bool = False) -> NativeRunner:
    from rulewright.backends.native.plan import cache_folder

    if not only_kept:
        budget.progress(0, "compiling")
    return NativeRunner(subject, cache_folder(), MOST_MOVES, budget.threads, only_kept=only_kept)


def note_of(runner: Runner) -> str:
    """Why there was no native code where it was wanted; empty where there was."""
    return runner.note if isinstance(runner, FittingRunner) else ""


class Native(Protocol):
    """What makes a runner of native code; only_kept: NotReady where it must be compiled first."""

    def __call__(self, *, only_kept: bool) -> Runner: ...


class FittingRunner:
    """The interpreter for the first plays, native code for the others; the plays are the same.

    Where there is much to play, code that was compiled before takes over after the first play.
    note: why there was no native code where it was wanted.
    """

    def __init__(
        self,
        subject: Subject,
        native: Native,
        progress: Callable[[int, str], None],
        few_moves: int,
    ) -> None:
        self.note = ""
        self._first = InterpreterRunner(subject)
        self._native = native
        self._progress = progress
        self._few_moves = few_moves

    def plays(self, seed: int, numbers: range) -> Iterator[Record]:
        """The plays of these numbers."""
        moves = at = 0
        while at < len(numbers) and moves < self._few_moves:
            for record in self._first.plays(seed, numbers[at : at + 1]):
                moves += record.moves
                yield record
            at += 1
            kept = self._kept() if at == 1 and moves * len(numbers) > self._few_moves else None
            if kept is not None:
                yield from kept.plays(seed, numbers[at:])
                return
        if at < len(numbers):
            yield from self._other().plays(seed, numbers[at:])

    def _kept(self) -> Runner | None:
        try:
            return self._native(only_kept=True)
        except (CannotBeNative, NotReady):
            return None

    def _other(self) -> Runner:
        try:
            return self._native(only_kept=False)
        except CannotBeNative as reason:
            self.note = str(reason)
            self._progress(0, f"playing without native code: {reason}")
            return self._first
