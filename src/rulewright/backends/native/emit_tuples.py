"""Native code for tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.types import BagT, SetT

from . import emit_bags, emit_runs, memory
from .build import I64, Block, Val, int1, int64
from .infer import number
from .layout import Row, layout
from .shapes import Flag, Num, Seq, Shape

if TYPE_CHECKING:
    from .emit import Body


def value(body: Body, e: ir.At | ir.Size | ir.Count | ir.Has) -> Val:
    """An item, a length, how often or whether something is there."""
    match e:
        case ir.At():
            return _at(body, e)
        case ir.Size(held):
            return Val(body.shape(e), _size(body.k, body.value(held)))
        case ir.Count():
            items, wanted = body.value(e.items), body.value(e.value)
            if isinstance(e.items.type, BagT):
                return Val(body.shape(e), emit_bags.count_of(body, items, wanted, e))
            return Val(body.shape(e), _count(body.k, items, wanted))
        case ir.Has():
            wanted, items = body.value(e.value), body.value(e.items)
            if isinstance(e.items.type, BagT | SetT):
                there = emit_bags.count_of(body, items, wanted, e)
                return Val(Flag(), body.k.b.icmp_signed("!=", there, int64(0)))
            return Val(Flag(), _has(body.k, items, wanted))
        case _:
            assert_never(e)


def into(
    body: Body, e: ir.Items | ir.Range | ir.Slice | ir.Put, shape: Shape, place: ll.Value
) -> None:
    """Make a tuple where it is wanted."""
    assert isinstance(shape, Seq)
    match e:
        case ir.Items():
            _items(body, e, shape, place)
        case ir.Range():
            _range(body, e, shape, place)
        case ir.Slice():
            _slice(body, e, shape, place)
        case ir.Put():
            _put(body, e, shape, place)
        case _:
            assert_never(e)


def index_of(body: Body, whole: Val, at: ll.Value, bounds: Num, *, below: bool) -> ll.Value:
    """An index from 0, owed to be there; below 0 it counts from the end where that is allowed."""
    k = body.k
    shape = whole.shape
    assert isinstance(shape, Seq)
    many = memory.length(k, whole)
    if below and bounds.low < 0:
        negative = k.b.icmp_signed("<", at, int64(0))
        at = k.b.select(negative, k.b.add(at, many), at)
        bounds = Num(bounds.low + shape.least, max(bounds.high, shape.most - 1))
    if bounds.low >= 0 and bounds.high < shape.least:
        return at
    if bounds.high < 0 or bounds.low >= shape.most:
        raise body.end()
    # One comparison for both ends: below 0 is very large when there is no sign.
    k.owe(k.b.icmp_unsigned("<", at, many))
    return at


def _at(body: Body, e: ir.At) -> Val:
    whole = body.value(e.items)
    at = body.number(e.index)
    assert isinstance(whole.shape, Seq)
    if whole.shape.item is None:
        raise body.end()
    found = index_of(body, whole, at, number(body.shape(e.index)), below=True)
    return memory.item(body.k, whole, found)


def _size(k: Block, held: Val) -> ll.Value:
    if isinstance(held.shape, Seq):
        return memory.length(k, held)
    total = k.variable(I64, int64(0))
    where = layout(held.shape)
    assert isinstance(where, Row)
    with k.counting(int64(where.room)) as loop:
        each = memory.item(k, held, loop.index)
        more = k.b.zext(each.one, I64) if isinstance(each.shape, Flag) else each.one
        k.b.store(k.b.add(k.b.load(total, typ=I64), more), total)
    return k.b.load(total, typ=I64)


def _count(k: Block, items: Val, wanted: Val) -> ll.Value:
    assert isinstance(items.shape, Seq)
    if items.shape.item is None:
        return int64(0)
    at_once = emit_runs.count(k, items, wanted)
    if at_once is not None:
        return at_once
    total = k.variable(I64, int64(0))
    with k.counting(memory.length(k, items)) as loop:
        same = memory.equal(k, memory.item(k, items, loop.index), wanted)
        k.b.store(k.b.add(k.b.load(total, typ=I64), k.b.zext(same, I64)), total)
    return k.b.load(total, typ=I64)


def _has(k: Block, items: Val, wanted: Val) -> ll.Value:
    assert isinstance(items.shape, Seq)
    if items.shape.item is None:
        return int1(False)
    found = k.variable(ll.IntType(1), int1(False))
    with k.counting(memory.length(k, items)) as loop:
        same = memory.equal(k, memory.item(k, items, loop.index), wanted)
        with k.when(same):
            k.b.store(int1(True), found)
            k.b.branch(loop.done)
    return k.b.load(found, typ=ll.IntType(1))


def _items(body: Body, e: ir.Items, shape: Seq, place: ll.Value) -> None:
    k, where = body.k, layout(shape)
    assert isinstance(where, Row)
    counted: ll.Value = int64(0)
    fixed = 0
    for part in e.parts:
        at = k.b.add(counted, int64(fixed))
        if isinstance(part, ir.Spread):
            held = body.value(part.value)
            many = memory.length(k, held)
            memory.items_moved(k, held, many, shape, memory.item_place(k, shape, place, at))
            assert isinstance(held.shape, Seq)
            if held.shape.least == held.shape.most:
                fixed += held.shape.most
            else:
                counted = k.b.add(counted, many)
            continue
        assert shape.item is not None
        body.into(part, shape.item, memory.item_place(k, shape, place, at))
        fixed += 1
    if where.counted:
        memory.set_length(k, place, k.b.add(counted, int64(fixed)))


def range_ends(body: Body, e: ir.Range) -> tuple[ll.Value, ll.Value]:
    """The start and the stop of a range."""
    return body.number(e.start), body.number(e.stop)


def _range(body: Body, e: ir.Range, shape: Seq, place: ll.Value) -> None:
    k, where = body.k, layout(shape)
    assert isinstance(where, Row)
    many = k.variable(I64, int64(0))
    start, stop = range_ends(body, e)
    with k.counting(stop, start, e.step) as loop:
        at = k.b.load(many, typ=I64)
        if shape.item is not None:
            item = Val(shape.item, loop.index)
            memory.stored(k, item, shape.item, memory.item_place(k, shape, place, at))
        k.b.store(k.b.add(at, int64(1)), many)
    if where.counted:
        memory.set_length(k, place, k.b.load(many, typ=I64))


def _edge(body: Body, e: ir.Expr | None, other: ll.Value, many: ll.Value) -> ll.Value:
    """One end of a slice: from the end where it is below 0, and cut off where out of range."""
    if e is None:
        return other
    k, at = body.k, body.number(e)
    bounds = number(body.shape(e))
    if bounds.low < 0:
        moved = k.b.add(at, many)
        at = k.b.select(k.b.icmp_signed("<", at, int64(0)), moved, at)
        at = k.b.select(k.b.icmp_signed("<", at, int64(0)), int64(0), at)
    return k.b.select(k.b.icmp_signed(">", at, many), many, at)


def _slice(body: Body, e: ir.Slice, shape: Seq, place: ll.Value) -> None:
    k, where = body.k, layout(shape)
    assert isinstance(where, Row)
    whole = body.value(e.items)
    assert isinstance(whole.shape, Seq)
    many = memory.length(k, whole)
    start = _edge(body, e.start, int64(0), many)
    stop = _edge(body, e.stop, many, many)
    counted = k.variable(I64, int64(0))
    with k.counting(stop, start, e.step) as loop:
        at = k.b.load(counted, typ=I64)
        if whole.shape.item is not None and shape.item is not None and shape.most > 0:
            item = memory.item(k, whole, loop.index)
            memory.stored(k, item, shape.item, memory.item_place(k, shape, place, at))
        k.b.store(k.b.add(at, int64(1)), counted)
    if where.counted:
        memory.set_length(k, place, k.b.load(counted, typ=I64))


def _put(body: Body, e: ir.Put, shape: Seq, place: ll.Value) -> None:
    k = body.k
    whole = body.value(e.items)
    at = body.number(e.index)
    assert shape.item is not None
    if _is_inside(body, e, shape):
        assert isinstance(e.value, ir.Put)
        found = index_of(body, whole, at, number(body.shape(e.index)), below=False)
        _put_inside(body, e.value, whole, shape, place, found)
        return
    new = body.value(e.value)
    found = index_of(body, whole, at, number(body.shape(e.index)), below=False)
    offset = memory.item_offset(k, shape, found)
    memory.copied_with(k, whole, shape, place, offset, new, shape.item)


def _put_inside(
    body: Body, e: ir.Put, whole: Val, shape: Seq, place: ll.Value, outer: ll.Value
) -> None:
    """Copy a tuple of tuples with one item of one of them changed."""
    k, row = body.k, shape.item
    assert isinstance(row, Seq)
    assert row.item is not None
    at = body.number(e.index)
    new = body.value(e.value)
    inner = memory.item(k, whole, outer)
    found = index_of(body, inner, at, number(body.shape(e.index)), below=False)
    offset = k.b.add(memory.item_offset(k, shape, outer), memory.item_offset(k, row, found))
    memory.copied_with(k, whole, shape, place, offset, new, row.item)


def _is_inside(body: Body, e: ir.Put, shape: Seq) -> bool:
    """Whether an item is put back with only an item of its own changed, as in a grid of grids.

    Then nothing is copied but the whole. Neither index may fail with the other worked out first.
    """
    inner = e.value
    if not isinstance(inner, ir.Put) or not isinstance(inner.items, ir.At):
        return False
    if not (alike(inner.items.items, e.items) and alike(inner.items.index, e.index)):
        return False
    return shape.item == body.shape(inner.items) == body.shape(inner)


def alike(left: ir.Expr, right: ir.Expr) -> bool:
    """Whether two expressions are the same name, or the same part of it."""
    match left, right:
        case ir.Var(name), ir.Var(other):
            return name == other
        case ir.Get(record, index), ir.Get(held, at):
            return index == at and alike(record, held)
        case ir.Const(value), ir.Const(known):
            return bool(value == known)
        case _:
            return False
