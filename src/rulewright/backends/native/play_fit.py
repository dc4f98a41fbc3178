"""A state that a move has made, put where the next one belongs: owed to fit its type."""

from __future__ import annotations

from llvmlite import ir as ll

from . import memory
from .build import Block, Val, int1, int64
from .layout import layout
from .shapes import Bits, Choice, Counts, Flag, Num, Rec, Refused, Seq, Shape, Sum, Unit, join


def fitted(k: Block, value: Val, want: Shape, place: ll.Value) -> None:
    """Put a value at a place that is not part of it; a duty fails where it leaves its bounds."""
    if not value.apart and join(value.shape, want) == want:
        memory.stored(k, value, want, place)
        return
    match value.shape, want:
        case ((Num() | Choice()), _):
            fits = _within(k, value.one, value.shape, want)
            if fits is not None:
                k.owe(fits)
            memory.stored(k, value, want, place)
        case Rec(), Rec():
            _fields(k, value, want, place)
        case Seq(), Seq():
            _items(k, value, want, place)
        case Counts(number, held), Counts(_, count):
            row = layout(want)
            with k.counting(int64(number)) as loop:
                each = memory.item(k, value, loop.index)
                target = memory.item_place(k, want, place, loop.index)
                assert row.size >= 0
                assert held != count
                fitted(k, each, count, target)
        case Sum(), Sum():
            _alternative(k, value, want, place)
        case ((Flag() | Unit() | Bits()), _):
            memory.stored(k, value, want, place)
        case _:
            raise Refused(f"{value.shape} is put in the place of {want}")


def _fields(k: Block, value: Val, want: Rec, place: ll.Value) -> None:
    where = layout(want)
    places = where.places  # type: ignore[union-attr]
    fields = list(range(len(want.fields)))
    if value.held is not None and (value.base or value.shape) == want:
        # What is as it was fits; it goes over in one piece.
        k.copy(value.one if not value.apart else value.held, place, where.size)
        fields = sorted(value.over)
    for at in fields:
        fitted(k, memory.field(k, value, at), want.fields[at], k.at(place, places[at]))


def _items(k: Block, value: Val, want: Seq, place: ll.Value) -> None:
    shape = value.shape
    assert isinstance(shape, Seq)
    where, number = layout(want), memory.length(k, value)
    if shape.least < want.least:
        k.owe(k.b.icmp_signed(">=", number, int64(want.least)))
    if shape.most > want.most:
        k.owe(k.b.icmp_signed("<=", number, int64(want.most)))
    if where.counted:  # type: ignore[union-attr]
        memory.set_length(k, place, number)
    if shape.item is None or want.item is None or not shape.most:
        return
    with k.counting(number) as loop:
        target = memory.item_place(k, want, place, loop.index)
        fitted(k, memory.item(k, value, loop.index), want.item, target)


def _alternative(k: Block, value: Val, want: Sum, place: ll.Value) -> None:
    assert isinstance(value.shape, Sum)
    if value.chosen is not None:
        tag, held = value.chosen
        shape = want.alts[tag]
        if shape is None:
            k.owe(int1(False))
            return
        k.store(int64(tag), place, 1)
        fitted(k, held, shape, k.at(place, 1))
        return
    found = k.load(value.one, 1)
    k.store(found, place, 1)
    for at, (alt, shape) in enumerate(zip(value.shape.alts, want.alts, strict=True)):
        if alt is None:
            continue
        with k.when(k.b.icmp_signed("==", found, int64(at))):
            if shape is None:
                k.owe(int1(False))
            else:
                inner = memory.taken(k, alt, k.at(value.one, 1))
                fitted(k, inner, shape, k.at(place, 1))


def _within(k: Block, held: ll.Value, shape: Shape, want: Shape) -> ll.Value | None:
    """Whether a number is within bounds; None where its shape says so."""
    match shape, want:
        case Num(), Num(low, high):
            if shape.within(low, high):
                return None
            above = k.b.icmp_signed(">=", held, int64(low))
            return k.b.and_(above, k.b.icmp_signed("<=", held, int64(high)))
        case Choice(alts), Choice(wanted):
            found: ll.Value | None = None
            tag = k.b.and_(held, int64(2**shape.shift - 1))
            inner = k.b.ashr(held, int64(shape.shift))
            for at, (alt, each) in enumerate(zip(alts, wanted, strict=True)):
                if alt is None:
                    continue
                fits = int1(False) if each is None else _within(k, inner, alt, each)
                if fits is not None:
                    other = k.b.icmp_signed("!=", tag, int64(at))
                    here = k.b.or_(other, fits)
                    found = here if found is None else k.b.and_(found, here)
            return found
        case _:
            return None
