"""Native code for records and unions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from llvmlite import ir as ll

from rulewright.ir import nodes as ir

from . import memory
from .build import I64, Block, Val, int1, int64
from .infer import alternatives
from .layout import Fields, layout
from .shapes import Choice, Flag, Rec, Shape, Sum, Unit

if TYPE_CHECKING:
    from .emit import Body


_OfRecords: TypeAlias = ir.Get | ir.Make | ir.With | ir.Inject | ir.Is | ir.Payload | ir.Retag


def value(body: Body, e: _OfRecords) -> Val:
    """A part of a record, or what is asked or made of a union."""
    match e:
        case ir.Get(record, index):
            return memory.field(body.k, body.value(record), index)
        case ir.Make(parts):
            return Val(body.shape(e), None, over={i: body.value(p) for i, p in enumerate(parts)})
        case ir.With():
            return _with(body, e)
        case ir.Inject():
            return _inject(body, e)
        case ir.Is(held, tags):
            return Val(Flag(), _is(body.k, body.value(held), tags))
        case ir.Payload(held, tag):
            return _payload(body, body.value(held), tag)
        case ir.Retag():
            return _retag(body, e)
        case _:
            assert_never(e)


def _with(body: Body, e: ir.With) -> Val:
    old = body.value(e.record)
    changed = {at: body.value(part) for at, part in e.changes}
    return Val(body.shape(e), old.held, old.base or old.shape, {**old.over, **changed})


def into(body: Body, e: ir.Make | ir.With, shape: Shape, place: ll.Value) -> None:
    """Make a record where it is wanted."""
    assert isinstance(shape, Rec)
    where = layout(shape)
    assert isinstance(where, Fields)
    if isinstance(e, ir.Make):
        for part, want, at in zip(e.parts, shape.fields, where.places, strict=True):
            body.into(part, want, body.k.at(place, at))
        return
    old = body.value(e.record)
    changed = dict(e.changes)
    if not old.apart and layout(old.shape) == where:
        # What is changed may be worked out from the old record, which is not the new place.
        body.k.copy(old.one, place, where.size)
    else:
        for at, want in enumerate(shape.fields):
            if at not in changed:
                kept = memory.field(body.k, old, at)
                memory.stored(body.k, kept, want, body.k.at(place, where.places[at]))
    for at, part in e.changes:
        body.into(part, shape.fields[at], body.k.at(place, where.places[at]))


def inject_into(body: Body, e: ir.Inject, shape: Shape, place: ll.Value) -> None:
    """Make a union of what is more than a number where it is wanted."""
    assert isinstance(shape, Sum)
    body.k.store(int64(e.tag), place, 1)
    want = shape.alts[e.tag]
    assert want is not None
    body.into(e.value, want, body.k.at(place, 1))


def _inject(body: Body, e: ir.Inject) -> Val:
    shape = body.shape(e)
    if isinstance(shape, Sum):
        return Val(shape, None, chosen=(e.tag, body.value(e.value)))
    assert isinstance(shape, Choice)
    return Val(shape, _code(body.k, body.value(e.value), e.tag, shape.shift))


def _code(k: Block, held: Val, tag: int, shift: int) -> ll.Value:
    match held.shape:
        case Unit():
            return int64(tag)
        case Flag():
            number = k.b.zext(held.one, I64)
        case _:
            number = held.one
    return k.b.or_(k.b.shl(number, int64(shift)), int64(tag))


def _tag(k: Block, held: Val) -> ll.Value:
    if isinstance(held.shape, Choice):
        return k.b.and_(held.one, int64(2**held.shape.shift - 1))
    if held.chosen is not None:
        return int64(held.chosen[0])
    return k.load(held.one, 1)


def _is(k: Block, held: Val, tags: tuple[int, ...]) -> ll.Value:
    possible = {tag for tag, alt in enumerate(alternatives(held.shape)) if alt is not None}
    if held.chosen is not None:
        possible = {held.chosen[0]}
    wanted = possible.intersection(tags)
    if wanted == possible:
        return int1(True)
    tag, found = _tag(k, held), int1(False)
    for each in sorted(wanted):
        same = k.b.icmp_signed("==", tag, int64(each))
        found = same if len(wanted) == 1 else k.b.or_(found, same)
    return found


def _payload(body: Body, held: Val, tag: int) -> Val:
    inner = alternatives(held.shape)[tag]
    if inner is None:
        raise body.end()
    k = body.k
    if held.chosen is not None:
        if held.chosen[0] != tag:
            raise body.end()
        return held.chosen[1]
    if isinstance(held.shape, Sum):
        return memory.taken(k, inner, k.at(held.one, 1))
    assert isinstance(held.shape, Choice)
    match inner:
        case Unit():
            return Val(inner, None)
        case Flag():
            number = k.b.lshr(held.one, int64(held.shape.shift))
            return Val(inner, k.b.trunc(number, ll.IntType(1)))
        case _:
            return Val(inner, k.b.ashr(held.one, int64(held.shape.shift)))


def _retag(body: Body, e: ir.Retag) -> Val:
    k, held, shape = body.k, body.value(e.value), body.shape(e)
    if isinstance(held.shape, Choice) and isinstance(shape, Choice):
        tag = _retagged(k, _tag(k, held), e.tags)
        number = k.b.ashr(held.one, int64(held.shape.shift))
        return Val(shape, k.b.or_(k.b.shl(number, int64(shape.shift)), tag))
    assert isinstance(shape, Sum)
    if held.chosen is not None:
        return Val(shape, None, chosen=(e.tags[held.chosen[0]], held.chosen[1]))
    place = k.room(layout(shape).size)
    tag = _tag(k, held)
    k.store(_retagged(k, tag, e.tags), place, 1)
    for old, alt in enumerate(alternatives(held.shape)):
        want = shape.alts[e.tags[old]] if e.tags[old] >= 0 else None
        if alt is not None and want is not None:
            with k.when(k.b.icmp_signed("==", tag, int64(old))):
                memory.stored(k, _payload(body, held, old), want, k.at(place, 1))
    return Val(shape, place)


def _retagged(k: Block, tag: ll.Value, tags: tuple[int, ...]) -> ll.Value:
    """The new number of an alternative. One that was ruled out does not occur."""
    if all(old == new for old, new in enumerate(tags) if new >= 0):
        return tag
    made: ll.Value = int64(0)
    for old, new in enumerate(tags):
        if new > 0:
            made = k.b.select(k.b.icmp_signed("==", tag, int64(old)), int64(new), made)
    return made
