"""Symbolic execution: what a function of a program gives for symbolic values, as terms.

The value is meant only where no duty fails. Duties are listed in the order in which they fall due,
each with the formula that says where it fails; the first that fails is the fault that CPython and
the interpreter raise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum

from rulewright.ir.nodes import Const, Expr
from rulewright.ir.program import Program
from rulewright.ir.types import BagT, RecordT, SetT, TupleT

from .algebra import Algebra
from .frame import Frame
from .logic import small
from .outcome import Dead, Outcome, Split
from .terms import Bool, Linear, Num, leaves_of
from .values import Patched, Seq, Value, Values


class Reads(Enum):
    """How an item is read, or put, at an index that is not known, in a tuple of fresh items.

    OPAQUE: a read gives any item, the same each time. PARTS: so for items that have parts, such
    as the grid of a player. EXACT: it is a choice among all items. What is proved with opaque
    reads is proved: they only leave out which of the items is read.
    """

    OPAQUE = "opaque"
    PARTS = "parts"
    EXACT = "exact"


class Executor:
    """A program ready for symbolic execution over the terms of one Algebra.

    reads: how items at indices that are not known are treated. room: an index over a leaf with at
    most this many values raises Split instead of becoming a choice among all items. tick: called
    now and then, to end a question that takes too long.
    """

    def __init__(
        self,
        program: Program,
        algebra: Algebra,
        room: int = 0,
        tick: Callable[[], None] = lambda: None,
        reads: Reads = Reads.EXACT,
    ) -> None:
        self.program = program
        self.algebra = algebra
        self.values = Values(algebra)
        self.room = room
        self.tick = tick
        self.reads = reads
        self.selected: dict[tuple[Seq, Linear], Value] = {}
        self.constants: dict[Const, Value] = {}
        self.counted: dict[tuple[int, Value, Value], Num] = {}
        self._outcomes: dict[tuple[str, tuple[Value, ...]], Outcome] = {}

    def call(self, function: str, args: Sequence[Value], path: Bool = True) -> Outcome:
        """What a function gives; duties count only where the path holds."""
        key = (function, tuple(args))
        outcome = self._outcomes.get(key)
        if outcome is None:
            self.tick()
            called = self.program.functions[function]
            names = [name for name, _ in called.params]
            outcome = self.evaluate(called.body, dict(zip(names, args, strict=True)))
            self._outcomes[key] = outcome
        if path is True:
            return outcome
        guarded = tuple(
            replace(duty, fails=self.algebra.all_of((path, duty.fails))) for duty in outcome.duties
        )
        return replace(outcome, duties=guarded)

    def evaluate(self, body: Expr, names: dict[str, Value]) -> Outcome:
        """What an expression gives where its names stand for these values."""
        frame = Frame(self, names)
        try:
            value = frame.run(body)
        except Dead:
            return Outcome(None, tuple(frame.duties), dead=True)
        return Outcome(value, tuple(frame.duties))

    def opaque(self, seq: Seq | Patched) -> bool:
        """Whether an unknown index into a tuple is left open."""
        base = seq.base if isinstance(seq, Patched) else seq
        if self.reads is Reads.EXACT or base not in self.values.vectors:
            return False
        item, _ = self.values.vectors[base]
        return self.reads is Reads.OPAQUE or isinstance(item, RecordT | TupleT | BagT | SetT)

    def read(self, seq: Seq | Patched, index: Linear) -> Value:
        """The item at an index that is left open."""
        if isinstance(seq, Patched):
            if seq.place is index:
                return seq.value
            same = self.algebra.equal(seq.place, index)
            return self.values.merge(same, seq.value, self.read(seq.base, index))
        key = (seq, index)
        if key not in self.selected:
            item, name = self.values.vectors[seq]
            self.selected[key] = self.values.fresh(item, f"{name}[?{len(self.selected)}]")
        return self.selected[key]

    def links(self) -> Bool:
        """Each item that was read at an open index is the one that is there."""
        found: list[Bool] = []
        for (seq, index), value in self.selected.items():
            item, _ = self.values.vectors[seq]
            for at, slot in enumerate(seq.slots):
                here = self.algebra.equal(index, at)
                found.append(self.algebra.implies(here, self.values.equal(item, value, slot)))
        return self.algebra.all_of(found)

    def settle(self, index: Num) -> None:
        """Split where an index depends on a leaf that there is room to try value by value."""
        for leaf in leaves_of(index):
            if 0 < small(leaf) <= self.room:
                raise Split(leaf)

    def choices(self, index: Num, low: int, high: int) -> list[tuple[Bool, int]]:
        """The values from low to high that an index may have, each with the formula that it has it.

        Split where the index depends on a leaf that there is room to try value by value.
        """
        if isinstance(index, int):
            return [(True, index)] if low <= index <= high else []
        self.settle(index)
        least = low if index.low is None else max(low, index.low)
        most = high if index.high is None else min(high, index.high)
        found = [(self.algebra.equal(index, v), v) for v in range(least, most + 1)]
        return [(test, v) for test, v in found if test is not False]
