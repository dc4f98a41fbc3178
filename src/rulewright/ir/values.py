"""Between Python objects and IR values: `lower` and `lift`, and whether a value fits its type."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, assert_never

from rulewright.words.bag import Bag

from .types import (
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
    UnionT,
    domain,
)


class Misfit(Exception):
    """A Python object that is no value of the type: str() says which part, by path."""


@lru_cache(maxsize=512)
def positions(kind: Type) -> dict[Any, int]:
    """The place of each value of a type in its domain, for bags and sets of it."""
    return {value: at for at, value in enumerate(domain(kind))}


@lru_cache(maxsize=512)
def members(cls: type[Enum]) -> tuple[Enum, ...]:
    """The members of an enum class in order."""
    return tuple(cls)


def belongs(kind: Type, thing: Any) -> bool:
    """Whether an object is of a type, bounds aside: as `isinstance` tells alternatives apart."""
    match kind:
        case BoolT():
            return isinstance(thing, bool)
        case IntT():
            return isinstance(thing, int) and not isinstance(thing, bool)
        case EnumT(cls) | RecordT(cls, _):
            return type(thing) is cls
        case NoneT():
            return thing is None
        case TupleT():
            return isinstance(thing, tuple)
        case BagT():
            return isinstance(thing, Bag)
        case SetT():
            return isinstance(thing, frozenset)
        case UnionT(alts):
            return any(belongs(alt, thing) for alt in alts)
        case FixedT(value):
            return bool(thing == value)
        case LookupT():
            return False
        case _:
            assert_never(kind)


def lower(kind: Type, thing: Any, path: str = "the value") -> Any:
    """The IR value of a Python object; Misfit where it is none of the type, or out of bounds."""
    if not belongs(kind, thing):
        raise Misfit(f"{path} is {thing!r}")
    match kind:
        case BoolT():
            return thing
        case IntT(low, high):
            if (low is not None and thing < low) or (high is not None and thing > high):
                raise Misfit(f"{path} is {thing}, outside {low}..{high}")
            return thing
        case EnumT(cls):
            return members(cls).index(thing)
        case NoneT() | FixedT():
            return ()
        case RecordT(_, parts):
            return tuple(lower(t, getattr(thing, n), f"{path}.{n}") for n, t in parts)
        case TupleT(item, least, most):
            if len(thing) < least or (most is not None and len(thing) > most):
                raise Misfit(f"{path} has {len(thing)} items, outside {least}..{most}")
            return tuple(lower(item, x, f"{path}[{i}]") for i, x in enumerate(thing))
        case BagT(item, most):
            return _lower_bag(item, most, thing, path)
        case SetT(item):
            inside = {lower(item, x, path) for x in thing}
            return tuple(value in inside for value in domain(item))
        case UnionT(alts):
            tag = next(i for i, alt in enumerate(alts) if belongs(alt, thing))
            return (tag, lower(alts[tag], thing, path))
        case LookupT():
            raise Misfit(f"{path} is a table")
        case _:
            assert_never(kind)


def _lower_bag(item: Type, most: int | None, bag: Bag[Any], path: str) -> tuple[int, ...]:
    counts = [0] * len(positions(item))
    for thing, count in bag.counts():
        if count < 0 or (most is not None and count > most):
            raise Misfit(f"{path} counts {count} of {thing!r}, outside 0..{most}")
        counts[positions(item)[lower(item, thing, path)]] = count
    return tuple(counts)


def lift(kind: Type, value: Any) -> Any:
    """The Python object of an IR value."""
    match kind:
        case BoolT() | IntT():
            return value
        case EnumT(cls):
            return members(cls)[value]
        case NoneT():
            return None
        case FixedT(constant):
            return constant
        case RecordT(cls, parts):
            return cls(**{n: lift(t, v) for (n, t), v in zip(parts, value, strict=True)})
        case TupleT(item, _, _):
            return tuple(lift(item, v) for v in value)
        case BagT(item, _):
            pairs = zip(domain(item), value, strict=True)
            return Bag({lift(item, v): count for v, count in pairs if count})
        case SetT(item):
            pairs = zip(domain(item), value, strict=True)
            return frozenset(lift(item, v) for v, inside in pairs if inside)
        case UnionT(alts):
            tag, held = value
            return lift(alts[tag], held)
        case LookupT():
            raise Misfit("a table is no value of a state")
        case _:
            assert_never(kind)


def misfit(kind: Type, value: Any, path: str = "") -> str | None:
    """Which part of an IR value leaves the bounds of its type, in words; None where it fits."""
    match kind:
        case IntT(low, high):
            if (low is None or value >= low) and (high is None or value <= high):
                return None
            return f"{path} would be {value}, outside {low}..{high}"
        case BoolT() | EnumT() | NoneT() | FixedT() | SetT() | LookupT():
            return None
        case RecordT(_, parts):
            pairs = ((t, v, f"{path}.{n}") for (n, t), v in zip(parts, value, strict=True))
            return next((found for t, v, p in pairs if (found := misfit(t, v, p))), None)
        case TupleT(item, least, most):
            if len(value) < least or (most is not None and len(value) > most):
                return f"{path} would have {len(value)} items, outside {least}..{most}"
            pairs = ((item, v, f"{path}[{i}]") for i, v in enumerate(value))
            return next((found for t, v, p in pairs if (found := misfit(t, v, p))), None)
        case BagT(item, most):
            if all(count >= 0 and (most is None or count <= most) for count in value):
                return None
            return f"{path} would count {value}, outside 0..{most}"
        case UnionT(alts):
            return misfit(alts[value[0]], value[1], path)
        case _:
            assert_never(kind)


def constant_fields(thing: Any) -> tuple[str, ...]:
    """The names of the fields of a dataclass instance; empty for anything else."""
    return tuple(f.name for f in fields(thing)) if is_dataclass(thing) else ()
