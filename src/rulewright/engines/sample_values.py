"""Values of any type, drawn from a source of small numbers: all of them, or near a given one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from random import Random
from typing import Any, Protocol, assert_never

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
    size,
)

from .explore_claims import Refused
from .explore_moves import combinations

# A greatest length or count for parts of arbitrary values whose types declare none.
_ROOM = 4


class Source(Protocol):
    """Where choices come from."""

    def below(self, number: int) -> int:
        """A whole number from 0 up to, not including, a number of at least 1."""


class Dice:
    """A source that is random, and always the same for a seed."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def below(self, number: int) -> int:
        """A random number below this one."""
        return self._random.randrange(number)


class Digits:
    """A source that reads a number as digits, so that 0 chooses the first of everything.

    Where the number has no digits left, it goes on as the seed of dice.
    """

    _SPARE = 64  # how much more room than choices keeps the last digits even

    def __init__(self, number: int, room: int) -> None:
        self._number = self._left = number
        self._room = room
        self._dice: Dice | None = None

    def below(self, number: int) -> int:
        """The next digit, in base `number`."""
        if self._dice is None and self._room // number >= self._SPARE:
            self._room //= number
            self._left, digit = divmod(self._left, number)
            return digit
        if self._dice is None:
            self._dice = Dice(self._number)
        return self._dice.below(number)


def any_value(kind: Type, source: Source) -> Any:
    """Some IR value within the bounds of a type; Unbounded for a number or a table without any."""
    match kind:
        case BoolT():
            return bool(source.below(2))
        case IntT(low, high):
            if low is None or high is None:
                raise Unbounded("a whole number without bounds")
            return low + source.below(high - low + 1)
        case EnumT(cls):
            return source.below(len(cls))
        case NoneT() | FixedT():
            return ()
        case RecordT(_, fields):
            return tuple(any_value(part, source) for _, part in fields)
        case TupleT(item, least, most):
            top = least + _ROOM if most is None else most
            length = least + source.below(top - least + 1)
            return tuple(any_value(item, source) for _ in range(length))
        case BagT(item, most):
            top = _ROOM if most is None else most
            return tuple(source.below(top + 1) for _ in range(size(item)))
        case SetT(item):
            return tuple(bool(source.below(2)) for _ in range(size(item)))
        case UnionT(alts):
            tag = source.below(len(alts))
            return (tag, any_value(alts[tag], source))
        case LookupT():
            raise Unbounded("a table is no value of a state")
        case _:
            assert_never(kind)


def perturbed(kind: Type, value: Any, source: Source) -> Any:
    """An IR value with one part of it, however deep, made another; the type's bounds are kept."""
    match kind:
        case RecordT(_, fields):
            loose = [i for i, (_, part) in enumerate(fields) if not _settled(part)]
            if not loose:
                return value
            at = loose[source.below(len(loose))]
            return _replaced(value, at, perturbed(fields[at][1], value[at], source))
        case TupleT(item) if value and source.below(8):
            at = source.below(len(value))
            return _replaced(value, at, perturbed(item, value[at], source))
        case BagT(_, most) if value and source.below(8):
            at = source.below(len(value))
            top = _ROOM if most is None else most
            return _replaced(value, at, source.below(top + 1))
        case SetT() if value:
            at = source.below(len(value))
            return _replaced(value, at, not value[at])
        case _:
            return any_value(kind, source)


def _replaced(value: tuple[Any, ...], at: int, part: Any) -> tuple[Any, ...]:
    return (*value[:at], part, *value[at + 1 :])


def _settled(kind: Type) -> bool:
    """Whether a type has a single value."""
    try:
        return size(kind) <= 1
    except Unbounded:
        return False


class SomeOf:
    """The values of further parameters: all where they are few, else some that vary by turn."""

    _FEW = 256
    _SOME = 32

    def __init__(self) -> None:
        self.turn = 0

    def of(self, types: tuple[Type, ...]) -> Iterable[tuple[Any, ...]]:
        """Combinations of values of these types, another choice of them each turn."""
        try:
            few = prod(size(kind) for kind in types) <= self._FEW
        except Unbounded as reason:
            raise Refused(f"its parameters have no end: {reason}") from reason
        return combinations(types) if few else _Varied(self, types, self._SOME)


class _Varied:
    def __init__(self, some: SomeOf, types: tuple[Type, ...], number: int) -> None:
        self._some = some
        self._types = types
        self._number = number

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        dice = Dice(self._some.turn)
        for _ in range(self._number):
            yield tuple(any_value(kind, dice) for kind in self._types)
