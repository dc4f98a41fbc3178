"""One call of a function at work. The nodes are treated in the order of `Expr` in ir.nodes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, assert_never

from rulewright.ir.nodes import (
    And,
    Arith,
    ArithOp,
    At,
    BagChange,
    Call,
    Compare,
    Const,
    Count,
    Equal,
    Expr,
    Fail,
    Fold,
    Get,
    Has,
    If,
    Implies,
    Inject,
    Is,
    Items,
    Let,
    Lookup,
    Make,
    Not,
    Or,
    Order,
    Payload,
    Put,
    Range,
    Retag,
    SetMerge,
    Size,
    Slice,
    Var,
    With,
)
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

from . import bags, folds, tuples
from .outcome import Dead, Owed
from .terms import Bool, Num
from .values import Sum, Value

if TYPE_CHECKING:
    from .executor import Executor

_OfRecords: TypeAlias = Make | Get | With | Inject | Is | Payload | Retag
_OfTuples: TypeAlias = Items | Range | At | Slice | Put | Size | Count | Has
_Others: TypeAlias = Fold | BagChange | SetMerge | Lookup | Call | Fail


class Frame:
    """One call at work: its names, and the duties met so far."""

    def __init__(self, executor: Executor, names: dict[str, Value]) -> None:
        self.executor = executor
        self.algebra = executor.algebra
        self.values = executor.values
        self.names = names
        self.duties: list[Owed] = []

    def owe(self, fails: Bool, kind: DutyKind, reason: str, place: Place | None) -> None:
        """Note a duty; Dead where it fails in any case."""
        if fails is not False:
            self.duties.append(Owed(fails, kind, reason, place))
        if fails is True:
            raise Dead

    def under(self, guards: Sequence[Bool], body: Expr) -> Value:
        """A value that is worked out only where the guards hold; None where it never is."""
        if not any(guard is not True for guard in guards):
            return self.run(body)
        if any(guard is False for guard in guards):
            return None
        before = len(self.duties)
        value: Value = None
        with suppress(Dead):
            value = self.run(body)
        if len(self.duties) > before:
            guard = self.algebra.all_of(guards)
            for at in range(before, len(self.duties)):
                duty = self.duties[at]
                fails = self.algebra.all_of((guard, duty.fails))
                self.duties[at] = replace(duty, fails=fails)
        return value

    def run(self, e: Expr) -> Value:
        """The value of an expression: names, truth and numbers here, the rest below."""
        match e:
            case Const():
                return self._constant(e)
            case Var(name):
                return self.names[name]
            case Let():
                return self._let(e)
            case If(test, then, other):
                return self._if(self.run(test), then, other)
            case Not(value):
                return self.algebra.negation(self.run(value))
            case And(parts):
                return self._parts(parts, True)
            case Or(parts):
                return self._parts(parts, False)
            case Implies(premise, conclusion):
                holds = self.run(premise)
                return self.algebra.implies(holds, self.run(conclusion))
            case Arith():
                return self._arith(e)
            case Compare(op, left, right):
                first = self.run(left)
                return self._compare(op, first, self.run(right))
            case Equal(left, right):
                first = self.run(left)
                return self.values.equal(left.type, first, self.run(right))
            case _:
                return self._of_records(e)

    def _of_records(self, e: _OfRecords | _OfTuples | _Others) -> Value:
        match e:
            case Make(parts):
                return tuple([self.run(part) for part in parts])
            case Get(record, index):
                return self.run(record)[index]
            case With(record, changes):
                fields = list(self.run(record))
                for at, value in changes:
                    fields[at] = self.run(value)
                return tuple(fields)
            case Inject(value, tag):
                return self._inject(e, value, tag)
            case Is(value, tags):
                held = self.run(value)
                return self.algebra.any_of([self.algebra.equal(held.tag, t) for t in tags])
            case Payload(value, tag):
                held = self.run(value).held[tag]
                if held is None:
                    raise Dead
                return held
            case Retag():
                return self._retag(e)
            case _:
                return self._of_tuples(e)

    def _of_tuples(self, e: _OfTuples | _Others) -> Value:
        match e:
            case Items():
                return tuples.items(self, e)
            case Range():
                return tuples.range_of(self, e)
            case At():
                return tuples.at(self, e)
            case Slice():
                return tuples.part(self, e)
            case Put():
                return tuples.put(self, e)
            case Size(value):
                return bags.size_of(self, value.type, self.run(value))
            case Count(items, value):
                held = self.run(items)
                return bags.count(self, items.type, held, self.run(value))
            case Has(items, value):
                # Python works out the left side of `in` first.
                item = self.run(value)
                return bags.has(self, items.type, self.run(items), item)
            case _:
                return self._others(e)

    def _others(self, e: _Others) -> Value:
        match e:
            case Fold():
                return folds.fold(self, e)
            case BagChange():
                return bags.change(self, e)
            case SetMerge(op, left, right):
                first = self.run(left)
                return bags.merged(self, op, first, self.run(right))
            case Lookup():
                return bags.lookup(self, e)
            case Call(function, args):
                return self._call(function, [self.run(arg) for arg in args])
            case Fail(kind, reason, place):
                self.owe(True, kind, reason, place)
                return None
            case _:
                assert_never(e)

    def _constant(self, e: Const) -> Value:
        known = self.executor.constants
        if e not in known:
            known[e] = self.values.constant(e.type, e.value)
        return known[e]

    def _let(self, e: Let) -> Value:
        body: Expr = e
        while isinstance(body, Let):
            self.names[body.name] = self.run(body.value)
            body = body.body
        return self.run(body)

    def _if(self, test: Bool, then: Expr, other: Expr) -> Value:
        if isinstance(test, bool):
            return self.run(then if test else other)
        first = self.under((test,), then)
        second = self.under((self.algebra.negation(test),), other)
        if first is None and second is None:
            raise Dead
        return self.values.merge(test, first, second)

    def _parts(self, parts: tuple[Expr, ...], go_on: bool) -> Bool:
        """An And (which goes on while its parts hold) or an Or (while they fail)."""
        found: list[Bool] = []
        guards: list[Bool] = []
        for part in parts:
            value = self.under(guards, part)
            if value is None:
                break
            found.append(value)
            if value is not go_on and isinstance(value, bool):
                break
            guards.append(value if go_on else self.algebra.negation(value))
        return self.algebra.all_of(found) if go_on else self.algebra.any_of(found)

    def _arith(self, e: Arith) -> Num:
        left, right = self.run(e.left), self.run(e.right)
        algebra = self.algebra
        match e.op:
            case ArithOp.ADD:
                return algebra.plus(left, right)
            case ArithOp.SUB:
                return algebra.minus(left, right)
            case ArithOp.MUL:
                return algebra.times(left, right)
            case ArithOp.DIV | ArithOp.MOD:
                nothing = algebra.equal(right, 0)
                self.owe(nothing, DutyKind.DEFINED, "a division by 0", e.place)
                divided = e.op is ArithOp.DIV
                return algebra.over(left, right) if divided else algebra.modulo(left, right)
            case ArithOp.MIN:
                return algebra.pick(algebra.at_most(left, right), left, right)
            case ArithOp.MAX:
                return algebra.pick(algebra.at_most(right, left), left, right)
            case _:
                assert_never(e.op)

    def _compare(self, op: Order, left: Num, right: Num) -> Bool:
        match op:
            case Order.LT:
                return self.algebra.less(left, right)
            case Order.LE:
                return self.algebra.at_most(left, right)
            case Order.GT:
                return self.algebra.less(right, left)
            case Order.GE:
                return self.algebra.at_most(right, left)
            case _:
                assert_never(op)

    def _inject(self, e: Inject, value: Expr, tag: int) -> Sum:
        held: list[Value] = [None] * len(_alternatives(e))
        held[tag] = self.run(value)
        return Sum(tag, tuple(held))

    def _retag(self, e: Retag) -> Sum:
        value = self.run(e.value)
        held: list[Value] = [None] * len(_alternatives(e))
        tag: Num | None = None
        for old, new in enumerate(e.tags):
            if new < 0 or value.held[old] is None:
                continue
            here = self.algebra.equal(value.tag, old)
            held[new] = self.values.merge(here, value.held[old], held[new])
            tag = new if tag is None else self.algebra.pick(here, new, tag)
        if tag is None:
            raise Dead
        return Sum(tag, tuple(held))

    def _call(self, function: str, args: Sequence[Value]) -> Value:
        outcome = self.executor.call(function, args)
        self.duties += outcome.duties
        if outcome.dead:
            raise Dead
        return outcome.value


def _alternatives(e: Inject | Retag) -> tuple[object, ...]:
    alts = getattr(e.type, "alts", None)
    assert isinstance(alts, tuple), "the value is made an alternative of a union"
    return alts
