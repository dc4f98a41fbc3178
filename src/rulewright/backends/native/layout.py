"""How a value lies in memory while native code works on it, and how Python reads and writes it.

Bytes without padding: a number in 1, 2, 4 or 8 bytes, little end first; a record's fields one
after another; a tuple's items likewise, after their number (4 bytes) where that can vary; a bag's
counts; a set's bits, a byte each; a union's tag (1 byte) and then the alternative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias, assert_never

from rulewright.ir.types import (
    BagT,
    BoolT,
    FixedT,
    NoneT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
)

from .shapes import Bits, Choice, Counts, Flag, Num, Rec, Seq, Shape, Sum, Unit, span

LENGTH = 4  # bytes of the number of items of a tuple
_ROUND = 4  # room for items is made in steps of this, so that layouts agree more often


@dataclass(frozen=True)
class Cell:
    """One number."""

    size: int


@dataclass(frozen=True)
class Fields:
    """A record: the layout and the place of each field."""

    fields: tuple[Layout, ...]
    places: tuple[int, ...]
    size: int


@dataclass(frozen=True)
class Row:
    """A tuple: `counted` where it begins with the number of its items."""

    item: Layout
    room: int
    counted: bool

    @property
    def first(self) -> int:
        """Where the items begin."""
        return LENGTH if self.counted else 0

    @property
    def size(self) -> int:
        """The bytes of it all."""
        return self.first + self.room * self.item.size


@dataclass(frozen=True)
class Tagged:
    """A union; alternatives lie over one another after the tag."""

    alts: tuple[Layout, ...]
    size: int


Layout: TypeAlias = Cell | Fields | Row | Tagged
NOTHING = Cell(0)


def width(number: Num) -> int:
    """How many bytes a number takes."""
    for bytes_ in (1, 2, 4):
        half = 2 ** (8 * bytes_ - 1)
        if number.within(-half, half - 1):
            return bytes_
    return 8


@lru_cache(maxsize=4096)
def layout(shape: Shape) -> Layout:
    """Where the parts of a value of this shape lie."""
    match shape:
        case Flag():
            return Cell(1)
        case Num() | Choice():
            return Cell(width(span(shape)))
        case Unit():
            return NOTHING
        case Rec(fields):
            parts = tuple(layout(field) for field in fields)
            places = tuple(sum(part.size for part in parts[:i]) for i in range(len(parts)))
            return Fields(parts, places, sum(part.size for part in parts))
        case Seq(item, least, most):
            room = most if least == most else -(-most // _ROUND) * _ROUND
            return Row(NOTHING if item is None else layout(item), room, least != most)
        case Counts(number, count):
            return Row(Cell(width(count)), number, False)
        case Bits(number):
            return Row(Cell(1), number, False)
        case Sum(alts):
            parts = tuple(NOTHING if alt is None else layout(alt) for alt in alts)
            return Tagged(parts, 1 + max((part.size for part in parts), default=0))
        case _:
            assert_never(shape)


def code(kind: Type, value: Any) -> int:
    """The number that a scalar IR value is held as."""
    match kind:
        case NoneT() | FixedT():
            return 0
        case UnionT(alts):
            tag, held = value
            shift = max(1, (len(alts) - 1).bit_length())
            return int(code(alts[tag], held) * 2**shift + tag)
        case _:
            return int(value)


def decode(kind: Type, number: int) -> Any:
    """The scalar IR value that a number holds."""
    match kind:
        case NoneT() | FixedT():
            return ()
        case BoolT():
            return bool(number)
        case UnionT(alts):
            shift = max(1, (len(alts) - 1).bit_length())
            tag = number & (2**shift - 1)
            return (tag, decode(alts[tag], number >> shift))
        case _:
            return number


def write(kind: Type, shape: Shape, value: Any, to: bytearray, at: int) -> None:
    """Write an IR value where its layout wants it; OverflowError where it does not fit."""
    where = layout(shape)
    match shape, kind, where:
        case (Rec(shapes), RecordT(_, fields), Fields(_, places)):
            for (_, t), s, v, place in zip(fields, shapes, value, places, strict=True):
                write(t, s, v, to, at + place)
        case (Seq(held, least, most), TupleT(item, _, _), Row()):
            if not least <= len(value) <= most:
                raise OverflowError(f"{len(value)} items, not {least} to {most}")
            if where.counted:
                to[at : at + LENGTH] = len(value).to_bytes(LENGTH, "little")
            for i, v in enumerate(value):
                if held is not None:
                    write(item, held, v, to, at + where.first + i * where.item.size)
        case (Counts() | Bits(), BagT() | SetT(), Row()):
            step = where.item.size
            for i, v in enumerate(value):
                to[at + i * step : at + (i + 1) * step] = int(v).to_bytes(
                    step, "little", signed=True
                )
        case (Sum(shapes), UnionT(kinds), Tagged()):
            tag, held = value
            to[at] = tag
            inner = shapes[tag]
            if inner is not None:
                write(kinds[tag], inner, held, to, at + 1)
        case _:
            step = where.size
            to[at : at + step] = code(kind, value).to_bytes(step, "little", signed=True)


def read(kind: Type, shape: Shape, of: bytes, at: int) -> Any:
    """The IR value that lies in memory."""
    where = layout(shape)
    match shape, kind, where:
        case (Rec(shapes), RecordT(_, fields), Fields(_, places)):
            triples = zip(fields, shapes, places, strict=True)
            return tuple(read(t, s, of, at + place) for (_, t), s, place in triples)
        case (Seq(held, least, _), TupleT(item, _, _), Row()):
            number = least
            if where.counted:
                number = int.from_bytes(of[at : at + LENGTH], "little")
            if held is None:
                return ()
            step = where.item.size
            return tuple(read(item, held, of, at + where.first + i * step) for i in range(number))
        case (Counts(number) | Bits(number), BagT() | SetT(), Row()):
            step = where.item.size
            cells = (of[at + i * step : at + (i + 1) * step] for i in range(number))
            counts = tuple(int.from_bytes(cell, "little", signed=True) for cell in cells)
            return tuple(map(bool, counts)) if isinstance(kind, SetT) else counts
        case (Sum(shapes), UnionT(kinds), Tagged()):
            tag = of[at]
            inner = shapes[tag]
            return (tag, () if inner is None else read(kinds[tag], inner, of, at + 1))
        case _:
            number = int.from_bytes(of[at : at + where.size], "little", signed=True)
            return decode(kind, number)
