"""A thin layer over llvmlite's builder, so that the kernel reads as the loops it consists of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

from .layout import OFFSETS, POINTERS, SHARD_BYTES

I1 = ir.IntType(1)
I8 = ir.IntType(8)
I32 = ir.IntType(32)
I64 = ir.IntType(64)
PTR = ir.PointerType()
VOID = ir.VoidType()

# An IR value or a plain number, which stands for an i64.
Value = Any


class Variable:
    """A local that changes; LLVM turns it into registers."""

    def __init__(self, code: Code, kind: Any, first: Value) -> None:
        self._code = code
        self._kind = kind
        with code.at.goto_entry_block():
            self.place = code.at.alloca(kind)
        self.set(first)

    def get(self) -> Value:
        return self._code.at.load(self.place, typ=self._kind)

    def set(self, value: Value) -> None:
        self._code.at.store(self._code.value(value), self.place)

    def add(self, value: Value) -> None:
        self.set(self._code.add(self.get(), value))


class Code:
    """A function being written.

    apart: what it changes behind one of its pointers lies behind no other, nor in the arrays that
    a shard names; so the fields of a shard need not be read again after every store.
    """

    def __init__(
        self,
        module: Any,
        name: str,
        returns: Any,
        takes: Sequence[Any],
        inline: bool = False,
        apart: bool = False,
    ) -> None:
        self.module = module
        self.function = ir.Function(module, ir.FunctionType(returns, takes), name)
        if inline:
            self.function.linkage = "internal"
            self.function.attributes.add("alwaysinline")
        for arg in self.function.args if apart else ():
            if isinstance(arg.type, ir.PointerType):
                arg.add_attribute("noalias")
        entry = self.function.append_basic_block("entry")
        self.at = ir.IRBuilder(self.function.append_basic_block("body"))
        # Kept open for the variables, and closed by nothing but this branch.
        ir.IRBuilder(entry).branch(self.at.block)
        self.args = self.function.args

    def value(self, value: Value) -> Value:
        return ir.Constant(I64, value) if isinstance(value, int) else value

    def add(self, a: Value, b: Value) -> Value:
        return self.at.add(self.value(a), self.value(b))

    def sub(self, a: Value, b: Value) -> Value:
        return self.at.sub(self.value(a), self.value(b))

    def mul(self, a: Value, b: Value) -> Value:
        return self.at.mul(self.value(a), self.value(b))

    def is_(self, a: Value, relation: str, b: Value) -> Value:
        """A comparison without sign."""
        return self.at.icmp_unsigned(relation, self.value(a), self.value(b))

    def both(self, a: Value, b: Value) -> Value:
        return self.at.and_(a, b)

    def low(self, value: Value) -> Value:
        """The lower half of a word, as a word."""
        return self.at.and_(value, ir.Constant(I64, 0xFFFFFFFF))

    def high(self, value: Value) -> Value:
        """The upper half of a word, as a word."""
        return self.at.lshr(value, ir.Constant(I64, 32))

    def item(self, base: Value, index: Value, kind: Any = I64) -> Value:
        """Where one item of an array lies."""
        return self.at.gep(base, [self.value(index)], source_etype=kind)

    def load(self, base: Value, index: Value = 0, kind: Any = I64) -> Value:
        """An item of an array; those of 32 bits or fewer are widened to a word."""
        found = self.at.load(self.item(base, index, kind), typ=kind)
        return self.at.zext(found, I64) if kind in (I8, I32) else found

    def store(self, value: Value, base: Value, index: Value = 0, kind: Any = I64) -> None:
        value = self.value(value)
        if kind in (I8, I32):
            value = self.at.trunc(value, kind)
        self.at.store(value, self.item(base, index, kind))

    def field(self, shard: Value, name: str) -> Value:
        place = self.item(shard, OFFSETS[name], I8)
        return self.at.load(place, typ=PTR if name in POINTERS else I64)

    def set_field(self, shard: Value, name: str, value: Value) -> None:
        self.at.store(self.value(value), self.item(shard, OFFSETS[name], I8))

    def add_field(self, shard: Value, name: str, value: Value) -> None:
        self.set_field(shard, name, self.add(self.field(shard, name), value))

    def shard(self, shards: Value, number: Value) -> Value:
        """One of the shards, which lie side by side."""
        return self.item(shards, self.mul(number, SHARD_BYTES), I8)

    def push(self, shard: Value, listed: str, count: str, number: Value) -> None:
        """Append to a list of 32-bit numbers."""
        at = self.field(shard, count)
        self.store(number, self.field(shard, listed), at, I32)
        self.set_field(shard, count, self.add(at, 1))

    def variable(self, first: Value = 0, kind: Any = I64) -> Variable:
        return Variable(self, kind, first)

    @contextmanager
    def loop(self) -> Iterator[Loop]:
        """Round and round until `stop_if` or `stop`."""
        head = self.function.append_basic_block("loop")
        end = self.function.append_basic_block("end")
        self.at.branch(head)
        self.at.position_at_end(head)
        yield Loop(self, end)
        if not self.at.block.is_terminated:
            self.at.branch(head)
        self.at.position_at_end(end)

    @contextmanager
    def count(self, stop: Value, first: Value = 0) -> Iterator[Value]:
        """For each number from the first up to but without the last."""
        stop = self.value(stop)
        number = self.variable(first)
        with self.loop() as loop:
            loop.stop_if(self.is_(number.get(), ">=", stop))
            yield number.get()
            number.add(1)

    @contextmanager
    def when(self, condition: Value, likely: bool | None = None) -> Iterator[None]:
        with self.at.if_then(condition, likely=likely):
            yield

    def choose(self, condition: Value, a: Value, b: Value) -> Value:
        return self.at.select(condition, self.value(a), self.value(b))

    def call(self, name: str, *args: Value) -> Value:
        return self.at.call(self.module.get_global(name), [self.value(arg) for arg in args])

    def prefetch(self, place: Value) -> None:
        """Ask for a place soon to be read and perhaps written."""
        takes = [PTR, I32, I32, I32]
        name = "llvm.prefetch.p0"
        intrinsic = self.module.globals.get(name)
        if intrinsic is None:
            intrinsic = ir.Function(self.module, ir.FunctionType(VOID, takes), name)
        numbers = [ir.Constant(I32, number) for number in (0, 3, 1)]
        self.at.call(intrinsic, [place, *numbers])

    def copy(self, source: Value, target: Value, words: int) -> None:
        with self.count(words) as at:
            self.store(self.load(source, at), target, at)

    def give(self, value: Value | None = None) -> None:
        if value is None:
            self.at.ret_void()
        else:
            self.at.ret(self.value(value))


class Loop:
    """A loop being written."""

    def __init__(self, code: Code, end: Any) -> None:
        self._code = code
        self._end = end

    def stop_if(self, condition: Value) -> None:
        on = self._code.function.append_basic_block("on")
        self._code.at.cbranch(condition, self._end, on)
        self._code.at.position_at_end(on)

    def stop(self) -> None:
        """Only at the end of a `when`, or of the loop's body."""
        self._code.at.branch(self._end)
