"""The types of the intermediate representation.

A value of each type has one plain form, shared by every back end ("IR value"):

    BoolT      bool
    IntT       int
    EnumT      int, the index of the member in its class
    NoneT      ()
    RecordT    tuple, one value a field in the order of the class; a fixed field is ()
    TupleT     tuple of the items
    BagT       tuple of counts, one for each value of the item type in the order of `domain`
    SetT       tuple of bools, likewise
    UnionT     (tag, value): the index of the alternative and the value it holds
    FixedT     (), a constant of the scope: the parameters
    LookupT    never a run-time value; `Lookup` nodes hold the table

Bounds of ints and lengths of tuples are those *declared*. Inside a function a number may leave
them; whether a state fits its type is asked where a move has made it (the duty "in bounds"). No
back end may take a declared bound of an intermediate value for granted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from typing import Any, TypeAlias, assert_never


@dataclass(frozen=True)
class BoolT:
    """True or false."""


@dataclass(frozen=True)
class IntT:
    """A whole number; None where no bound is declared.

    place: the unordered part of the state that it is a place in, as written; empty for none.
    """

    low: int | None = None
    high: int | None = None
    place: str = field(default="", compare=False)


@dataclass(frozen=True)
class EnumT:
    """A member of an enum class."""

    cls: type[Enum]


@dataclass(frozen=True)
class NoneT:
    """The single value None."""


@dataclass(frozen=True)
class RecordT:
    """A frozen dataclass with the types of its fields."""

    cls: type
    fields: tuple[tuple[str, Type], ...]

    def index(self, name: str) -> int:
        """The position of a field, -1 where there is none of that name."""
        return next((i for i, (n, _) in enumerate(self.fields) if n == name), -1)

    def field(self, name: str) -> Type:
        """The type of a field."""
        return self.fields[self.index(name)][1]


@dataclass(frozen=True)
class Free:
    """How a tuple may be rearranged: blocks of so many items, and perhaps the items of each."""

    block: int
    inside: bool
    turning: bool
    together: str


@dataclass(frozen=True)
class TupleT:
    """A tuple of like items: a fixed vector where `least` and `most` agree, else a sequence.

    `most` is None where no length is declared, as for the parameter of a helper. free: how its
    items may be rearranged where a state holds it; see `symmetry`.
    """

    item: Type
    least: int = 0
    most: int | None = None
    free: Free | None = field(default=None, compare=False)


@dataclass(frozen=True)
class BagT:
    """A bag; `most` bounds the count of each item, None where none is declared."""

    item: Type
    most: int | None = None


@dataclass(frozen=True)
class SetT:
    """A set of items."""

    item: Type


@dataclass(frozen=True)
class UnionT:
    """One of several types that can be told apart: tagged by position."""

    alts: tuple[Type, ...]


@dataclass(frozen=True)
class FixedT:
    """A constant of the scope that rules may read the parts of."""

    value: Any


@dataclass(frozen=True)
class LookupT:
    """A constant table."""

    key: Type
    value: Type


Type: TypeAlias = (
    BoolT | IntT | EnumT | NoneT | RecordT | TupleT | BagT | SetT | UnionT | FixedT | LookupT
)

BOOL = BoolT()
INT = IntT()
NONE = NoneT()


class Unbounded(Exception):
    """A type without bounds where its values were to be counted or listed."""


def size(kind: Type) -> int:
    """How many values a type has; Unbounded where it has no bounds."""
    match kind:
        case BoolT():
            return 2
        case IntT(low, high):
            if low is None or high is None:
                raise Unbounded("a whole number without bounds")
            return max(0, high - low + 1)
        case EnumT(cls):
            return len(cls)
        case NoneT() | FixedT():
            return 1
        case RecordT(_, fields):
            total = 1
            for _, part in fields:
                total *= size(part)
            return total
        case TupleT(item, least, most):
            if most is None:
                raise Unbounded("a tuple without a greatest length")
            one = size(item)
            return sum(one**n for n in range(least, most + 1))
        case BagT(item, most):
            if most is None:
                raise Unbounded("a bag without a greatest count")
            return int((most + 1) ** size(item))
        case SetT(item):
            return int(2 ** size(item))
        case UnionT(alts):
            return sum(size(alt) for alt in alts)
        case LookupT():
            raise Unbounded("a table is no value of a state")
        case _:
            assert_never(kind)


def domain(kind: Type) -> list[Any]:
    """Every value of a type as IR values, in order; Unbounded where it has no bounds.

    Meant for the types of fields, moves and bag items; a type can have more values than fit.
    """
    match kind:
        case BoolT():
            return [False, True]
        case IntT(low, high):
            if low is None or high is None:
                raise Unbounded("a whole number without bounds")
            return list(range(low, high + 1))
        case EnumT(cls):
            return list(range(len(cls)))
        case NoneT() | FixedT():
            return [()]
        case RecordT(_, fields):
            return list(product(*(domain(part) for _, part in fields)))
        case TupleT(item, least, most):
            if most is None:
                raise Unbounded("a tuple without a greatest length")
            one = domain(item)
            return [t for n in range(least, most + 1) for t in product(one, repeat=n)]
        case BagT(item, most):
            if most is None:
                raise Unbounded("a bag without a greatest count")
            return list(product(range(most + 1), repeat=size(item)))
        case SetT(item):
            return list(product((False, True), repeat=size(item)))
        case UnionT(alts):
            return [(tag, value) for tag, alt in enumerate(alts) for value in domain(alt)]
        case LookupT():
            raise Unbounded("a table is no value of a state")
        case _:
            assert_never(kind)


def words(kind: Type) -> str:
    """A type in words, for messages."""
    match kind:
        case BoolT():
            return "a yes or no (bool)"
        case IntT():
            return "a whole number (int)"
        case EnumT(cls):
            return _article(cls.__name__)
        case NoneT():
            return "None"
        case RecordT(cls, _):
            return _article(cls.__name__)
        case TupleT(item, _, _):
            return f"a tuple of {words(item)}"
        case BagT(item, _):
            return f"a bag of {words(item)}"
        case SetT(item):
            return f"a set of {words(item)}"
        case UnionT(alts):
            return " or ".join(words(alt) for alt in alts)
        case FixedT(value):
            return f"the parameters ({type(value).__name__})"
        case LookupT():
            return "a constant table"
        case _:
            assert_never(kind)


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
