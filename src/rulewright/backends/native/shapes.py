"""Shapes: what native code knows of a value, tighter or looser than its declared type.

A declared bound is no promise inside a function (see `ir.types`), so every expression gets the
bounds that its parts give it; there are always some, since nothing in a program goes round for
ever. None stands for "no value": the item of an empty tuple, an alternative that is never made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from rulewright.ir.types import (
    BagT,
    BoolT,
    EnumT,
    FixedT,
    IntT,
    LookupT,
    NoneT,
    RecordT,
    SetT,
    TupleT,
    Type,
    Unbounded,
    UnionT,
    domain,
    size,
)

# Whole numbers are worked out in 64 bits; a number that could leave these is refused.
LEAST, MOST = -(2**62), 2**62
# What an argument of the outside world may be where its type has no bounds.
OPEN_LOW, OPEN_HIGH = -(2**31), 2**31 - 1
# The items that a tuple of the outside world may have where its type has no bounds.
OPEN_ITEMS = 256


class Refused(Exception):
    """A program, or a part of one, that cannot become native code: str() says why."""


@dataclass(frozen=True)
class Flag:
    """True or false."""


@dataclass(frozen=True)
class Num:
    """A whole number, or the position of a member of an enum."""

    low: int
    high: int

    def within(self, low: int, high: int) -> bool:
        """Whether every value is between these."""
        return low <= self.low and self.high <= high


@dataclass(frozen=True)
class Unit:
    """The single value of NoneT and FixedT; it takes no room."""


@dataclass(frozen=True)
class Choice:
    """A union of shapes that are all one number or none: held as one number, the code.

    The code is value * 2**k + tag, k bits being enough for every tag.
    """

    alts: tuple[Flag | Num | Unit | Choice | None, ...]

    @property
    def shift(self) -> int:
        """How many bits the tag takes."""
        return max(1, (len(self.alts) - 1).bit_length())

    def codes(self) -> Num:
        """The least and the greatest code; 0 and 0 where there is none."""
        step = 2**self.shift
        spans = [(tag, span(alt)) for tag, alt in enumerate(self.alts) if alt is not None]
        lows = [number.low * step + tag for tag, number in spans]
        highs = [number.high * step + tag for tag, number in spans]
        return Num(min(lows, default=0), max(highs, default=0))


@dataclass(frozen=True)
class Rec:
    """A record."""

    fields: tuple[Shape, ...]


@dataclass(frozen=True)
class Seq:
    """A tuple of `least` to `most` items of one shape; None where there is no item."""

    item: Shape | None
    least: int
    most: int


@dataclass(frozen=True)
class Counts:
    """A bag: so many counts, each within the same bounds."""

    number: int
    count: Num


@dataclass(frozen=True)
class Bits:
    """A set over a domain of so many values."""

    number: int


@dataclass(frozen=True)
class Sum:
    """A union with an alternative that is more than one number."""

    alts: tuple[Shape | None, ...]


Shape: TypeAlias = Flag | Num | Unit | Choice | Rec | Seq | Counts | Bits | Sum
Scalar: TypeAlias = Flag | Num | Unit | Choice


def is_scalar(kind: Type) -> bool:
    """Whether values of a type are held as one number, or none. Bounds do not matter."""
    match kind:
        case BoolT() | IntT() | EnumT() | NoneT() | FixedT():
            return True
        case UnionT(alts):
            return all(is_scalar(alt) for alt in alts)
        case RecordT() | TupleT() | BagT() | SetT() | LookupT():
            return False
        case _:
            assert_never(kind)


def span(shape: Scalar) -> Num:
    """The numbers that a scalar is held as."""
    match shape:
        case Num():
            return shape
        case Flag():
            return Num(0, 1)
        case Unit():
            return Num(0, 0)
        case Choice():
            return shape.codes()
        case _:
            assert_never(shape)


def union(kind: UnionT, alts: tuple[Shape | None, ...]) -> Shape:
    """The shape of a union of this type from those of its alternatives."""
    if is_scalar(kind):
        return Choice(tuple(alt for alt in alts if alt is None or isinstance(alt, Scalar)))
    return Sum(alts)


def of_type(kind: Type) -> Shape:
    """The shape of a value that fits its type; open where the type has no bounds."""
    match kind:
        case BoolT():
            return Flag()
        case IntT(low, high):
            return Num(OPEN_LOW if low is None else low, OPEN_HIGH if high is None else high)
        case EnumT(cls):
            return Num(0, len(cls) - 1)
        case NoneT() | FixedT():
            return Unit()
        case RecordT(_, fields):
            return Rec(tuple(of_type(t) for _, t in fields))
        case TupleT(item, least, most):
            return Seq(of_type(item), least, OPEN_ITEMS if most is None else most)
        case BagT(item, most):
            return Counts(size(item), Num(0, OPEN_HIGH if most is None else most))
        case SetT(item):
            return Bits(size(item))
        case UnionT(alts):
            return union(kind, tuple(of_type(alt) for alt in alts))
        case LookupT():
            raise Refused("a table is used as a value")
        case _:
            assert_never(kind)


def of_value(kind: Type, value: Any) -> Shape:
    """The shape of just one IR value."""
    match kind:
        case BoolT():
            return Flag()
        case IntT() | EnumT():
            if not LEAST <= value <= MOST:
                raise Refused(f"{value} is too large a number")
            return Num(value, value)
        case NoneT() | FixedT():
            return Unit()
        case RecordT(_, fields):
            return Rec(tuple(of_value(t, v) for (_, t), v in zip(fields, value, strict=True)))
        case TupleT(item, _, _):
            held = None
            for each in value:
                held = join_maybe(held, of_value(item, each))
            return Seq(held, len(value), len(value))
        case BagT(item, _):
            return Counts(size(item), Num(min(value, default=0), max(value, default=0)))
        case SetT(item):
            return Bits(size(item))
        case UnionT(alts):
            tag, held = value
            found: list[Shape | None] = [None] * len(alts)
            found[tag] = of_value(alts[tag], held)
            return union(kind, tuple(found))
        case LookupT():
            raise Refused("a table is used as a value")
        case _:
            assert_never(kind)


def join_maybe(left: Shape | None, right: Shape | None) -> Shape | None:
    """`join`, where either may have no value."""
    if left is None or right is None:
        return right if left is None else left
    return join(left, right)


def join(left: Shape, right: Shape) -> Shape:
    """The shape of a value that is of one of two shapes, both of one type (bounds aside)."""
    if left == right:
        return left
    match left, right:
        case Num(a, b), Num(c, d):
            return Num(min(a, c), max(b, d))
        case Choice(a), Choice(b):
            joined = tuple(join_maybe(x, y) for x, y in zip(a, b, strict=True))
            return Choice(tuple(x for x in joined if x is None or isinstance(x, Scalar)))
        case Rec(a), Rec(b):
            return Rec(tuple(join(x, y) for x, y in zip(a, b, strict=True)))
        case Seq(a, low, high), Seq(b, least, most):
            return Seq(join_maybe(a, b), min(low, least), max(high, most))
        case Counts(number, a), Counts(_, b):
            return Counts(number, Num(min(a.low, b.low), max(a.high, b.high)))
        case Sum(a), Sum(b):
            return Sum(tuple(join_maybe(x, y) for x, y in zip(a, b, strict=True)))
        case _:
            raise Refused(f"{left} and {right} are joined")


def items_of(kind: Type) -> list[Any]:
    """The values that a bag or a set of a type counts, in order."""
    if not isinstance(kind, BagT | SetT):
        raise Refused(f"{kind} has no domain of items")
    return domain(kind.item)


def general(shape: Shape, kind: Type) -> Shape:
    """A shape loosened to its declared type wherever it lies within it.

    So a function is made once for all arguments that fit. What a union of records holds is kept:
    a function of moves is made for each kind.
    """
    match shape, kind:
        case Num(), IntT(low, high):
            return Num(
                shape.low if low is None else min(low, shape.low),
                shape.high if high is None else max(high, shape.high),
            )
        case Num(), EnumT():
            return of_type(kind)
        case Choice(), UnionT(kinds):
            loose = (of_type(t) if a is None else general(a, t) for a, t in _pairs(shape, kinds))
            return Choice(tuple(a for a in loose if isinstance(a, Scalar)))
        case Rec(fields), RecordT(_, named):
            return Rec(tuple(general(f, t) for f, (_, t) in zip(fields, named, strict=True)))
        case Seq(item, least, most), TupleT(inner, low, high):
            held = None if item is None else general(item, inner)
            if item is None and high:
                held = _closed(inner)
            if high is None:
                return Seq(held, least, most)
            return Seq(held, min(least, low), max(most, high))
        case Counts(number, count), BagT(_, most):
            return Counts(number, Num(min(0, count.low), max(most or 0, count.high)))
        case Sum(alts), UnionT(kinds):
            pairs = zip(alts, kinds, strict=True)
            return Sum(tuple(None if a is None else general(a, t) for a, t in pairs))
        case _:
            return shape


def _pairs(shape: Choice, kinds: tuple[Type, ...]) -> Iterator[tuple[Scalar | None, Type]]:
    return zip(shape.alts, kinds, strict=True)


def _closed(kind: Type) -> Shape | None:
    """The shape of a type's values, or None where it has no bounds."""
    try:
        size(kind)
    except Unbounded:
        return None
    return of_type(kind)
