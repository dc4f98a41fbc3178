"""From expressions to native code: names, truth, numbers and calls here, the rest beside.

`value` gives what an expression is worth; `into` puts it where it is wanted, so that what is made
of parts is made in place. Both raise Ended where a duty fails for certain: the block is closed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function
from rulewright.ir.types import Type

from . import emit_bags, emit_folds, emit_numbers, emit_records, emit_tuples, memory
from .build import I1, I64, PTR, Block, Ended, Val, int1
from .infer import Inference
from .layout import Cell, layout
from .merge import merged
from .shapes import Choice, Flag, Num, Shape, Unit

# Functions of so many expressions are made in the place of their calls.
SHORT = 120


class Made(Protocol):
    """A function that was made for arguments of certain shapes."""

    @property
    def code(self) -> ll.Function:
        """Takes the arguments but Units, then the place of its value; true where a duty fails."""

    @property
    def params(self) -> tuple[Shape, ...]:
        """What its arguments are to be converted to."""

    @property
    def result(self) -> Shape | None:
        """The shape of what it gives; None where it always fails."""

    @property
    def failing(self) -> bool:
        """Whether it can fail."""


class Home(Protocol):
    """Where functions and constants are kept."""

    def made(self, name: str, shapes: tuple[Shape, ...]) -> Made:
        """The function of this name for arguments of these shapes."""

    def constant(self, kind: Type, shape: Shape, value: object) -> ll.Value:
        """The address of a constant."""

    def size(self, name: str) -> int:
        """How many expressions a function is, those that it calls included."""

    def opened(self, name: str, shapes: tuple[Shape, ...]) -> tuple[Function, Inference]:
        """A function and its shapes for arguments of these, to be made in place."""


class Body:
    """The body of one function, being made."""

    def __init__(
        self,
        unit: Home,
        block: Block,
        names: dict[str, Val],
        inference: Inference,
        short: int = SHORT,
    ) -> None:
        self.unit = unit
        self.k = block
        self.names = names
        self.shapes = inference
        self.short = short

    def shape(self, e: ir.Expr) -> Shape:
        """The shape of an expression; what can give no value fails here and now."""
        try:
            return self.shapes.of(e)
        except Ended:
            raise self.end() from None

    def end(self) -> Ended:
        """Close the block: a duty fails here for certain. To be raised."""
        if not self.k.b.block.is_terminated:
            self.k.fail()
        return Ended()

    def truth(self, e: ir.Expr) -> ll.Value:
        """An expression that is true or false."""
        return self.value(e).one

    def number(self, e: ir.Expr) -> ll.Value:
        """An expression that is a whole number, or a truth that counts as one."""
        found = self.value(e)
        return self.k.b.zext(found.one, I64) if isinstance(found.shape, Flag) else found.one

    def value(self, e: ir.Expr) -> Val:
        """What an expression is worth."""
        match e:
            case ir.Const(value, kind):
                return constant(self, kind, value)
            case ir.Var(name):
                return self.names[name]
            case ir.Let(name, value, body):
                self.names[name] = self.value(value)
                return self.value(body)
            case ir.If():
                return self._if(e)
            case ir.Not(value):
                return Val(Flag(), self.k.b.not_(self.truth(value)))
            case ir.And(parts):
                return Val(Flag(), self._decided(parts, False))
            case ir.Or(parts):
                return Val(Flag(), self._decided(parts, True))
            case ir.Implies(premise, conclusion):
                holds, follows = self.truth(premise), self.truth(conclusion)
                return Val(Flag(), self.k.b.or_(self.k.b.not_(holds), follows))
            case ir.Arith():
                return emit_numbers.arith(self, e)
            case ir.Compare(op, left, right):
                made = self.k.b.icmp_signed(op.value, self.number(left), self.number(right))
                return Val(Flag(), made)
            case ir.Equal(left, right):
                return Val(Flag(), memory.equal(self.k, self.value(left), self.value(right)))
            case ir.Fail():
                raise self.end()
            case (
                ir.Get() | ir.Make() | ir.With() | ir.Inject() | ir.Is() | ir.Payload() | ir.Retag()
            ):
                return emit_records.value(self, e)
            case ir.At() | ir.Size() | ir.Count() | ir.Has():
                return emit_tuples.value(self, e)
            case ir.Fold() if emit_folds.is_number(self, e):
                return emit_folds.value(self, e)
            case ir.Lookup():
                return emit_bags.lookup(self, e)
            case ir.Call():
                return self._call(e)
            case _:
                return self._in_room(e)

    def _in_room(self, e: ir.Expr) -> Val:
        """What is made of parts, in memory of its own."""
        shape = self.shape(e)
        place = self.k.room(layout(shape).size)
        self.into(e, shape, place)
        return Val(shape, place)

    def into(self, e: ir.Expr, shape: Shape, place: ll.Value) -> None:
        """Put what an expression is worth where one of a shape that holds it belongs."""
        if isinstance(layout(shape), Cell) or layout(self.shape(e)) != layout(shape):
            memory.stored(self.k, self.value(e), shape, place)
            return
        match e:
            case ir.Let(name, value, body):
                self.names[name] = self.value(value)
                self.into(body, shape, place)
            case ir.Make() | ir.With():
                emit_records.into(self, e, shape, place)
            case ir.Inject():
                emit_records.inject_into(self, e, shape, place)
            case ir.Items() | ir.Range() | ir.Slice() | ir.Put():
                emit_tuples.into(self, e, shape, place)
            case ir.Fold() if not emit_folds.is_number(self, e):
                emit_folds.into(self, e, shape, place)
            case ir.BagChange() | ir.SetMerge():
                emit_bags.into(self, e, shape, place)
            case _:
                memory.stored(self.k, self.value(e), shape, place)

    def _if(self, e: ir.If) -> Val:
        """One of two values: what both are made of is joined where the ways meet."""
        shape = self.shape(e)
        known = self.shapes.known(e.test)
        if known is not None:
            return self.value(e.then if known else e.other)
        choice = self.truth(e.test)
        if isinstance(choice, ll.Constant):
            return self.value(e.then if choice.constant else e.other)
        k = self.k
        blocks = [k.function.append_basic_block(name) for name in ("then", "other")]
        k.b.cbranch(choice, *blocks)
        ends: list[tuple[ll.Block, Val]] = []
        for block, part in zip(blocks, (e.then, e.other), strict=True):
            k.b.position_at_end(block)
            with suppress(Ended):
                found = self.value(part)
                ends.append((k.b.block, found))
        if not ends:
            raise Ended
        if len(ends) == 1:
            k.b.position_at_end(ends[0][0])
            return ends[0][1]
        return merged(k, ends, shape)

    def _decided(self, parts: tuple[ir.Expr, ...], by: bool) -> ll.Value:
        """Part after part up to the first that is so; the rest is not worked out."""
        k = self.k
        if not parts:
            return int1(not by)
        if len(parts) == 1:
            return self.truth(parts[0])
        decided = k.function.append_basic_block("decided")
        incoming: list[tuple[ll.Value, ll.Block]] = []
        try:
            for part in parts[:-1]:
                truth = self.truth(part)
                on = k.function.append_basic_block("part")
                incoming.append((int1(by), k.b.block))
                k.b.cbranch(truth, *((decided, on) if by else (on, decided)))
                k.b.position_at_end(on)
            last = self.truth(parts[-1])
            incoming.append((last, k.b.block))
            k.b.branch(decided)
        except Ended:
            if not incoming:
                k.b.position_at_end(decided)
                k.b.unreachable()
                raise
        k.b.position_at_end(decided)
        phi = k.b.phi(I1)
        for value, block in incoming:
            phi.add_incoming(value, block)
        return phi

    def _call(self, e: ir.Call) -> Val:
        """A call: the function's own code where it is short, in the caller's place."""
        shapes = tuple(self.shape(arg) for arg in e.args)
        args = [self.value(arg) for arg in e.args]
        if self.unit.size(e.function) <= self.short:
            function, inference = self.unit.opened(e.function, shapes)
            names = {n: a for (n, _), a in zip(function.params, args, strict=True)}
            return Body(self.unit, self.k, names, inference, self.short).value(function.body)
        return called(self, self.unit.made(e.function, shapes), args)


def called(body: Body, made: Made, args: list[Val]) -> Val:
    """What a function gives for some values; leaves the caller's function where it fails."""
    k = body.k
    pairs = zip(args, made.params, strict=True)
    given = [memory.settled(k, memory.converted(k, a, s)) for a, s in pairs]
    passed = [value.held for value in given if value.held is not None]
    result = made.result
    if result is None:
        k.b.call(made.code, [*passed, ll.Constant(PTR, None)])
        raise body.end()
    place = k.room(layout(result).size)
    failed = k.b.call(made.code, [*passed, place])
    if made.failing:
        k.owe(k.b.not_(failed))
    return memory.taken(k, result, place)


def constant(body: Body, kind: Type, value: object) -> Val:
    """A constant: a number at once, or the address of what never changes."""
    from .layout import code
    from .shapes import of_value

    shape = of_value(kind, value)
    match shape:
        case Unit():
            return Val(shape, None)
        case Flag():
            return Val(shape, int1(bool(value)))
        case Num() | Choice():
            return Val(shape, ll.Constant(I64, code(kind, value)))
        case _:
            return Val(shape, body.unit.constant(kind, shape, value))
