"""Whether a value fits its type, compiled: the question `ir.values.misfit` answers in words."""

from __future__ import annotations

from collections.abc import Callable
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
    UnionT,
)

Fits: TypeAlias = Callable[[Any], bool]


def fitting(kind: Type) -> Fits:
    """Whether an IR value of this type is within the type's bounds."""
    return _fits(kind) or (lambda value: True)


def _fits(kind: Type) -> Fits | None:
    """As `fitting`; None where every value fits, so that nothing need be asked."""
    match kind:
        case IntT(low, high):
            return _between(low, high)
        case BoolT() | EnumT() | NoneT() | FixedT() | SetT() | LookupT():
            return None
        case RecordT(_, parts):
            tests = [(at, fits) for at, (_, t) in enumerate(parts) if (fits := _fits(t))]
            return (lambda v: all(fits(v[at]) for at, fits in tests)) if tests else None
        case TupleT(item, least, most):
            return _sized(_fits(item), least, most)
        case BagT(_, most):
            if most is None:
                return lambda v: min(v, default=0) >= 0
            return lambda v: not v or (min(v) >= 0 and max(v) <= most)
        case UnionT(alts):
            held = [_fits(alt) for alt in alts]
            if not any(held):
                return None
            return lambda v: (fits := held[v[0]]) is None or fits(v[1])
        case _:
            assert_never(kind)


def _between(low: int | None, high: int | None) -> Fits | None:
    if low is not None and high is not None:
        return lambda v: low <= v <= high
    if low is None and high is None:
        return None
    return lambda v: (low is None or v >= low) and (high is None or v <= high)


def _sized(item: Fits | None, least: int, most: int | None) -> Fits:
    def fits(value: tuple[Any, ...]) -> bool:
        if len(value) < least or (most is not None and len(value) > most):
            return False
        return item is None or all(map(item, value))

    return fits
