"""Bounds, compiled for the search: the same answer as `misfit` gives in words."""

from __future__ import annotations

from enum import Enum
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulewright.engines.explore_bounds import fitting
from rulewright.ir.types import (
    BOOL,
    INT,
    NONE,
    BagT,
    EnumT,
    IntT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
)
from rulewright.ir.values import misfit


class Colour(Enum):
    RED = 1
    BLUE = 2


class Thing:
    """A record class for tests."""


NUMBERS = st.integers(-3, 6)
BOUNDED = (IntT(0, 3), IntT(1, None), IntT(None, 2), INT)


def values(kind: Type) -> st.SearchStrategy[Any]:
    """IR values of a type, its bounds and lengths left aside."""
    match kind:
        case IntT():
            return NUMBERS
        case TupleT(item):
            return st.lists(values(item), max_size=5).map(tuple)
        case BagT():
            return st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
        case UnionT(alts):
            return st.one_of(
                [values(alt).map(lambda v, t=tag: (t, v)) for tag, alt in enumerate(alts)]  # type: ignore[misc]
            )
        case RecordT(_, fields):
            return st.tuples(*(values(part) for _, part in fields))
        case SetT():
            return st.tuples(*([st.booleans()] * 4))
        case EnumT():
            return st.integers(0, 1)
        case _:
            return st.just(())


FLAT: st.SearchStrategy[Type] = st.one_of(
    st.sampled_from(BOUNDED),
    st.just(EnumT(Colour)),
    st.just(NONE),
    st.just(SetT(IntT(0, 3))),
    st.sampled_from([BagT(IntT(0, 3), 2), BagT(IntT(0, 3))]),
)
TYPES: st.SearchStrategy[Type] = st.recursive(
    FLAT,
    lambda inner: st.one_of(
        st.builds(TupleT, inner, st.integers(0, 2), st.none() | st.integers(2, 4)),
        st.lists(inner, min_size=1, max_size=3).map(lambda alts: UnionT(tuple(alts))),
        st.lists(inner, max_size=3).map(
            lambda parts: RecordT(Thing, tuple((f"f{i}", p) for i, p in enumerate(parts)))
        ),
    ),
    max_leaves=5,
)


@given(st.data())
def test_it_fits_where_nothing_can_be_said_against_it(data: st.DataObject) -> None:
    kind = data.draw(TYPES)
    fits = fitting(kind)
    for _ in range(8):
        value = data.draw(values(kind))
        assert bool(fits(value)) is (misfit(kind, value) is None)


def test_what_has_no_bounds_always_fits() -> None:
    assert fitting(RecordT(Thing, (("a", BOOL), ("b", EnumT(Colour)))))((True, 1))
    assert fitting(UnionT((NONE, BOOL)))((1, False))
