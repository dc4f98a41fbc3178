"""Exceptions, and exceptions to exceptions, against a reading of the definition word for word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import SILENT, NotDefined, Variant, counts_as, may, must, must_not
from rulewright.words.forces import Definition, Force, Rule
from rulewright.words.resolution import holds, stands


class Play(Variant):
    """Which way it is played."""

    ONE = 1
    TWO = 2


@dataclass(frozen=True)
class Terms:
    """What was agreed."""

    play: Play


@dataclass(frozen=True)
class State:
    """A state that says which rules speak."""

    terms: Terms
    speaking: frozenset[int]


@dataclass
class Plan:
    """A rule to make: its clauses, and the rules before it that it stands instead of."""

    clauses: list[tuple[Force, Play | None]]
    instead_of: list[int] = field(default_factory=list)


FORCES = {Force.MAY: may, Force.MUST: must, Force.MUST_NOT: must_not}
CLAUSES = st.lists(
    st.tuples(st.sampled_from(list(FORCES)), st.sampled_from([None, *Play])),
    min_size=1,
    max_size=2,
)


@st.composite
def plans(draw: Any) -> list[Plan]:
    """Rules, each of which may stand instead of some before it."""
    made: list[Plan] = []
    for number in range(draw(st.integers(1, 6))):
        bases = draw(st.sets(st.integers(0, number - 1), max_size=2)) if number else set()
        made.append(Plan(draw(CLAUSES), sorted(bases)))
    return made


STATES = st.builds(
    State,
    st.builds(Terms, st.sampled_from(Play)),
    st.frozensets(st.integers(0, 5)),
)


def rules_of_plans(made: list[Plan]) -> list[Rule[Any]]:
    found: list[Rule[Any]] = []
    for number, plan in enumerate(made):

        def speaks(state: State, _number: int = number) -> bool:
            return _number in state.speaking

        rule: Any = speaks
        for at, (force, under) in enumerate(plan.clauses):
            bases = tuple(found[base] for base in plan.instead_of) if at == 0 else ()
            decorate: Any = FORCES[force]
            rule = decorate(f"X-{number}", under=under, instead_of=bases)(rule)
        found.append(rule)
    return found


def stands_by_the_words(made: list[Plan], state: State, number: int, force: Force | None) -> bool:
    """It counts, it speaks, and no rule that stands takes its place."""
    plan = made[number]
    counts = any(
        (force is None or f is force) and (under is None or under is state.terms.play)
        for f, under in plan.clauses
    )
    excused = any(
        number in other.instead_of and stands_by_the_words(made, state, at, None)
        for at, other in enumerate(made)
    )
    return counts and number in state.speaking and not excused


@given(plans(), STATES)
def test_a_rule_stands_where_the_words_say_so(made: list[Plan], state: State) -> None:
    rules = rules_of_plans(made)
    for number, rule in enumerate(rules):
        for force in (*FORCES, None):
            found = holds(stands(rule, force), state.terms, lambda r: r.speaks(state))
            assert found is stands_by_the_words(made, state, number, force)


@st.composite
def trees(draw: Any) -> list[int | None]:
    """For each definition the one before it that it stands instead of; the first is the base."""
    return [None, *(draw(st.integers(0, at)) for at in range(draw(st.integers(0, 4))))]


def definitions(tree: list[int | None], under: list[Play | None]) -> list[Definition[Any, Any]]:
    found: list[Definition[Any, Any]] = []
    for number, base in enumerate(tree):

        def says(state: State, _number: int = number) -> Any:
            return _number if _number in state.speaking else SILENT

        bases = () if base is None else (found[base],)
        decorate: Any = counts_as(f"X-{number}", under=under[number], instead_of=bases)
        found.append(decorate(says))
    return found


def value_by_the_words(
    tree: list[int | None], under: list[Play | None], state: State, number: int
) -> int | None:
    """What its exceptions say, the first first; else what it says itself."""
    for other, base in enumerate(tree):
        if base == number:
            value = value_by_the_words(tree, under, state, other)
            if value is not None:
                return value
    counts = under[number] is None or under[number] is state.terms.play
    return number if counts and number in state.speaking else None


@given(trees(), st.lists(st.sampled_from([None, *Play]), min_size=5, max_size=5), STATES)
def test_a_definition_gives_what_the_words_say(
    tree: list[int | None], under: list[Play | None], state: State
) -> None:
    for number, definition in enumerate(definitions(tree, under)):
        expected = value_by_the_words(tree, under, state, number)
        if expected is None:
            with pytest.raises(NotDefined):
                definition(state)
        else:
            assert definition(state) == expected
