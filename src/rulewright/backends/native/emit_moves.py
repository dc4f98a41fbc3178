"""Native code that goes over the moves of a kind, and leaves early what cannot be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, MoveKind, Program
from rulewright.ir.types import TupleT, Type, UnionT, domain
from rulewright.ir.walk import every

from . import memory
from .build import Block, Ended, Val, int64
from .emit import Body
from .functions import Functions
from .layout import Fields, code, layout
from .shapes import Flag, Num, Rec, Shape, of_type, of_value

STATE, MOVE, AFTER = "state", "move", "after"


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

    def __init__(self, unit: Functions, k: Block, names: dict[str, tuple[Type, Val]]) -> None:
        self.unit = unit
        self.k = k
        self.names = names

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
        return Body(self.unit, self.k, values, inference)

    def extended(self, more: dict[str, tuple[Type, Val]]) -> Asking:
        """With more names."""
        return Asking(self.unit, self.k, {**self.names, **more})


class Moves:
    """The moves of a kind, gone over in the order of their numbers."""

    def __init__(self, program: Program, unit: Functions, kind: MoveKind, first: int) -> None:
        self.program = program
        self.unit = unit
        self.kind = kind
        self.first = first
        self.fields = [Values(t, domain(t)) for _, t in kind.type.fields]
        self.tests = list(self._levels())

    def _levels(self) -> Iterator[tuple[int, ir.Expr]]:
        """The parts of `possible`, each with how many fields must be known before it is asked.

        A part is asked as early as its fields allow, so that whole loops are left out; one that
        can fail a duty is never asked before those that stand in front of it.
        """
        function = self.program.functions[self.kind.possible]
        names = [name for name, _ in function.params]
        deepest = 0
        for each in conjuncts(function.body):
            level = _needs(each, names[1], len(self.fields))
            if self._can_fail(function, each):
                level = deepest = max(level, deepest)
            deepest = max(level, deepest)
            yield level, each

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
        shape = of_type(self.kind.type)
        assert isinstance(shape, Rec)
        where = layout(shape)
        assert isinstance(where, Fields)
        place = k.room(where.size)
        move = ask.extended({MOVE: (self.kind.type, Val(shape, place))})
        names = [name for name, _ in self.program.functions[self.kind.possible].params]
        tested = move.extended(
            {n: move.names[o] for n, o in zip(names, (STATE, MOVE), strict=True)}
        )
        skip = k.function.append_basic_block("no_more")
        with ExitStack() as loops:
            number: ll.Value = int64(0)
            following = skip
            self._test(tested, 0, following, skipping)
            for level, (values, want, at) in enumerate(
                zip(self.fields, shape.fields, where.places, strict=True), 1
            ):
                loop = loops.enter_context(k.counting(int64(len(values.values))))
                number = k.b.add(k.b.mul(number, int64(len(values.values))), loop.index)
                if values.values:
                    held = value_at(k, self.unit, values, loop.index)
                    memory.stored(k, held, want, k.at(place, at))
                following = loop.following
                self._test(tested, level, following, skipping)
            with k.failing_into(following if skipping else None):
                inner(move, k.b.add(number, int64(self.first)))
            if not k.b.block.is_terminated:
                k.b.branch(following)
        if not k.b.block.is_terminated:
            k.b.branch(skip)
        k.b.position_at_end(skip)

    def _test(self, ask: Asking, level: int, following: ll.Block, skipping: bool) -> None:
        k = ask.k
        for at, e in self.tests:
            if at != level:
                continue
            with k.failing_into(following if skipping else None):
                on = k.function.append_basic_block("possible")
                with suppress(Ended):
                    k.b.cbranch(ask.truth(e), on, following)
                k.b.position_at_end(on)


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
