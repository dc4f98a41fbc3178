"""The small functions that rules call."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import NotDefined, NotExactlyOne, implies, put, the

TUPLES = st.lists(st.integers(0, 3), max_size=5).map(tuple)


@given(TUPLES, st.integers(-3, 7), st.integers(0, 3))
def test_put_changes_one_place(items: tuple[int, ...], at: int, item: int) -> None:
    if not 0 <= at < len(items):
        with pytest.raises(NotDefined):
            put(items, at, item)
        return
    changed = put(items, at, item)
    assert changed == (*items[:at], item, *items[at + 1 :])
    assert changed[at] == item
    assert put(changed, at, items[at]) == items
    assert put(changed, at, item) == changed


@given(TUPLES, st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
def test_put_moves_counts_by_one(items: tuple[int, ...], at: int, item: int, asked: int) -> None:
    if at < len(items):
        changed = put(items, at, item)
        expected = items.count(asked) - (items[at] == asked) + (item == asked)
        assert changed.count(asked) == expected


@given(TUPLES, st.integers(0, 4), st.integers(0, 4))
def test_puts_at_different_places_commute(items: tuple[int, ...], one: int, other: int) -> None:
    if one < len(items) and other < len(items) and one != other:
        assert put(put(items, one, 8), other, 9) == put(put(items, other, 9), one, 8)


@given(TUPLES, st.integers(-6, 6), st.integers(-6, 6))
def test_slices_share_out_a_tuple(items: tuple[int, ...], start: int, stop: int) -> None:
    assert (*items[:start], *items[start:]) == items
    assert len(items[start:stop]) <= len(items)


@given(TUPLES)
def test_the_wants_one(items: tuple[int, ...]) -> None:
    if len(items) == 1:
        assert the(items) == items[0]
    else:
        with pytest.raises(NotExactlyOne):
            the(items)


@given(st.booleans(), st.booleans())
def test_implies(premise: bool, conclusion: bool) -> None:
    assert implies(premise, conclusion) is (conclusion if premise else True)
