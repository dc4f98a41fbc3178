"""Native code for bags, sets and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.types import Type

from . import memory
from .build import I64, Val, int64
from .infer import number
from .layout import Row, code, layout
from .shapes import Choice, Counts, Flag, Num, Shape, Unit, is_scalar, items_of

if TYPE_CHECKING:
    from .emit import Body


def place_of(body: Body, item: Val, kind: Type) -> ll.Value:
    """The place of an item among the values that a bag or set counts; -1 where it is none."""
    values = items_of(kind)
    inner = kind.item  # type: ignore[union-attr]
    if not is_scalar(inner):
        return _compared(body, item, inner, values)
    if isinstance(item.shape, Unit):
        return int64(0)
    held = item.one
    if isinstance(item.shape, Flag):
        held = body.k.b.zext(held, I64)
    codes = [code(inner, value) for value in values]
    return _by_code(body, held, codes, item.shape)


def _by_code(body: Body, held: ll.Value, codes: list[int], shape: Shape) -> ll.Value:
    k = body.k
    if codes == list(range(codes[0], codes[0] + len(codes))):
        at = held if codes[0] == 0 else k.b.sub(held, int64(codes[0]))
        bounds = number(shape) if not isinstance(shape, Choice) else shape.codes()
        if bounds.within(codes[0], codes[-1]):
            return at
        inside = k.b.icmp_unsigned("<", at, int64(len(codes)))
        return k.b.select(inside, at, int64(-1))
    found: ll.Value = int64(-1)
    for place, each in enumerate(codes):
        found = k.b.select(k.b.icmp_signed("==", held, int64(each)), int64(place), found)
    return found


def _compared(body: Body, item: Val, kind: Type, values: list[object]) -> ll.Value:
    from .emit import constant

    k = body.k
    found = k.variable(I64, int64(-1))
    for place, value in enumerate(values):
        same = memory.equal(k, item, constant(body, kind, value))
        with k.when(same):
            k.b.store(int64(place), found)
    return k.b.load(found, typ=I64)


def is_certain(shape: Shape, kind: Type) -> bool:
    """Whether every value of a shape has a place among those that a bag or set counts."""
    inner = kind.item  # type: ignore[union-attr]
    if not isinstance(shape, Num):
        return isinstance(shape, Unit | Flag)
    codes = [code(inner, value) for value in items_of(kind)]
    whole = codes == list(range(codes[0], codes[0] + len(codes)))
    return whole and shape.within(codes[0], codes[-1])


def count_of(body: Body, items: Val, wanted: Val, e: ir.Count | ir.Has) -> ll.Value:
    """How often a bag or a set holds an item; 0 for one that it cannot hold."""
    k = body.k
    at = place_of(body, wanted, e.items.type)

    def there() -> ll.Value:
        found = memory.item(k, items, at)
        return k.b.zext(found.one, I64) if isinstance(found.shape, Flag) else found.one

    if is_certain(wanted.shape, e.items.type):
        return there()
    result = k.variable(I64, int64(0))
    with k.when(k.b.icmp_signed(">=", at, int64(0))):
        k.b.store(there(), result)
    return k.b.load(result, typ=I64)


def into(body: Body, e: ir.BagChange | ir.SetMerge, shape: Shape, place: ll.Value) -> None:
    """Make a bag or a set where it is wanted."""
    match e:
        case ir.BagChange():
            _change(body, e, shape, place)
        case ir.SetMerge():
            _merge(body, e, place)
        case _:
            assert_never(e)


def _change(body: Body, e: ir.BagChange, shape: Shape, place: ll.Value) -> None:
    k = body.k
    assert isinstance(shape, Counts)
    bag, item, more = body.value(e.bag), body.value(e.value), body.number(e.copies)
    assert isinstance(bag.shape, Counts)
    at = place_of(body, item, e.type)
    certain = is_certain(item.shape, e.type)
    count = memory.item(k, bag, at).one if certain else _held(body, bag, at)
    left = k.b.add(count, more) if e.sign > 0 else k.b.sub(count, more)
    if e.sign < 0 and bag.shape.count.low < number(body.shape(e.copies)).high:
        k.owe(k.b.icmp_signed(">=", left, int64(0)))
    if not certain:
        known = k.b.icmp_signed(">=", at, int64(0))
        k.owe(k.b.or_(known, k.b.icmp_signed("==", left, int64(0))))
    changed = Val(shape.count, left)
    if certain:
        offset = memory.item_offset(k, shape, at)
        memory.copied_with(k, bag, shape, place, offset, changed, shape.count)
        return
    memory.stored(k, bag, shape, place)
    with k.when(k.b.icmp_signed(">=", at, int64(0))):
        memory.stored(k, changed, shape.count, memory.item_place(k, shape, place, at))


def _held(body: Body, bag: Val, at: ll.Value) -> ll.Value:
    """How many a bag holds of the item of a place; 0 where the place is -1."""
    k = body.k
    held = k.variable(I64, int64(0))
    with k.when(k.b.icmp_signed(">=", at, int64(0))):
        k.b.store(memory.item(k, bag, at).one, held)
    return k.b.load(held, typ=I64)


def _merge(body: Body, e: ir.SetMerge, place: ll.Value) -> None:
    k = body.k
    left, right = body.value(e.left), body.value(e.right)
    where = layout(left.shape)
    assert isinstance(where, Row)
    with k.counting(int64(where.room)) as loop:
        a, b = (memory.item(k, side, loop.index).one for side in (left, right))
        match e.op:
            case ir.SetOp.UNION:
                made = k.b.or_(a, b)
            case ir.SetOp.INTERSECTION:
                made = k.b.and_(a, b)
            case ir.SetOp.DIFFERENCE:
                made = k.b.and_(a, k.b.not_(b))
            case _:
                assert_never(e.op)
        k.store(k.b.zext(made, I64), k.at(place, loop.index), 1)


def lookup(body: Body, e: ir.Lookup) -> Val:
    """The value that a table has for a key, which is owed to be there."""
    k = body.k
    key = body.value(e.key)
    from .emit import constant

    shape = body.shape(e)
    place = k.room(layout(shape).size)
    done = k.function.append_basic_block("found")
    for each, value in e.entries:
        same = memory.equal(k, key, constant(body, e.key.type, each))
        with k.when(same):
            memory.stored(k, constant(body, e.type, value), shape, place)
            k.b.branch(done)
    k.fail()
    k.b.position_at_end(done)
    return memory.taken(k, shape, place)
