"""Values in memory: put there, taken from there, copied into another layout, compared."""

from __future__ import annotations

from typing import assert_never

from llvmlite import ir as ll

from .build import I1, I32, I64, Block, Val, int1, int64
from .layout import LENGTH, Cell, Fields, Layout, Row, Tagged, layout
from .shapes import Bits, Choice, Counts, Flag, Num, Rec, Refused, Seq, Shape, Sum, Unit

_CHUNKS = (8, 4, 2, 1)


def taken(k: Block, shape: Shape, address: ll.Value) -> Val:
    """The value of this shape that lies at an address."""
    match shape:
        case Flag():
            byte = k.load(address, 1)
            return Val(shape, k.b.trunc(byte, I1))
        case Num() | Choice():
            where = layout(shape)
            return Val(shape, k.load(address, where.size))
        case Unit():
            return Val(shape, None)
        case _:
            return Val(shape, address)


def stored(k: Block, value: Val, shape: Shape, address: ll.Value) -> None:
    """Put a value where one of a shape that holds it belongs."""
    match value.shape:
        case Flag():
            k.store(k.b.zext(value.one, I64), address, 1)
        case Num() | Choice():
            k.store(value.one, address, layout(shape).size)
        case Unit():
            pass
        case Sum() if value.chosen is not None:
            _chosen_stored(k, value.chosen, shape, address)
        case Rec() if value.apart:
            _fields_stored(k, value, shape, address)
        case _:
            _moved(k, value, shape, address)


def _chosen_stored(k: Block, chosen: tuple[int, Val], shape: Shape, address: ll.Value) -> None:
    assert isinstance(shape, Sum)
    tag, held = chosen
    want = shape.alts[tag]
    assert want is not None
    k.store(int64(tag), address, 1)
    stored(k, held, want, k.at(address, 1))


def _fields_stored(k: Block, value: Val, shape: Shape, address: ll.Value) -> None:
    where = layout(shape)
    assert isinstance(shape, Rec)
    assert isinstance(where, Fields)
    for at, (want, place) in enumerate(zip(shape.fields, where.places, strict=True)):
        stored(k, field(k, value, at), want, k.at(address, place))


def settled(k: Block, value: Val) -> Val:
    """A value in one place."""
    if not value.apart:
        return value
    place = k.room(layout(value.shape).size)
    stored(k, value, value.shape, place)
    return Val(value.shape, place)


def _moved(k: Block, value: Val, shape: Shape, address: ll.Value) -> None:
    old, new = layout(value.shape), layout(shape)
    if old == new:
        k.copy(value.one, address, new.size)
        return
    match value.shape, shape, old, new:
        case Rec(fields), Rec(wanted), Fields(_, places), Fields(_, targets):
            for held, want, place, target in zip(fields, wanted, places, targets, strict=True):
                part = taken(k, held, k.at(value.one, place))
                stored(k, part, want, k.at(address, target))
        case Seq(), Seq(), Row(), Row():
            number = length(k, value)
            if new.counted:
                set_length(k, address, number)
            items_moved(k, value, number, shape, k.at(address, new.first))
        case (Counts(number, held), Counts(_, want), Row(), Row()):
            with k.counting(int64(number)) as loop:
                each = taken(k, held, k.at(value.one, _scaled(k, loop.index, old.item)))
                stored(k, each, want, k.at(address, _scaled(k, loop.index, new.item)))
        case Sum(alts), Sum(wants), _, _:
            tag = k.load(value.one, 1)
            k.store(tag, address, 1)
            for at, (alt, goal) in enumerate(zip(alts, wants, strict=True)):
                if alt is not None and goal is not None:
                    with k.when(k.b.icmp_signed("==", tag, int64(at))):
                        part = taken(k, alt, k.at(value.one, 1))
                        stored(k, part, goal, k.at(address, 1))
        case _:
            raise Refused(f"{value.shape} is put in the place of {shape}")


def items_moved(k: Block, value: Val, number: ll.Value, shape: Shape, address: ll.Value) -> None:
    """Copy the first items of a tuple to where the items of one of another shape begin."""
    assert isinstance(value.shape, Seq)
    assert isinstance(shape, Seq)
    old, new = layout(value.shape), layout(shape)
    assert isinstance(old, Row)
    assert isinstance(new, Row)
    held, want = value.shape.item, shape.item
    if held is None or want is None or value.shape.most == 0:
        return
    with k.counting(number) as loop:
        source = k.at(value.one, k.b.add(_scaled(k, loop.index, old.item), int64(old.first)))
        stored(k, taken(k, held, source), want, k.at(address, _scaled(k, loop.index, new.item)))


def _scaled(k: Block, index: ll.Value, item: Layout) -> ll.Value:
    return index if item.size == 1 else k.b.mul(index, int64(item.size))


def converted(k: Block, value: Val, shape: Shape) -> Val:
    """A value as one of a shape that holds it."""
    if value.shape == shape:
        return value
    if isinstance(layout(shape), Cell):
        return Val(shape, value.held)
    if not value.apart and layout(value.shape) == layout(shape):
        return Val(shape, value.held)
    place = k.room(layout(shape).size)
    stored(k, value, shape, place)
    return Val(shape, place)


def placed(k: Block, value: Val) -> ll.Value:
    """The address of a value, which is put in memory where it is a number."""
    if not isinstance(layout(value.shape), Cell):
        return settled(k, value).one
    place = k.room(layout(value.shape).size)
    stored(k, value, value.shape, place)
    return place


def length(k: Block, value: Val) -> ll.Value:
    """The number of items of a tuple."""
    shape = value.shape
    assert isinstance(shape, Seq)
    if shape.least == shape.most:
        return int64(shape.most)
    return k.b.zext(k.b.load(value.one, typ=I32, align=1), I64)


def set_length(k: Block, address: ll.Value, number: ll.Value) -> None:
    """Say how many items the tuple at an address has."""
    assert LENGTH == 4
    k.b.store(k.b.trunc(number, I32), address, align=1)


def item(k: Block, value: Val, index: ll.Value) -> Val:
    """An item of a tuple, a count of a bag, a bit of a set; the index must be in range."""
    where = layout(value.shape)
    assert isinstance(where, Row)
    place = k.b.add(_scaled(k, index, where.item), int64(where.first))
    match value.shape:
        case Seq(held, _, _):
            assert held is not None
            return taken(k, held, k.at(value.one, place))
        case Counts(_, count):
            return taken(k, count, k.at(value.one, place))
        case Bits():
            return taken(k, Flag(), k.at(value.one, place))
        case _:
            raise Refused(f"{value.shape} has no items")


def item_place(k: Block, shape: Shape, address: ll.Value, index: ll.Value) -> ll.Value:
    """Where an item lies in the tuple, bag or set of this shape at an address."""
    return k.at(address, item_offset(k, shape, index))


def item_offset(k: Block, shape: Shape, index: ll.Value) -> ll.Value:
    """How many bytes from the beginning an item lies."""
    where = layout(shape)
    assert isinstance(where, Row)
    return k.b.add(_scaled(k, index, where.item), int64(where.first))


def field(k: Block, value: Val, index: int) -> Val:
    """A field of a record."""
    if index in value.over:
        return value.over[index]
    base = value.base or value.shape
    where = layout(base)
    assert isinstance(where, Fields)
    assert isinstance(base, Rec)
    assert value.held is not None
    return taken(k, base.fields[index], k.at(value.held, where.places[index]))


def copied_with(
    k: Block, whole: Val, shape: Shape, place: ll.Value, offset: ll.Value, part: Val, want: Shape
) -> None:
    """Copy a value with one part of it, so many bytes from its beginning, changed.

    A few bytes go through a register in one piece: what has just been stored byte by byte cannot
    be loaded again at once as a whole.
    """
    where = layout(shape)
    small = 2 <= where.size <= 8 and layout(whole.shape) == where and not whole.apart
    if not (small and layout(want) == Cell(1)):
        stored(k, whole, shape, place)
        stored(k, part, want, k.at(place, offset))
        return
    kind = ll.IntType(8 * where.size)
    byte = part.one if not isinstance(part.shape, Flag) else k.b.zext(part.one, I64)
    shift, kept = k.b.shl(offset, int64(3)), k.b.and_(byte, int64(0xFF))
    mask, new = k.b.shl(int64(0xFF), shift), k.b.shl(kept, shift)
    if where.size < 8:
        mask, new = k.b.trunc(mask, kind), k.b.trunc(new, kind)
    word = k.b.load(whole.one, typ=kind, align=1)
    k.b.store(k.b.or_(k.b.and_(word, k.b.not_(mask)), new), place, align=1)


def solid(where: Layout) -> bool:
    """Whether equal values are equal bytes: nothing in it varies in length or kind."""
    match where:
        case Cell():
            return True
        case Fields(fields, _, _):
            return all(map(solid, fields))
        case Row(inner, _, counted):
            return not counted and solid(inner)
        case Tagged():
            return False
        case _:
            assert_never(where)


def equal(k: Block, left: Val, right: Val) -> ll.Value:
    """Whether two values of one type are the same."""
    match left.shape, right.shape:
        case ((Flag() | Num() | Choice()), _):
            return k.b.icmp_signed("==", left.one, right.one)
        case Unit(), _:
            return int1(True)
        case _ if _same_place(left, right):
            return int1(True)
        case Rec(fields), Rec() if left.apart or right.apart:
            return _all_equal(k, left, right, len(fields))
        case Sum(), Sum() if left.apart or right.apart:
            return _same_alternative(k, settled(k, left), settled(k, right))
        case _ if layout(left.shape) == layout(right.shape) and solid(layout(left.shape)):
            return _same_bytes(k, left.one, right.one, layout(left.shape).size)
        case Rec(fields), Rec():
            return _all_equal(k, left, right, len(fields))
        case Seq(), Seq():
            return _same_items(k, left, right)
        case Counts(number, _), Counts():
            return _same_up_to(k, left, right, int64(number))
        case Sum(), Sum():
            return _same_alternative(k, left, right)
        case _:
            raise Refused(f"{left.shape} is compared with {right.shape}")


def _same_place(left: Val, right: Val) -> bool:
    return not left.apart and not right.apart and left.held is right.held


def _same_bytes(k: Block, left: ll.Value, right: ll.Value, size: int) -> ll.Value:
    if size > 64:
        with_loop = _bytes_loop(k, left, right, size // 8)
        rest = _chunks(k, left, right, size - size % 8, size)
        return k.b.and_(with_loop, rest)
    return _chunks(k, left, right, 0, size)


def _bytes_loop(k: Block, left: ll.Value, right: ll.Value, words: int) -> ll.Value:
    differs = k.variable(I64, int64(0))
    with k.counting(int64(words)) as loop:
        at = k.b.mul(loop.index, int64(8))
        a, b = k.load(k.at(left, at), 8), k.load(k.at(right, at), 8)
        k.b.store(k.b.or_(k.b.load(differs, typ=I64), k.b.xor(a, b)), differs)
    return k.b.icmp_signed("==", k.b.load(differs, typ=I64), int64(0))


def _chunks(k: Block, left: ll.Value, right: ll.Value, at: int, end: int) -> ll.Value:
    differs: ll.Value = int64(0)
    for size in _CHUNKS:
        while end - at >= size:
            a, b = k.load(k.at(left, at), size), k.load(k.at(right, at), size)
            differs = k.b.or_(differs, k.b.xor(a, b))
            at += size
    return k.b.icmp_signed("==", differs, int64(0))


def kept_alike(left: Val, right: Val, at: int) -> bool:
    """Whether a field of two records is one and the same, for all that is known here."""
    mine, other = left.over.get(at), right.over.get(at)
    if mine is not None or other is not None:
        return mine is other
    bases = left.base or left.shape, right.base or right.shape
    return left.held is right.held and bases[0] == bases[1]


def _all_equal(k: Block, left: Val, right: Val, number: int) -> ll.Value:
    """Field after field, up to the first that differs."""
    result = k.variable(I1, int1(False))
    done = k.function.append_basic_block("compared")
    for at in range(number):
        if kept_alike(left, right, at):
            continue
        same = equal(k, field(k, left, at), field(k, right, at))
        on = k.function.append_basic_block("same")
        k.b.cbranch(same, on, done)
        k.b.position_at_end(on)
    k.b.store(int1(True), result)
    k.b.branch(done)
    k.b.position_at_end(done)
    return k.b.load(result, typ=I1)


def _same_items(k: Block, left: Val, right: Val) -> ll.Value:
    number, other = length(k, left), length(k, right)
    result = k.variable(I1, int1(False))
    with k.when(k.b.icmp_signed("==", number, other)):
        k.b.store(_same_up_to(k, left, right, number), result)
    return k.b.load(result, typ=I1)


def _same_up_to(k: Block, left: Val, right: Val, number: ll.Value) -> ll.Value:
    empty = any(isinstance(v.shape, Seq) and v.shape.item is None for v in (left, right))
    if empty:
        return int1(True)
    result = k.variable(I1, int1(True))
    with k.counting(number) as loop:
        same = equal(k, item(k, left, loop.index), item(k, right, loop.index))
        with k.when(k.b.not_(same)):
            k.b.store(int1(False), result)
            k.b.branch(loop.done)
    return k.b.load(result, typ=I1)


def _same_alternative(k: Block, left: Val, right: Val) -> ll.Value:
    assert isinstance(left.shape, Sum)
    assert isinstance(right.shape, Sum)
    tag = k.load(left.one, 1)
    same = k.b.icmp_signed("==", tag, k.load(right.one, 1))
    result = k.variable(I1, same)
    for at, (a, b) in enumerate(zip(left.shape.alts, right.shape.alts, strict=True)):
        if a is None or b is None or isinstance(a, Unit):
            continue
        with k.when(k.b.and_(same, k.b.icmp_signed("==", tag, int64(at)))):
            one, other = taken(k, a, k.at(left.one, 1)), taken(k, b, k.at(right.one, 1))
            k.b.store(equal(k, one, other), result)
    return k.b.load(result, typ=I1)
