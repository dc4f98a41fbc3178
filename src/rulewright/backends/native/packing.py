"""States as few bits: every number in as many as its declared bounds need, one after another.

A number is held as it is in registers (a union of numbers as its code) less the least it can be;
what is not there (items past the end of a tuple, other alternatives of a union) is zero, so that
equal states are equal words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.ir.types import BagT, RecordT, SetT, TupleT, Type, UnionT

from .layout import code, decode
from .shapes import (
    Bits,
    Choice,
    Counts,
    Flag,
    Num,
    Rec,
    Refused,
    Seq,
    Shape,
    Sum,
    Unit,
    of_type,
    span,
)

WORD = 64
# States of more numbers than this are not packed: the code that packs them would be too long.
MOST_NUMBERS = 6_000


@dataclass(frozen=True)
class Digit:
    """One number: the least it can be, and its bits."""

    least: int
    bits: int


@dataclass(frozen=True)
class Group:
    """Parts one after another."""

    parts: tuple[Part, ...]
    bits: int


@dataclass(frozen=True)
class Many:
    """Like items, after their number where it varies (number.bits is 0 where it does not)."""

    number: Digit
    item: Part
    room: int
    bits: int


@dataclass(frozen=True)
class OneOf:
    """A tag, and alternatives that lie over one another."""

    tag: Digit
    alts: tuple[Part, ...]
    bits: int


Part: TypeAlias = Digit | Group | Many | OneOf


def digit(number: Num) -> Digit:
    """The digit for a number between bounds."""
    return Digit(number.low, (number.high - number.low).bit_length())


def part(shape: Shape) -> Part:
    """How a value of a shape is packed."""
    match shape:
        case Flag() | Num() | Unit() | Choice():
            return digit(span(shape))
        case Rec(fields):
            parts = tuple(part(field) for field in fields)
            return Group(parts, sum(each.bits for each in parts))
        case Seq(item, least, most):
            inner = Digit(0, 0) if item is None else part(item)
            number = digit(Num(least, most))
            return Many(number, inner, most, number.bits + most * inner.bits)
        case Counts(number, count):
            inner = digit(count)
            return Many(Digit(number, 0), inner, number, number * inner.bits)
        case Bits(number):
            return Many(Digit(number, 0), Digit(0, 1), number, number)
        case Sum(alts):
            parts = tuple(Digit(0, 0) if alt is None else part(alt) for alt in alts)
            tag = digit(Num(0, len(alts) - 1))
            return OneOf(tag, parts, tag.bits + max(each.bits for each in parts))


def numbers(of: Part) -> int:
    """How many numbers are packed."""
    match of:
        case Digit():
            return 1
        case Group(parts, _):
            return sum(map(numbers, parts))
        case Many(_, item, room, _):
            return 1 + room * numbers(item)
        case OneOf(_, alts, _):
            return 1 + sum(map(numbers, alts))


class Packing:
    """How the states of one type are packed, and between IR values and words."""

    def __init__(self, kind: RecordT) -> None:
        self.kind = kind
        self.shape = of_type(kind)
        self.part = part(self.shape)
        if numbers(self.part) > MOST_NUMBERS:
            raise Refused(f"a state has more than {MOST_NUMBERS:,} parts")
        self.words = max(1, -(-self.part.bits // WORD))

    def encode(self, state: Any) -> tuple[int, ...]:
        """The words of an IR value that fits its type."""
        whole = _packed(self.kind, self.part, state)
        mask = (1 << WORD) - 1
        return tuple(whole >> (WORD * i) & mask for i in range(self.words))

    def decode(self, words: Sequence[int]) -> Any:
        """The IR value of some words."""
        whole = sum(word << (WORD * i) for i, word in enumerate(words))
        return _unpacked(self.kind, self.part, whole)


def _packed(kind: Type, of: Part, value: Any) -> int:
    match of, kind:
        case Digit(least, _), _:
            return int(code(kind, value)) - least
        case Group(parts, _), RecordT(_, fields):
            whole = at = 0
            for (_, t), each, v in zip(fields, parts, value, strict=True):
                whole |= _packed(t, each, v) << at
                at += each.bits
            return whole
        case Many(number, item, _, _), TupleT() | BagT() | SetT():
            whole, at = len(value) - number.least, number.bits
            for v in value:
                one = _packed(kind.item, item, v) if isinstance(kind, TupleT) else _count(item, v)
                whole |= one << at
                at += item.bits
            return whole
        case OneOf(tag, alts, _), UnionT(kinds):
            which, held = value
            return int(which) | _packed(kinds[which], alts[which], held) << tag.bits
        case _:
            raise Refused(f"{kind} is not packed like that")


def _count(item: Part, value: int) -> int:
    assert isinstance(item, Digit)
    return int(value) - item.least


def _unpacked(kind: Type, of: Part, whole: int) -> Any:
    match of, kind:
        case Digit(), _:
            return decode(kind, _digit(of, whole))
        case Group(parts, _), RecordT(_, fields):
            made = []
            for (_, t), each in zip(fields, parts, strict=True):
                made.append(_unpacked(t, each, whole))
                whole >>= each.bits
            return tuple(made)
        case Many(number, item, _, _), TupleT() | BagT() | SetT():
            many = _digit(number, whole)
            whole >>= number.bits
            made = []
            for _ in range(many):
                made.append(_item(kind, item, whole))
                whole >>= item.bits
            return tuple(made)
        case OneOf(tag, alts, _), UnionT(kinds):
            which = _digit(tag, whole)
            return (which, _unpacked(kinds[which], alts[which], whole >> tag.bits))
        case _:
            raise Refused(f"{kind} is not packed like that")


def _item(kind: TupleT | BagT | SetT, item: Part, whole: int) -> Any:
    if isinstance(kind, TupleT):
        return _unpacked(kind.item, item, whole)
    assert isinstance(item, Digit)
    found = _digit(item, whole)
    return bool(found) if isinstance(kind, SetT) else found


def _digit(of: Digit, whole: int) -> int:
    mask: int = (1 << of.bits) - 1
    return of.least + (whole & mask)
