"""Native code for folds: a loop over items, which are worked out on the way where they can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.types import SetT, TupleT

from . import emit_bags, emit_runs, memory
from .build import I1, I64, Ended, Loop, Val, int1, int64
from .infer import number
from .layout import Cell, Row, layout
from .shapes import Bits, Counts, Flag, Num, Seq, Shape, items_of, of_value

if TYPE_CHECKING:
    from .emit import Body

_NUMBERS = (ir.FoldKind.ALL, ir.FoldKind.ANY, ir.FoldKind.SUM, ir.FoldKind.MIN, ir.FoldKind.MAX)


@dataclass(frozen=True)
class Source:
    """What a fold goes over, worked out: numbers from start to stop, or the items of a value."""

    start: ll.Value
    stop: ll.Value
    step: int
    item: Callable[[ll.Value], Val] | None  # None where there is never an item
    skips: Callable[[ll.Value], ll.Value] | None = None


def is_number(body: Body, e: ir.Fold) -> bool:
    """Whether a fold gives one number."""
    if e.kind in _NUMBERS:
        return True
    return e.kind is ir.FoldKind.THE and isinstance(layout(body.shape(e)), Cell)


def source(body: Body, over: ir.Expr) -> Source:
    """Work out what a fold goes over."""
    shape = body.shape(over)
    if isinstance(shape, Bits):
        return _of_set(body, over)
    assert isinstance(shape, Seq)
    held = shape.item
    if isinstance(over, ir.Range):
        start, stop = body.number(over.start), body.number(over.stop)
        numbered = None if held is None else (lambda index: Val(held, index))
        return Source(start, stop, over.step, numbered)
    if (
        isinstance(over, ir.Const)
        and isinstance(held, Num)
        and held.low + shape.most - 1 == held.high
    ):
        first = held.low
        if tuple(over.value) == tuple(range(first, first + shape.most)):
            last = int64(first + shape.most)
            return Source(int64(first), last, 1, lambda index: Val(held, index))
    whole = body.value(over)
    many = memory.length(body.k, whole)
    item = None if held is None else (lambda index: memory.item(body.k, whole, index))
    return Source(int64(0), many, 1, item)


def _of_set(body: Body, over: ir.Expr) -> Source:
    assert isinstance(over.type, SetT)
    values = tuple(items_of(over.type))
    kind = TupleT(over.type.item, len(values), len(values))
    shape = of_value(kind, values)
    held = body.value(over)
    listed = Val(shape, body.unit.constant(kind, shape, values))
    k = body.k
    return Source(
        int64(0),
        int64(len(values)),
        1,
        (lambda index: memory.item(k, listed, index)) if values else None,
        lambda index: k.b.not_(memory.item(k, held, index).one),
    )


@contextmanager
def going_over(body: Body, e: ir.Fold, of: Source) -> Iterator[tuple[Loop, Val | None]]:
    """The loop of a fold, with the item of each turn; items that `where` leaves out are not met.

    The item is None where nothing is to be done with it: there is none, or `where` always fails.
    """
    k = body.k
    with k.counting(of.stop, of.start, of.step) as loop:
        item: Val | None = None
        if of.item is None:
            k.b.branch(loop.following)
        else:
            if of.skips is not None:
                _unless(body, of.skips(loop.index), loop)
            item = body.names[e.name] = of.item(loop.index)
            if e.where is not None:
                try:
                    _unless(body, k.b.not_(body.truth(e.where)), loop)
                except Ended:
                    item = None
        yield loop, item


def _unless(body: Body, test: ll.Value, loop: Loop) -> None:
    on = body.k.function.append_basic_block("kept")
    body.k.b.cbranch(test, loop.following, on)
    body.k.b.position_at_end(on)


def value(body: Body, e: ir.Fold) -> Val:
    """A fold that gives one number."""
    match e.kind:
        case ir.FoldKind.ALL:
            return Val(Flag(), _decided(body, e, False))
        case ir.FoldKind.ANY:
            return Val(Flag(), _decided(body, e, True))
        case ir.FoldKind.SUM:
            return Val(body.shape(e), _sum(body, e))
        case ir.FoldKind.MIN | ir.FoldKind.MAX:
            return Val(body.shape(e), _best(body, e))
        case ir.FoldKind.THE:
            shape = body.shape(e)
            place = body.k.room(layout(shape).size)
            _the(body, e, shape, place)
            return memory.taken(body.k, shape, place)
        case _:
            raise AssertionError(e.kind)


def _decided(body: Body, e: ir.Fold, by: bool) -> ll.Value:
    k = body.k
    result = k.variable(I1, int1(not by))
    with going_over(body, e, source(body, e.over)) as (loop, item):
        if item is not None:
            try:
                truth = body.truth(e.body)
                with k.when(truth if by else k.b.not_(truth)):
                    k.b.store(int1(by), result)
                    k.b.branch(loop.done)
            except Ended:
                pass
    return k.b.load(result, typ=I1)


def _sum(body: Body, e: ir.Fold) -> ll.Value:
    k, at_once = body.k, emit_runs.count_in_each(body, e)
    if at_once is not None:
        return at_once
    total = k.variable(I64, int64(0))
    with going_over(body, e, source(body, e.over)) as (_, item):
        if item is not None:
            try:
                more = body.number(e.body)
                k.b.store(k.b.add(k.b.load(total, typ=I64), more), total)
            except Ended:
                pass
    return k.b.load(total, typ=I64)


def _best(body: Body, e: ir.Fold) -> ll.Value:
    k = body.k
    of = source(body, e.over)
    # Python works a default out after the first iterable and before any item.
    default = None if e.default is None else body.number(e.default)
    best, any_ = k.variable(I64, int64(0)), k.variable(I1, int1(False))
    order = "<" if e.kind is ir.FoldKind.MIN else ">"
    with going_over(body, e, of) as (_, item):
        if item is not None:
            try:
                found = body.number(e.body)
                kept = k.b.load(best, typ=I64)
                first = k.b.not_(k.b.load(any_, typ=I1))
                better = k.b.or_(first, k.b.icmp_signed(order, found, kept))
                k.b.store(k.b.select(better, found, kept), best)
                k.b.store(int1(True), any_)
            except Ended:
                pass
    some = k.b.load(any_, typ=I1)
    if default is None:
        k.owe(some)
        return k.b.load(best, typ=I64)
    return k.b.select(some, k.b.load(best, typ=I64), default)


def _the(body: Body, e: ir.Fold, shape: Shape, place: ll.Value) -> None:
    k = body.k
    many = k.variable(I64, int64(0))
    with going_over(body, e, source(body, e.over)) as (_, item):
        if item is not None:
            try:
                body.into(e.body, shape, place)
                k.b.store(k.b.add(k.b.load(many, typ=I64), int64(1)), many)
            except Ended:
                pass
    k.owe(k.b.icmp_signed("==", k.b.load(many, typ=I64), int64(1)))


def into(body: Body, e: ir.Fold, shape: Shape, place: ll.Value) -> None:
    """Make what a fold gathers where it is wanted."""
    match e.kind:
        case ir.FoldKind.TUPLE:
            _gathered(body, e, shape, place)
        case ir.FoldKind.FLAT:
            _flat(body, e, shape, place)
        case ir.FoldKind.THE:
            _the(body, e, shape, place)
        case ir.FoldKind.BAG:
            _bag(body, e, shape, place)
        case ir.FoldKind.SET:
            _set(body, e, place)
        case ir.FoldKind.ALL | ir.FoldKind.ANY:
            raise AssertionError(e.kind)
        case ir.FoldKind.SUM | ir.FoldKind.MIN | ir.FoldKind.MAX:
            raise AssertionError(e.kind)
        case _:
            assert_never(e.kind)


def _gathered(body: Body, e: ir.Fold, shape: Shape, place: ll.Value) -> None:
    k, where = body.k, layout(shape)
    assert isinstance(shape, Seq)
    assert isinstance(where, Row)
    many = k.variable(I64, int64(0))
    with going_over(body, e, source(body, e.over)) as (_, item):
        if item is not None:
            try:
                at = k.b.load(many, typ=I64)
                if shape.item is None:
                    body.value(e.body)
                else:
                    body.into(e.body, shape.item, memory.item_place(k, shape, place, at))
                k.b.store(k.b.add(at, int64(1)), many)
            except Ended:
                pass
    if where.counted:
        memory.set_length(k, place, k.b.load(many, typ=I64))


def _flat(body: Body, e: ir.Fold, shape: Shape, place: ll.Value) -> None:
    k, where = body.k, layout(shape)
    assert isinstance(shape, Seq)
    assert isinstance(where, Row)
    many = k.variable(I64, int64(0))
    with going_over(body, e, source(body, e.over)) as (_, item):
        if item is not None:
            try:
                held = body.value(e.body)
                at, more = k.b.load(many, typ=I64), memory.length(k, held)
                target = memory.item_place(k, shape, place, at)
                memory.items_moved(k, held, more, shape, target)
                k.b.store(k.b.add(at, more), many)
            except Ended:
                pass
    if where.counted:
        memory.set_length(k, place, k.b.load(many, typ=I64))


def _bag(body: Body, e: ir.Fold, shape: Shape, place: ll.Value) -> None:
    k = body.k
    assert isinstance(shape, Counts)
    k.fill(place, layout(shape).size)
    with going_over(body, e, source(body, e.over)) as (_, item):
        if item is not None:
            try:
                copies = body.number(e.body)
                if number(body.shape(e.body)).low < 0:
                    k.owe(k.b.icmp_signed(">=", copies, int64(0)))
                _count_in(body, e, item, copies, shape, place)
            except Ended:
                pass


def _count_in(
    body: Body, e: ir.Fold, item: Val, copies: ll.Value, shape: Counts, place: ll.Value
) -> None:
    """As in a dict display, an item that comes again replaces its count."""
    k = body.k
    at = emit_bags.place_of(body, item, e.type)
    if not emit_bags.is_certain(item.shape, e.type):
        known = k.b.icmp_signed(">=", at, int64(0))
        k.owe(k.b.or_(known, k.b.icmp_signed("==", copies, int64(0))))
        with k.when(known):
            target = memory.item_place(k, shape, place, at)
            memory.stored(k, Val(shape.count, copies), shape.count, target)
        return
    target = memory.item_place(k, shape, place, at)
    memory.stored(k, Val(shape.count, copies), shape.count, target)


def _set(body: Body, e: ir.Fold, place: ll.Value) -> None:
    k = body.k
    k.fill(place, layout(body.shape(e)).size)
    with going_over(body, e, source(body, e.over)) as (_, item):
        if item is not None:
            try:
                held = body.value(e.body)
                at = emit_bags.place_of(body, held, e.type)
                if not emit_bags.is_certain(held.shape, e.type):
                    k.owe(k.b.icmp_signed(">=", at, int64(0)))
                k.store(int64(1), k.at(place, at), 1)
            except Ended:
                pass
