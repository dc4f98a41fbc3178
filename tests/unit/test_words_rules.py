"""Rules, definitions, exceptions and rulebooks, in CPython."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, replace
from typing import Any

import pytest

from rulewright.words import (
    SILENT,
    Claim,
    ClaimKind,
    Expect,
    Force,
    NotDefined,
    Reading,
    Rule,
    Rulebook,
    RulesError,
    Silent,
    Terms,
    always,
    at_least,
    at_most,
    counts_as,
    eventually,
    matters,
    may,
    must,
    must_not,
    never,
    rules_of,
    sometimes,
    terminates,
)
from rulewright.words.resolution import holds, in_order, stands
from tests.bad.game import game


class Forced(Reading):
    """Must it be taken?"""

    OFFERED = "it may be left"
    FORCED = "it must be taken"


@dataclass(frozen=True)
class Chosen(Terms):
    forced: Forced = Forced.OFFERED


@dataclass(frozen=True)
class State:
    number: int
    terms: Chosen = Chosen()


FORCED = Chosen(Forced.FORCED)


def book(*rules: Any) -> Rulebook:
    return Rulebook("Numbers", game(), "numbers.tsv", rules)


def named(name: str, speaks: Callable[[State], bool] = lambda s: True) -> Callable[[State], bool]:
    def rule(state: State) -> bool:
        return speaks(state)

    rule.__name__ = name
    return rule


def standing(
    rule: Rule[Any], number: int, terms: Chosen = Chosen(), force: Force = Force.MAY
) -> bool:
    state = State(number, terms)
    return holds(stands(rule, force), terms, lambda each: each.speaks(state))


def test_a_rule_is_its_predicate_with_clauses() -> None:
    rule = may("T-1")(named("even", lambda s: s.number % 2 == 0))
    assert rule(State(2))
    assert not rule(State(3))
    assert rule.name == "even"
    assert [(c.cite, c.force, c.under) for c in rule.clauses] == [("T-1", Force.MAY, None)]
    with pytest.raises(FrozenInstanceError):
        rule.clauses = ()  # type: ignore[misc]


def test_decorators_stack_from_the_top() -> None:
    lower = must("T-2", under=Forced.FORCED)(named("take"))
    rule = may("T-1", under=Forced.OFFERED)(lower)
    assert [c.force for c in rule.clauses] == [Force.MAY, Force.MUST]
    assert standing(rule, 0)
    assert not standing(rule, 0, FORCED)
    assert standing(rule, 0, FORCED, Force.MUST)
    assert not standing(rule, 0, force=Force.MUST)


def test_a_stacked_exception_is_linked_once() -> None:
    base = may("T-1")(named("base"))
    lower = must("T-3", instead_of=base)(named("special"))
    special = must_not("T-2", instead_of=base)(lower)
    assert [*base.exceptions] == [special]
    assert [*base.exceptions] != [lower]


def test_exceptions_and_exceptions_to_them() -> None:
    base = may("T-1")(named("base"))
    low = must_not("T-2", instead_of=base)(named("low", lambda s: s.number < 5))
    lowest = may("T-3", instead_of=low)(named("lowest", lambda s: s.number < 2))
    book(base, low, lowest)
    assert [standing(base, n) for n in (1, 3, 7)] == [True, False, True]
    assert [standing(low, n, force=Force.MUST_NOT) for n in (1, 3, 7)] == [False, True, False]
    assert [standing(lowest, n) for n in (1, 3, 7)] == [True, False, False]


def test_an_exception_excuses_only_under_its_reading() -> None:
    base = may("T-1")(named("base"))
    out = must_not("T-2", under=Forced.FORCED, instead_of="base")(named("out"))
    book(base, out)
    assert standing(base, 0)
    assert not standing(base, 0, FORCED)


def test_definitions_ask_exceptions_first() -> None:
    @counts_as("T-1")
    def worth(state: State) -> int:
        return 1

    @counts_as("T-2", instead_of=worth)
    def worth_of_low(state: State) -> int | Silent:
        return 2 if state.number < 5 else SILENT

    @counts_as("T-3", under=Forced.FORCED, instead_of="worth_of_low")
    def worth_of_lowest(state: State) -> int | Silent:
        return 3 if state.number < 2 else SILENT

    book(worth, worth_of_low, worth_of_lowest)
    assert [d.name for d in in_order(worth)] == ["worth_of_lowest", "worth_of_low", "worth"]
    assert [worth(State(n)) for n in (1, 3, 7)] == [2, 2, 1]
    assert [worth(State(n, FORCED)) for n in (1, 3, 7)] == [3, 2, 1]
    assert worth(state=State(3)) == 2
    assert worth_of_low(State(1, FORCED)) == 3
    with pytest.raises(NotDefined, match="worth_of_low says nothing of this case"):
        worth_of_low(State(7))


def test_a_rulebook_is_sealed() -> None:
    base = may("T-1")(named("base"))
    made = book(base)
    with pytest.raises(RulesError, match="late comes too late") as caught:
        must_not("T-2", instead_of=base)(named("late"))
    assert caught.value.code == "RW076"
    with pytest.raises(FrozenInstanceError):
        made.rules = ()  # type: ignore[misc]
    assert made.rule("base") is base
    with pytest.raises(KeyError):
        made.rule("late")


def test_a_rulebook_can_be_built_again_from_its_rules() -> None:
    base = may("T-1")(named("base"))
    out = must_not("T-2", instead_of="base")(named("out"))
    once = book(base, out)
    again = replace(once, title="Again")
    assert [*again.rule("base").exceptions] == [out]


def wrong_books() -> list[tuple[str, str, Callable[[], Rulebook]]]:
    one, two = named("one"), named("two")

    def circle() -> Rulebook:
        first = may("T-1", instead_of="two")(one)
        return book(first, may("T-2", instead_of=first)(two))

    def kinds() -> Rulebook:
        return book(counts_as("T-1")(one), may("T-2", instead_of="one")(two))

    return [
        ("RW051", "called one", lambda: book(may("T-1")(one), may("T-2")(one))),
        ("RW052", "instead of none", lambda: book(may("T-1", instead_of="none")(one))),
        ("RW052", "one", lambda: book(may("T-2", instead_of=may("T-1")(one))(two))),
        ("RW052", "a definition", kinds),
        ("RW053", "to itself", lambda: book(may("T-1", instead_of="one")(one))),
        ("RW054", "one instead of two instead of one", circle),
    ]


@pytest.mark.parametrize(("code", "reason", "build"), wrong_books())
def test_a_rulebook_that_cannot_be(code: str, reason: str, build: Callable[[], Rulebook]) -> None:
    with pytest.raises(RulesError, match=reason) as caught:
        build()
    assert caught.value.code == code
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


@may("T-1")
def last_of_this_file(state: State) -> bool:
    return True


@counts_as("T-2")
def value_of_this_file(state: State) -> int:
    return 1


borrowed = Rule(named("borrowed"), ())


def test_rules_of_a_module_in_order() -> None:
    found = rules_of(__name__)
    assert [rule.name for rule in found][:2] == ["last_of_this_file", "value_of_this_file"]
    assert rules_of("rulewright.words.games") == ()


def test_claims_say_what_they_ask() -> None:
    def low(state: State) -> bool:
        """It is
        low.

        Always."""
        return state.number < 5

    made = [always()(low), never()(low), sometimes()(low), eventually()(low)]
    kinds = [ClaimKind.ALWAYS, ClaimKind.NEVER, ClaimKind.SOMETIMES, ClaimKind.EVENTUALLY]
    assert [claim.kind for claim in made] == kinds
    assert {claim.words for claim in made} == {"It is low."}
    assert made[0](State(3))

    def number_of(state: State) -> int:
        return state.number

    most = at_most(3, reached=True, expect=Expect.FAILS)(number_of)
    assert (most.kind, most.bound, most.reached) == (ClaimKind.AT_MOST, 3, True)
    assert (most.expect, most.words) == (Expect.FAILS, "number of")
    assert at_least(-3)(number_of).bound == -3
    assert terminates()(number_of).kind is ClaimKind.TERMINATES
    asked = matters(Forced)
    assert (asked.name, asked.words, asked.reading) == (
        "Forced matters",
        "Must it be taken?",
        Forced,
    )


def test_always_with_a_citation_is_a_rule() -> None:
    rule = always("T-1")(named("low"))
    assert isinstance(rule, Rule)
    assert rule.clauses[0].force is Force.ALWAYS
    assert isinstance(always()(named("low")), Claim)
