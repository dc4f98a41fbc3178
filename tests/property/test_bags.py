"""Bags against Python's own counters, and the laws that proofs take for granted."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import Bag, Lookup, NotDefined

ITEMS = st.integers(0, 4)
BAGS = st.dictionaries(ITEMS, st.integers(0, 5)).map(Bag)


def counter(bag: Bag[int]) -> Counter[int]:
    return Counter(dict(bag.counts()))


@given(BAGS, ITEMS, st.integers(0, 4))
def test_plus_adds_to_one_count_alone(bag: Bag[int], item: int, copies: int) -> None:
    more = bag.plus(item, copies)
    assert counter(more) == counter(bag) + Counter({item: copies})
    assert more.total() == bag.total() + copies
    assert all(more.count(i) - bag.count(i) == (copies if i == item else 0) for i in range(5))


@given(BAGS, ITEMS, st.integers(0, 6))
def test_minus_undoes_plus_and_owes_the_copies(bag: Bag[int], item: int, copies: int) -> None:
    assert bag.plus(item, copies).minus(item, copies) == bag
    if copies <= bag.count(item):
        assert bag.minus(item, copies).plus(item, copies) == bag
    else:
        with pytest.raises(NotDefined):
            bag.minus(item, copies)


@given(BAGS, ITEMS, ITEMS)
def test_the_order_of_changes_does_not_matter(bag: Bag[int], one: int, other: int) -> None:
    assert bag.plus(one).plus(other) == bag.plus(other).plus(one)
    assert bag.plus(one).plus(other).minus(one) == bag.plus(other)


@given(BAGS, BAGS)
def test_bags_are_equal_where_all_counts_are(one: Bag[int], other: Bag[int]) -> None:
    same = all(one.count(i) == other.count(i) for i in range(5))
    assert (one == other) is same
    assert not same or hash(one) == hash(other)


@given(st.dictionaries(ITEMS, st.integers(0, 5)))
def test_a_count_of_nought_is_no_entry(counts: dict[int, int]) -> None:
    bag = Bag(counts)
    assert all((item in bag) is (counts.get(item, 0) > 0) for item in range(5))
    assert bag == Bag({**dict.fromkeys(range(5), 0), **counts})
    assert bag.total() == sum(counts.values())


@given(BAGS, ITEMS)
def test_a_change_leaves_the_bag_as_it_was(bag: Bag[int], item: int) -> None:
    before = counter(bag)
    bag.plus(item)
    assert counter(bag) == before


@given(st.dictionaries(ITEMS, st.text()), ITEMS)
def test_a_table_gives_what_was_written_and_owes_the_key(table: dict[int, str], key: int) -> None:
    lookup = Lookup(table)
    assert list(lookup.entries()) == list(table.items())
    if key in table:
        assert lookup[key] == table[key]
    else:
        with pytest.raises(NotDefined):
            lookup[key]
