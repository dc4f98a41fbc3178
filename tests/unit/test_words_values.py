"""Bags, tables and the helpers of the rule language, in CPython."""

from __future__ import annotations

import pytest

from rulewright.words import (
    Bag,
    DutyKind,
    Lookup,
    NotDefined,
    NotExactlyOne,
    OutOfBounds,
    implies,
    put,
    the,
)
from rulewright.words.duties import kind_of


def test_bags_are_equal_by_their_counts() -> None:
    assert Bag({"a": 1, "b": 0}) == Bag({"a": 1})
    assert hash(Bag({"a": 1, "b": 2})) == hash(Bag({"b": 2, "a": 1}))
    assert Bag[str]() != Bag({"a": 1})
    assert Bag({"a": 1}) != {"a": 1}


def test_a_bag_counts_what_is_put_in_and_taken_out() -> None:
    bag = Bag({"a": 2})
    assert bag.plus("b", 3).count("b") == 3
    assert bag.minus("a").count("a") == 1
    assert bag.minus("a", 2) == Bag[str]()
    assert bag.plus("a", -2).total() == 0
    assert bag.minus("b", -1).total() == 3
    assert bag.count("z") == 0
    assert "a" in bag
    assert "z" not in bag
    assert bag == Bag({"a": 2})  # nothing changed it
    assert dict(bag.counts()) == {"a": 2}
    assert repr(bag) == "Bag({'a': 2})"


@pytest.mark.parametrize("copies", [1, 3])
def test_a_bag_owes_what_is_taken_out(copies: int) -> None:
    with pytest.raises(NotDefined, match="cannot leave a bag that holds 0"):
        Bag[str]().minus("a", copies)
    with pytest.raises(NotDefined):
        Bag[str]().plus("a", -copies)


def test_a_bag_holds_no_fewer_than_none() -> None:
    with pytest.raises(OutOfBounds, match="-1 × 'a' is below 0"):
        Bag({"a": -1})


def test_a_table_owes_its_keys() -> None:
    table = Lookup({"a": 1, "b": 2})
    assert (table["a"], len(table)) == (1, 2)
    assert [*table.entries()] == [("a", 1), ("b", 2)]
    assert repr(table) == "Lookup({'a': 1, 'b': 2})"
    with pytest.raises(NotDefined, match="'z' is not in the table"):
        table["z"]


def test_a_table_does_not_follow_the_dict_it_was_made_from() -> None:
    entries = {"a": 1}
    table = Lookup(entries)
    entries["a"] = 2
    assert table["a"] == 1


def test_the_one_item() -> None:
    assert the(n for n in range(5) if n * n == 9) == 3
    assert the((None,)) is None
    for items in ((), (1, 2), (1, 1)):
        with pytest.raises(NotExactlyOne, match=f"there are {len(items)}"):
            the(items)


def test_put_exchanges_one_item() -> None:
    assert put((1, 2, 3), 1, 9) == (1, 9, 3)
    for at in (-1, 3):
        with pytest.raises(NotDefined, match="there is no place"):
            put((1, 2, 3), at, 9)


def test_implies_fails_in_one_case_only() -> None:
    table = {(p, c): implies(p, c) for p in (False, True) for c in (False, True)}
    assert [case for case, holds in table.items() if not holds] == [(True, False)]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (NotDefined(), DutyKind.DEFINED),
        (OutOfBounds(), DutyKind.IN_BOUNDS),
        (NotExactlyOne(), DutyKind.EXACTLY_ONE),
        (IndexError(), DutyKind.DEFINED),
        (KeyError(), DutyKind.DEFINED),
        (ZeroDivisionError(), DutyKind.DEFINED),
        (ValueError(), DutyKind.DEFINED),
        (TypeError(), None),
        (AttributeError(), None),
    ],
)
def test_which_duty_an_error_stands_for(error: Exception, kind: DutyKind | None) -> None:
    assert kind_of(error) is kind
