"""Native code that goes over the moves of a kind, and leaves early what cannot be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, MoveKind, Program
from rulewright.ir.types import TupleT, Type, UnionT, domain
from rulewright.ir.walk import every

from . import memory
from .build import I64, Block, Ended, Val, int1, int64
from .emit import SHORT, Body
from .functions import Functions
from .layout import Cell, code, layout
from .shapes import Flag, Num, Rec, Shape, Unit, of_type, of_value

STATE, MOVE, AFTER = "state", "move", "after"
# Up to so many values of a field are all tested at once.
FEW = 16


@dataclass(frozen=True)
class Values:
    """The values of a type as native code goes over them: by position, in the order of `domain`."""

    kind: Type
    values: Sequence[object]

    @property
    def shape(self) -> Shape:
        """The shape of any of them."""
        return of_type(self.kind)


def value_at(k: Block, unit: Functions, of: Values, index: ll.Value) -> Val:
    """The value at a position."""
    shape, values = of.shape, tuple(of.values)
    if isinstance(shape, Num | Flag) and values:
        codes = [code(of.kind, value) for value in values]
        if codes == list(range(codes[0], codes[0] + len(codes))):
            number = k.b.add(index, int64(codes[0])) if codes[0] else index
            held = k.b.trunc(number, ll.IntType(1)) if isinstance(shape, Flag) else number
            return Val(shape, held)
    listed = TupleT(of.kind, len(values), len(values))
    whole = of_value(listed, values)
    table = Val(whole, unit.constant(listed, whole, values))
    return memory.converted(k, memory.item(k, table, index), shape)


class Asking:
    """Expressions over a state, a move and what goes with them, in the middle of native code."""

    def __init__(
        self,
        unit: Functions,
        k: Block,
        names: dict[str, tuple[Type, Val]],
        short: int = SHORT,
    ) -> None:
        self.unit = unit
        self.k = k
        self.names = names
        self.short = short

    def var(self, name: str) -> ir.Var:
        """A name as an expression."""
        return ir.Var(name, self.names[name][0])

    def call(self, function: str, *names: str) -> ir.Call:
        """A call of a function of the program; a move is handed over as its parameter wants it."""
        params = self.unit.program.functions[function].params
        args = tuple(
            self._as(self.var(name), kind) for name, (_, kind) in zip(names, params, strict=True)
        )
        return ir.Call(function, args, self.unit.program.functions[function].body.type)

    def call_argument(self, name: str, wanted: Type) -> ir.Expr:
        """A name as an argument for a parameter of a type."""
        return self._as(self.var(name), wanted)

    def _as(self, var: ir.Var, wanted: Type) -> ir.Expr:
        if var.name == MOVE and isinstance(wanted, UnionT):
            return ir.Inject(var, wanted.alts.index(var.type), wanted)
        return var

    def truth(self, e: ir.Expr) -> ll.Value:
        """Whether an expression holds here; Ended where it certainly fails."""
        return self._body(e).truth(e)

    def value(self, e: ir.Expr) -> Val:
        """What an expression is worth here; Ended where it certainly fails."""
        return self._body(e).value(e)

    def _body(self, e: ir.Expr) -> Body:
        function = Function("here", tuple((n, t) for n, (t, _) in self.names.items()), e)
        shapes = tuple(value.shape for _, value in self.names.values())
        inference = self.unit.inference(function, shapes)
        # From the outside in, so that every name has its shape before it is used.
        inference.maybe(e)
        values = {name: value for name, (_, value) in self.names.items()}
        return Body(self.unit, self.k, values, inference, self.short)

    def extended(self, more: dict[str, tuple[Type, Val]]) -> Asking:
        """With more names."""
        return Asking(self.unit, self.k, {**self.names, **more}, self.short)

    def at_length(self, short: int) -> Asking:
        """The same, with calls of functions up to a size made in place."""
        return Asking(self.unit, self.k, self.names, short)


@dataclass(frozen=True)
class Test:
    """A part of what is asked of a move: after how many fields, and whether it cannot fail."""

    level: int
    of: ir.Expr
    sure: bool


class Moves:
    """The moves of a kind, gone over in the order of their numbers.

    allowed: only those that the rules allow, not all that are possible.
    """

    def __init__(
        self, program: Program, unit: Functions, kind: MoveKind, first: int, *, allowed: bool
    ) -> None:
        self.program = program
        self.function = program.functions[kind.allowed if allowed else kind.possible]
        self.unit = unit
        self.kind = kind
        self.first = first
        self.fields = [Values(t, domain(t)) for _, t in kind.type.fields]
        self.tests = list(self._levels())

    def _levels(self) -> Iterator[Test]:
        """The parts of what is asked, each with how many fields must be known before it is.

        A part is asked as early as its fields allow, so that whole loops are left out; one that
        can fail a duty is never asked before those that stand in front of it.
        """
        function = self.function
        names = [name for name, _ in function.params]
        deepest = 0
        for each in conjuncts(function.body):
            level = _needs(each, names[1], len(self.fields))
            sure = not self._can_fail(function, each)
            if not sure:
                level = deepest = max(level, deepest)
            deepest = max(level, deepest)
            yield Test(level, each, sure)

    def _can_fail(self, function: Function, e: ir.Expr) -> bool:
        probe = Function("probe", function.params, e)
        shapes = tuple(of_type(kind) for _, kind in function.params)
        name = f"probe.{self.kind.name}.{id(e)}"
        made = self.unit.define(name, probe, shapes, self.unit.inference(probe, shapes))
        return made.failing

    def each(
        self, ask: Asking, inner: Callable[[Asking, ll.Value], None], *, skipping: bool
    ) -> None:
        """Make code that does something with each possible move and its number.

        skipping: a move whose duty fails is passed over; otherwise the whole function is left.
        """
        k = ask.k
        skip = k.function.append_basic_block("no_more")
        with ExitStack() as loops:
            number, following, known = int64(0), skip, _Known(self, ask, {})
            self._test(known, 0, following, skipping)
            for level, values in enumerate(self.fields, 1):
                count = len(values.values)
                few = self._few(known, level)
                bounds = int64(count) if few is None else few
                way = k.counting(bounds) if few is None else k.bits(bounds)
                loop = loops.enter_context(way)
                number = k.b.add(k.b.mul(number, int64(count)), loop.index)
                if values.values:
                    known = known.and_(level - 1, value_at(k, self.unit, values, loop.index))
                following = loop.following
                if few is None:
                    self._test(known, level, following, skipping)
            with k.failing_into(following if skipping else None):
                inner(known.move(), k.b.add(number, int64(self.first)))
            if not k.b.block.is_terminated:
                k.b.branch(following)
        if not k.b.block.is_terminated:
            k.b.branch(skip)
        k.b.position_at_end(skip)

    def _few(self, known: _Known, level: int) -> ll.Value | None:
        """Which of a few values pass the tests of a level, a bit each, worked out without a branch.

        None where there are many, or nothing to test, or a test that can fail.
        """
        values = self.fields[level - 1]
        tests = [test for test in self.tests if test.level == level]
        count = len(values.values)
        if not (tests and 0 < count <= FEW and all(test.sure for test in tests)):
            return None
        if not isinstance(layout(values.shape), Cell):
            return None
        k, bits = known.ask.k, int64(0)
        for at, value in enumerate(values.values):
            held = Val(of_value(values.kind, value), _constant(values.kind, value))
            here = known.and_(level - 1, held).tested()
            passes: ll.Value = int1(True)
            for test in tests:
                passes = k.b.and_(passes, here.truth(test.of))
            bits = k.b.or_(bits, k.b.shl(k.b.zext(passes, I64), int64(at)))
        return bits

    def _test(self, known: _Known, level: int, following: ll.Block, skipping: bool) -> None:
        k = known.ask.k
        for test in self.tests:
            if test.level != level:
                continue
            with k.failing_into(following if skipping else None):
                on = k.function.append_basic_block("possible")
                with suppress(Ended):
                    k.b.cbranch(known.tested().truth(test.of), on, following)
                k.b.position_at_end(on)


def _constant(kind: Type, value: object) -> ll.Constant | None:
    """What holds a scalar that is known; None for what is held by nothing."""
    match of_type(kind):
        case Unit():
            return None
        case Flag():
            return int1(bool(value))
        case _:
            return int64(code(kind, value))


@dataclass(frozen=True)
class _Known:
    """The fields of a move that are known so far."""

    moves: Moves
    ask: Asking
    fields: Mapping[int, Val]

    def and_(self, at: int, held: Val) -> _Known:
        """With one more field."""
        return _Known(self.moves, self.ask, {**self.fields, at: held})

    def value(self) -> Val:
        """The move; fields that are not known yet are not to be read."""
        shape = of_type(self.moves.kind.type)
        assert isinstance(shape, Rec)
        shapes = (
            self.fields[at].shape if at in self.fields else field
            for at, field in enumerate(shape.fields)
        )
        return Val(Rec(tuple(shapes)), None, over=dict(self.fields))

    def move(self) -> Asking:
        """To ask about the move."""
        return self.ask.extended({MOVE: (self.moves.kind.type, self.value())})

    def tested(self) -> Asking:
        """To ask what decides whether there is such a move, by the names that this has there."""
        names = [name for name, _ in self.moves.function.params]
        state = self.ask.names[STATE]
        given = (state, (self.moves.kind.type, self.value()))
        return Asking(self.ask.unit, self.ask.k, dict(zip(names, given, strict=True)))


def conjuncts(e: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of a conjunction, in order."""
    if isinstance(e, ir.And):
        for each in e.parts:
            yield from conjuncts(each)
    else:
        yield e


def _needs(e: ir.Expr, move: str, fields: int) -> int:
    """How many fields of the move must be known for an expression, the outermost first."""
    whole = sum(isinstance(x, ir.Var) and x.name == move for x in every(e))
    read = [
        x.index
        for x in every(e)
        if isinstance(x, ir.Get) and isinstance(x.record, ir.Var) and x.record.name == move
    ]
    return fields if whole > len(read) else max(read, default=-1) + 1


def going_over(
    ask: Asking, kinds: Sequence[Type], inner: Callable[[Asking, list[str]], None]
) -> None:
    """Make code that does something for all values of further parameters: extra0, extra1, …"""
    k = ask.k
    with ExitStack() as loops:
        more: dict[str, tuple[Type, Val]] = {}
        for at, kind in enumerate(kinds):
            values = Values(kind, domain(kind))
            loop = loops.enter_context(k.counting(int64(len(values.values))))
            held = value_at(k, ask.unit, values, loop.index)
            more[f"extra{at}"] = (kind, held)
        inner(ask.extended(more), list(more))
