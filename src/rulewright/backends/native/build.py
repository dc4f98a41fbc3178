"""Building blocks of native code: numbers, places in memory, loops, and leaving early."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from llvmlite import ir as ll

from .layout import Cell, Layout
from .shapes import Rec, Shape, Sum

I1, I8, I32, I64 = (ll.IntType(bits) for bits in (1, 8, 32, 64))
PTR = ll.PointerType()
# The largest value that is put on the stack, in bytes.
MOST_BYTES = 1 << 20


@dataclass(frozen=True, eq=False)
class Val:
    """A value at run time.

    `held` is an i1 for a Flag, an i64 for any other number, None for a Unit; else the address of
    a value that nothing changes any more. A record can lie apart: the fields in `over` are those,
    the others are of the record of shape `base` at `held`. So can a union: `chosen` is its tag
    and what it holds. `memory.settled` puts such a value in one place.
    """

    shape: Shape
    held: ll.Value | None
    base: Shape | None = None
    over: Mapping[int, Val] = field(default_factory=dict)
    chosen: tuple[int, Val] | None = None

    @property
    def apart(self) -> bool:
        """Whether it does not lie in one place."""
        alone = self.held is None and isinstance(self.shape, Rec | Sum)
        return alone or self.base is not None or bool(self.over)

    @property
    def one(self) -> ll.Value:
        """What holds it, where something does."""
        assert self.held is not None, f"{self.shape} is held by nothing"
        assert not self.apart, f"{self.shape} does not lie in one place"
        return self.held


def int64(number: int) -> ll.Constant:
    """A whole number."""
    return ll.Constant(I64, number)


def int1(value: bool) -> ll.Constant:
    """A truth."""
    return ll.Constant(I1, int(value))


class Ended(Exception):
    """What was to be worked out gives no value: a duty fails first. The block is closed.

    What is done only sometimes (`when`, `counting`) ends there; else the whole function does.
    """


def untyped(address: ll.Value) -> ll.Value:
    """An address without what llvmlite thinks lies there: here it is bytes of several sizes."""
    address.type = PTR
    return address


class Block:
    """A function that is being built: its builder, its stack, and where it goes when a duty fails.

    `failing` is whether anything can go there.
    """

    def __init__(self, function: ll.Function, failure: ll.Constant | None = None) -> None:
        self.function = function
        self._failure = int1(True) if failure is None else failure
        self._entry = function.append_basic_block("entry")
        self._bail: ll.Block | None = None
        self._elsewhere: ll.Block | None = None
        self.b = ll.IRBuilder(function.append_basic_block("body"))
        self._first = self.b.block

    @property
    def failing(self) -> bool:
        """Whether something can fail."""
        return self._bail is not None

    def room(self, size: int) -> ll.Value:
        """Memory for a value, good until the function ends."""
        builder = ll.IRBuilder(self._entry)
        place = builder.alloca(ll.ArrayType(I8, max(size, 1)))
        place.align = 8
        return untyped(place)

    def finish(self) -> None:
        """Close the function: the stack is made, then the body runs."""
        ll.IRBuilder(self._entry).branch(self._first)
        if self._bail is not None:
            ll.IRBuilder(self._bail).ret(self._failure)

    def fail(self) -> None:
        """Leave the function: a duty failed. The block is ended."""
        self.b.branch(self._failed())

    def owe(self, holds: ll.Value) -> None:
        """Go on where this holds, and leave the function where it does not."""
        if isinstance(holds, ll.Constant) and holds.constant:
            return
        on = self.function.append_basic_block("on")
        self.b.cbranch(holds, on, self._failed())
        self.b.position_at_end(on)

    @contextmanager
    def failing_into(self, block: ll.Block | None) -> Iterator[None]:
        """Within this, a duty that fails goes on at a block; None: it leaves the function."""
        before, self._elsewhere = self._elsewhere, block
        try:
            yield
        finally:
            self._elsewhere = before

    def _failed(self) -> ll.Block:
        if self._elsewhere is not None:
            return self._elsewhere
        if self._bail is None:
            self._bail = self.function.append_basic_block("bail")
        return self._bail

    def at(self, address: ll.Value, offset: int | ll.Value) -> ll.Value:
        """An address so many bytes further."""
        if isinstance(offset, int):
            if offset == 0:
                return address
            offset = int64(offset)
        return self.b.gep(address, [offset], inbounds=True, source_etype=I8)

    def load(self, address: ll.Value, size: int) -> ll.Value:
        """A number of so many bytes as an i64."""
        kind = ll.IntType(8 * size)
        value = self.b.load(address, typ=kind, align=1)
        return value if size == 8 else self.b.sext(value, I64)

    def store(self, value: ll.Value, address: ll.Value, size: int) -> None:
        """Put an i64 where it takes so many bytes; its shape says that it fits."""
        made = value if size == 8 else self.b.trunc(value, ll.IntType(8 * size))
        self.b.store(made, address, align=1)

    def copy(self, source: ll.Value, target: ll.Value, size: int) -> None:
        """Copy so many bytes."""
        if size == 0 or source is target:
            return
        memcpy = self.function.module.declare_intrinsic("llvm.memcpy", [PTR, PTR, I64])
        self.b.call(memcpy, [target, source, int64(size), int1(False)])

    def fill(self, target: ll.Value, size: int) -> None:
        """Make so many bytes zero."""
        if size:
            memset = self.function.module.declare_intrinsic("llvm.memset", [PTR, I64])
            self.b.call(memset, [target, ll.Constant(I8, 0), int64(size), int1(False)])

    @contextmanager
    def counting(
        self, number: ll.Value, start: ll.Value | None = None, step: int = 1
    ) -> Iterator[Loop]:
        """A loop over start, start + step, … up to, not including, a number (down to, step < 0)."""
        first = int64(0) if start is None else start
        head, inside, done = (
            self.function.append_basic_block(name) for name in ("head", "inside", "done")
        )
        before = self.b.block
        self.b.branch(head)
        self.b.position_at_end(head)
        index = self.b.phi(I64)
        index.add_incoming(first, before)
        order = "<" if step > 0 else ">"
        self.b.cbranch(self.b.icmp_signed(order, index, number), inside, done)
        self.b.position_at_end(inside)
        loop = Loop(index, self.function.append_basic_block("next"), done)
        with suppress(Ended):
            yield loop
        if not self.b.block.is_terminated:
            self.b.branch(loop.following)
        self.b.position_at_end(loop.following)
        index.add_incoming(self.b.add(index, int64(step)), loop.following)
        self.b.branch(head)
        self.b.position_at_end(done)

    @contextmanager
    def bits(self, mask: ll.Value) -> Iterator[Loop]:
        """A loop over the bits that are set, by their number."""
        head, inside, done = (
            self.function.append_basic_block(name) for name in ("head", "inside", "done")
        )
        before = self.b.block
        self.b.branch(head)
        self.b.position_at_end(head)
        left = self.b.phi(I64)
        left.add_incoming(mask, before)
        self.b.cbranch(self.b.icmp_signed("!=", left, int64(0)), inside, done)
        self.b.position_at_end(inside)
        first = self.b.cttz(left, int1(True))
        loop = Loop(first, self.function.append_basic_block("next"), done)
        with suppress(Ended):
            yield loop
        if not self.b.block.is_terminated:
            self.b.branch(loop.following)
        self.b.position_at_end(loop.following)
        rest = self.b.and_(left, self.b.sub(left, int64(1)))
        left.add_incoming(rest, loop.following)
        self.b.branch(head)
        self.b.position_at_end(done)

    @contextmanager
    def when(self, test: ll.Value) -> Iterator[None]:
        """What is done only where a test holds."""
        inside, after = (self.function.append_basic_block(name) for name in ("when", "after"))
        self.b.cbranch(test, inside, after)
        self.b.position_at_end(inside)
        with suppress(Ended):
            yield
        if not self.b.block.is_terminated:
            self.b.branch(after)
        self.b.position_at_end(after)

    def variable(self, kind: ll.Type, value: ll.Value) -> ll.Value:
        """A name that can be given another value, by `b.store`."""
        place = ll.IRBuilder(self._entry).alloca(kind)
        self.b.store(value, place)
        return place


@dataclass(frozen=True)
class Loop:
    """A loop being built: the index, and the blocks that go on with the next and that leave."""

    index: ll.Value
    following: ll.Block
    done: ll.Block


def is_cell(where: Layout) -> bool:
    """Whether a layout is one number or nothing."""
    return isinstance(where, Cell)
