"""The shape of every expression of a function, given the shapes of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from rulewright.ir import nodes as ir
from rulewright.ir.types import BagT, SetT, TupleT, Type, UnionT, size

from . import bounds
from .build import Ended
from .shapes import (
    Bits,
    Choice,
    Counts,
    Flag,
    Num,
    Rec,
    Refused,
    Scalar,
    Seq,
    Shape,
    Sum,
    items_of,
    join,
    join_maybe,
    of_value,
    span,
    union,
)

_Records: TypeAlias = ir.Make | ir.Get | ir.With | ir.Inject | ir.Payload | ir.Retag
_Tuples: TypeAlias = ir.Items | ir.Range | ir.At | ir.Slice | ir.Put | ir.Size | ir.Count
_Others: TypeAlias = ir.Fold | ir.BagChange | ir.SetMerge | ir.Lookup

# Gives the shape that a function has for arguments of these shapes; Ended where it gives nothing.
OfCall: TypeAlias = Callable[[str, tuple[Shape, ...]], Shape]


def number(shape: Shape) -> Num:
    """The bounds of a shape that is one number."""
    if not isinstance(shape, Scalar):
        raise Refused(f"{shape} is used as a number")
    return span(shape)


def seq(shape: Shape) -> Seq:
    """A shape that must be a tuple's."""
    if not isinstance(shape, Seq):
        raise Refused(f"{shape} is used as a tuple")
    return shape


def alternatives(shape: Shape) -> tuple[Shape | None, ...]:
    """The alternatives of a shape that must be a union's."""
    if not isinstance(shape, Choice | Sum):
        raise Refused(f"{shape} is used as one of several")
    return shape.alts


def fields(shape: Shape) -> tuple[Shape, ...]:
    """The fields of a shape that must be a record's."""
    if not isinstance(shape, Rec):
        raise Refused(f"{shape} is used as a record")
    return shape.fields


class Inference:
    """The shapes of one function, each worked out once and kept by the expression."""

    def __init__(self, names: dict[str, Shape], of_call: OfCall) -> None:
        self._names = names
        self._of_call = of_call
        self._kept: dict[int, Shape | None] = {}
        # What is kept goes by identity, so nothing that was asked about may be freed.
        self._asked: list[ir.Expr] = []

    def of(self, e: ir.Expr) -> Shape:
        """The shape of an expression; Ended where it gives no value."""
        if id(e) not in self._kept:
            self._asked.append(e)
            try:
                self._kept[id(e)] = self._numbers(e)
            except Ended:
                self._kept[id(e)] = None
        found = self._kept[id(e)]
        if found is None:
            raise Ended
        return found

    def maybe(self, e: ir.Expr | None) -> Shape | None:
        """The shape, or None where there is no expression or it gives no value."""
        if e is None:
            return None
        try:
            return self.of(e)
        except Ended:
            return None

    def known(self, e: ir.Expr) -> bool | None:
        """What a test must give, where the shapes alone settle it."""
        match e:
            case ir.Const(bool() as value):
                return value
            case ir.Is(value, tags):
                shape = self.maybe(value)
                if shape is None:
                    return None
                possible = {t for t, alt in enumerate(alternatives(shape)) if alt is not None}
                if possible <= set(tags):
                    return True
                return None if possible.intersection(tags) else False
            case ir.Not(value):
                inner = self.known(value)
                return None if inner is None else not inner
            case _:
                return None

    def _numbers(self, e: ir.Expr) -> Shape:
        match e:
            case ir.Const(value, kind):
                return of_value(kind, value)
            case ir.Var(name):
                return self._names[name]
            case ir.Let(name, value, body):
                self._names[name] = self.of(value)
                return self.of(body)
            case ir.If(test, then, other):
                self.of(test)
                known = self.known(test)
                found = join_maybe(
                    None if known is False else self.maybe(then),
                    None if known is True else self.maybe(other),
                )
                if found is None:
                    raise Ended
                return found
            case ir.Arith(op, left, right):
                made = bounds.arith(op, number(self.of(left)), number(self.of(right)))
                if made is None:
                    raise Ended
                return made
            case ir.And(parts) | ir.Or(parts):
                self.of(parts[0])
                for part in parts[1:]:
                    self.maybe(part)
                return Flag()
            case ir.Not() | ir.Implies() | ir.Compare() | ir.Equal() | ir.Is() | ir.Has():
                for part in _strict(e):
                    self.of(part)
                return Flag()
            case ir.Fail():
                raise Ended
            case ir.Call(function, args):
                return self._of_call(function, tuple(self.of(arg) for arg in args))
            case _:
                return self._records(e)

    def _records(self, e: _Records | _Tuples | _Others) -> Shape:
        match e:
            case ir.Make(parts):
                return Rec(tuple(self.of(part) for part in parts))
            case ir.Get(record, index):
                return fields(self.of(record))[index]
            case ir.With(record, changes):
                made = list(fields(self.of(record)))
                for at, value in changes:
                    made[at] = self.of(value)
                return Rec(tuple(made))
            case ir.Inject(value, tag, kind):
                found: list[Shape | None] = [None] * len(_union(kind).alts)
                found[tag] = self.of(value)
                return union(_union(kind), tuple(found))
            case ir.Payload(value, tag):
                held = alternatives(self.of(value))[tag]
                if held is None:
                    raise Ended
                return held
            case ir.Retag(value, tags, kind):
                alts: list[Shape | None] = [None] * len(_union(kind).alts)
                for old, new in zip(alternatives(self.of(value)), tags, strict=True):
                    if new >= 0:
                        alts[new] = join_maybe(alts[new], old)
                return union(_union(kind), tuple(alts))
            case _:
                return self._tuples(e)

    def _tuples(self, e: _Tuples | _Others) -> Shape:
        match e:
            case ir.Items(parts):
                return self._items(parts)
            case ir.Range(start, stop, step):
                low, high = number(self.of(start)), number(self.of(stop))
                return Seq(bounds.members(low, high, step), *bounds.length(low, high, step))
            case ir.At(items, index):
                held = seq(self.of(items)).item
                self.of(index)
                if held is None:
                    raise Ended
                return held
            case ir.Slice():
                return self._slice(e)
            case ir.Put(items, index, value):
                whole = seq(self.of(items))
                self.of(index)
                return Seq(join_maybe(whole.item, self.of(value)), whole.least, whole.most)
            case ir.Size(value):
                return _size(self.of(value))
            case ir.Count(items, value):
                shape = self.of(items)
                self.of(value)
                if isinstance(shape, Counts):
                    return Num(min(0, shape.count.low), max(0, shape.count.high))
                return Num(0, seq(shape).most)
            case _:
                return self._others(e)

    def _others(self, e: _Others) -> Shape:
        match e:
            case ir.Fold():
                return self._fold(e)
            case ir.BagChange(bag, value, copies, sign):
                return self._change(self.of(bag), self.of(value), self.of(copies), sign)
            case ir.SetMerge(_, left, right):
                self.of(right)
                return self.of(left)
            case ir.Lookup(entries, key, _, kind):
                self.of(key)
                found: Shape | None = None
                for _, value in entries:
                    found = join_maybe(found, of_value(kind, value))
                if found is None:
                    raise Ended
                return found
            case _:
                assert_never(e)

    def _items(self, parts: tuple[ir.Expr | ir.Spread, ...]) -> Shape:
        item: Shape | None = None
        least = most = 0
        for part in parts:
            if isinstance(part, ir.Spread):
                more = seq(self.of(part.value))
                item = join_maybe(item, more.item)
                least, most = least + more.least, most + more.most
            else:
                item = join_maybe(item, self.of(part))
                least, most = least + 1, most + 1
        return Seq(item, least, most)

    def _slice(self, e: ir.Slice) -> Shape:
        whole = seq(self.of(e.items))
        start, stop = self._edge(e.start), self._edge(e.stop)
        if start is None and stop is None and e.step == 1:
            return whole
        most = whole.most
        if stop is not None and stop.low >= 0 and (start is None or start.low >= 0):
            most = max(0, min(most, stop.high) - (0 if start is None else start.low))
        return Seq(whole.item, 0, -(-most // e.step))

    def _edge(self, e: ir.Expr | None) -> Num | None:
        return None if e is None else number(self.of(e))

    def _change(self, bag: Shape, value: Shape, copies: Shape, sign: int) -> Shape:
        assert value is not None
        if not isinstance(bag, Counts):
            raise Refused(f"{bag} is used as a bag")
        held, more = bag.count, number(copies)
        if sign > 0:
            made = bounds.checked(held.low + more.low, held.high + more.high)
        else:
            made = bounds.checked(max(0, held.low - more.high), max(0, held.high - more.low))
        return join(bag, Counts(bag.number, made))

    def _fold(self, e: ir.Fold) -> Shape:
        over = self.of(e.over)
        default = self.maybe(e.default)
        least, most = _lengths(over, e)
        item = _iterated(over, e.over)
        body: Shape | None = None
        if item is not None:
            self._names[e.name] = item
            if e.where is None or self.maybe(e.where) is not None:
                body = self.maybe(e.body)
        return _folded(e, body, default, least if e.where is None else 0, most)


def _folded(e: ir.Fold, body: Shape | None, default: Shape | None, least: int, most: int) -> Shape:
    match e.kind:
        case ir.FoldKind.ALL | ir.FoldKind.ANY:
            return Flag()
        case ir.FoldKind.BAG:
            high = 0 if body is None else max(0, number(body).high)
            return Counts(size(_item_type(e)), Num(0, high))
        case ir.FoldKind.SET:
            return Bits(size(_item_type(e)))
        case ir.FoldKind.MIN | ir.FoldKind.MAX | ir.FoldKind.THE:
            found = join_maybe(body, default)
            if found is None:
                raise Ended
            return found
        case _:
            if body is None and least > 0:
                raise Ended
    match e.kind:
        case ir.FoldKind.SUM:
            return Num(0, 0) if body is None else bounds.times(number(body), least, most)
        case ir.FoldKind.TUPLE:
            return Seq(body, least, most if body is not None else 0)
        case ir.FoldKind.FLAT:
            if body is None:
                return Seq(None, 0, 0)
            inner = seq(body)
            return Seq(inner.item, least * inner.least, most * inner.most)
        case _:
            assert_never(e.kind)


def _item_type(e: ir.Fold) -> Type:
    return _items_type(e.type)


def _iterated(over: Shape, e: ir.Expr) -> Shape | None:
    """The shape of the items that a fold goes over."""
    if not isinstance(over, Bits):
        return seq(over).item
    found: Shape | None = None
    kind = _items_type(e.type)
    for value in items_of(e.type):
        found = join_maybe(found, of_value(kind, value))
    return found


def _items_type(kind: Type) -> Type:
    if not isinstance(kind, TupleT | BagT | SetT):
        raise Refused(f"{kind} has no items")
    return kind.item


def _lengths(over: Shape, e: ir.Fold) -> tuple[int, int]:
    if isinstance(over, Bits):
        return 0, over.number
    return seq(over).least, seq(over).most


def _size(shape: Shape) -> Num:
    match shape:
        case Seq(_, least, most):
            return Num(least, most)
        case Bits(count):
            return Num(0, count)
        case Counts(count, each):
            return bounds.checked(count * each.low, count * each.high)
        case _:
            raise Refused(f"{shape} has no size")


def _union(kind: Type) -> UnionT:
    if not isinstance(kind, UnionT):
        raise Refused(f"{kind} is used as one of several")
    return kind


def _strict(
    e: ir.Not | ir.Implies | ir.Compare | ir.Equal | ir.Is | ir.Has,
) -> tuple[ir.Expr, ...]:
    match e:
        case ir.Not(value) | ir.Is(value):
            return (value,)
        case ir.Implies(premise, conclusion):
            return premise, conclusion
        case ir.Compare(_, left, right) | ir.Equal(left, right):
            return left, right
        case ir.Has(items, value):
            # Python works out the left side of `in` first.
            return value, items
        case _:
            assert_never(e)
