"""Random plays by native code, the same ones that the interpreter makes, one record each.

Python draws the opening of each play and writes it down with its random numbers; native code plays
many to their ends. The first play in which a duty fails, or that is stuck, is made again by the
interpreter, which says what is wrong.
"""

from __future__ import annotations

import ctypes
import struct
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from rulewright.ir.fault import Fault
from rulewright.ir.types import Unbounded

from .explore_moves import never
from .explore_native import CannotBeNative
from .sample_play import MOST_MOVES, Ending
from .simulate_choose import own_terms
from .simulate_play import InterpreterRunner
from .simulate_random import PlayRandom
from .simulate_record import Record
from .simulate_rules import speaking
from .subject import Subject

# A call to native code is to take about so many seconds: then progress is told, and ^C heeded.
_SLICE = 0.2
_FIRST_ROWS, _MOST_ROWS = 8, 1 << 14


class NotReady(Exception):
    """Native code would have to be compiled first."""


class _Played(NamedTuple):
    """Some plays that were made: their rows, where each is, and the seconds that it took."""

    numbers: range
    block: bytearray
    rows: dict[int, int]
    spent: float

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.numbers)


class NativeRunner:
    """Makes plays with native code. CannotBeNative where it cannot; see also InterpreterRunner.

    only_kept: NotReady where the code would have to be compiled first.
    """

    def __init__(
        self,
        subject: Subject,
        cache: Path | None = None,
        most_moves: int = MOST_MOVES,
        threads: int = 1,
        progress: Callable[[str], None] | None = None,
        *,
        only_kept: bool = False,
    ) -> None:
        from rulewright.backends.native.jit import NotKept, Unavailable
        from rulewright.backends.native.play_plan import PlayPlan, library
        from rulewright.backends.native.shapes import Refused

        self.subject = subject
        self.most_moves = most_moves
        self.threads = threads
        self.interpreted = InterpreterRunner(subject, most_moves)
        program = subject.program
        terms = own_terms(subject)
        members = subject.members(terms)
        counts = tuple(speaking(entry, members) for entry in program.rules)
        owable = tuple(not never(program, program.functions[k.owed].body) for k in program.kinds)
        try:
            self.plan = PlayPlan(program, terms, counts, owable)
            self._library = library(self.plan, cache, progress, only_kept=only_kept)
        except NotKept as reason:
            raise NotReady from reason
        except (Refused, Unavailable, Unbounded) as reason:
            raise CannotBeNative(str(reason)) from reason
        number, address = ctypes.c_int64, ctypes.c_void_p
        self._function = self._library.function("rw_play", number, address, number, address, number)
        self._starts: dict[Any, bytes | None] = {}
        self._told = False

    def plays(self, seed: int, numbers: range) -> Iterator[Record]:
        """The plays of these numbers; of troubles, the first is told."""
        self._told = False
        with ThreadPoolExecutor(self.threads) as pool:
            at, rows, waiting = 0, _FIRST_ROWS, deque[Future[_Played]]()
            while at < len(numbers) or waiting:
                while at < len(numbers) and len(waiting) < 2 * self.threads:
                    chunk = numbers[at : at + rows]
                    waiting.append(pool.submit(self._chunk, seed, chunk))
                    at += len(chunk)
                played = waiting.popleft().result()
                rows = max(1, min(_MOST_ROWS, 2 * rows, int(played.number * _SLICE / played.spent)))
                yield from self._records(seed, played)

    def _chunk(self, seed: int, numbers: range) -> _Played:
        """Play some plays to their ends."""
        begun = [(number, *self._begun(seed, number)) for number in numbers]
        ready = [each for each in begun if each[2] is not None]
        size, first = 8 * self.plan.words, 8 * self.plan.state_at
        block = bytearray(size * len(ready))
        for at, (_, random, start) in enumerate(ready):
            assert start is not None
            struct.pack_into("<Q", block, at * size, random)
            block[at * size + first : at * size + first + len(start)] = start
        began = perf_counter()
        self._run(block, len(ready))
        rows = {number: at * size for at, (number, _, _) in enumerate(ready)}
        return _Played(numbers, block, rows, max(perf_counter() - began, 1e-6))

    def _records(self, seed: int, played: _Played) -> Iterator[Record]:
        for number in played.numbers:
            yield self._record(played.block, played.rows.get(number), seed, number)

    def _begun(self, seed: int, number: int) -> tuple[int, bytes | None]:
        """The random numbers of a play after its opening, and its start; None where it has none."""
        random = PlayRandom.of(seed, number)
        opening = self.interpreted.drawer.opening(random)
        if opening not in self._starts:
            self._starts[opening] = self._start(opening)
        return random.state, self._starts[opening]

    def _start(self, opening: tuple[Any, Any]) -> bytes | None:
        """The first state of an opening, as native code has it; None where a duty fails.

        None, too, where a start does not keep to the terms that native code was made for.
        """
        from rulewright.backends.native.layout import write

        try:
            state = self.interpreted.player.fitting(self.subject.start(*opening))
        except Fault:
            return None
        if self.plan.terms is not None and self.subject.terms_of(state) != self.plan.terms:
            return None
        held = bytearray(self.plan.bytes)
        write(self.subject.program.state, self.plan.shape, state, held, 0)
        return bytes(held)

    def _run(self, block: bytearray, number: int) -> None:
        if not number:
            return
        rows = (ctypes.c_char * len(block)).from_buffer(block)
        entries = (ctypes.c_int32 * (self.plan.choices + 1))()
        self._function(ctypes.addressof(rows), number, ctypes.addressof(entries), self.most_moves)

    def _record(self, block: bytearray, at: int | None, seed: int, number: int) -> Record:
        plan = self.plan
        if at is None:
            record = self._again(seed, number)
            kept = replace(record, trouble=None) if self._told else record
            self._told = self._told or record.trouble is not None
            return kept
        words: tuple[int, ...] = struct.unpack_from(f"<{plan.state_at}q", block, at)
        ending = _ENDINGS[words[2]]
        if ending in (Ending.DEAD_END, Ending.FAULT) and not self._told:
            self._told = True
            return self._again(seed, number, ending)
        scores = wins = None
        if ending is Ending.OVER:
            if plan.scores is not None:
                scores = words[plan.scores_at : plan.wins_at]
            if plan.wins is not None:
                wins = tuple(map(bool, words[plan.wins_at : plan.state_at]))
        kinds, rules = (
            words[plan.kinds_at : plan.rules_at],
            words[plan.rules_at : plan.scores_at],
        )
        return Record(words[1], ending, kinds, rules, scores, wins)

    def _again(self, seed: int, number: int, ending: Ending | None = None) -> Record:
        """The record of a play as the interpreter makes it, with what is wrong.

        ending: how it ended by native code, where that began it.
        """
        record = next(self.interpreted.plays(seed, range(number, number + 1)))
        if ending not in (None, record.ending):
            raise AssertionError(f"play {number} of seed {seed} is {record.ending}, not {ending}")
        return record


# How a play ended, by the number that native code writes down.
_ENDINGS = (Ending.OVER, Ending.DEAD_END, Ending.CUT_OFF, Ending.FAULT)
