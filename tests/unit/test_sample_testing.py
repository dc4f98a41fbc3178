"""The strategies that other people's tests are given, and the state machine of a game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from model.star_grid import GAME, Box, Draw, Mark, Place, Table, Take, step
from proofs import star_grid as proofs
from rulewright import NotExactlyOne, Rulebook, Scope, always, may, must
from rulewright.backends.cpython import CPython
from rulewright.ir.values import lower
from rulewright.testing import Play, moves, plays, state_machine, states, subject_of
from spec.star_grid import BOOK

TINY = subject_of(BOOK, "tiny")
CPYTHON = CPython(TINY.program)
QUIET = settings(
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=40,
    phases=(Phase.generate, Phase.shrink),
    stateful_step_count=10,
    suppress_health_check=list(HealthCheck),
)


@QUIET
@given(states(TINY))
def test_states_are_of_the_type(table: Table) -> None:
    assert isinstance(table, Table)
    lower(TINY.program.state, table)


@QUIET
@given(states(TINY, reachable=True))
def test_reachable_states_keep_the_law(table: Table) -> None:
    assert all(proofs.cards_are_conserved(table, value) for value in range(3))


def test_other_states_need_not_keep_it() -> None:
    broken = find(
        states(TINY, reachable=False),
        lambda table: not proofs.cards_are_conserved(table, 0),
        settings=QUIET,
    )
    assert isinstance(broken, Table)


@QUIET
@given(st.data())
def test_legal_moves_are_legal(data: st.DataObject) -> None:
    table = data.draw(states(TINY, reachable=True))
    if not table.over:
        move = data.draw(moves(TINY, table, legal=True))
        assert CPYTHON.legal(table, move)
        assert step(table, move) != table


@QUIET
@given(moves(BOOK))
def test_moves_without_a_state_are_of_some_kind(move: Any) -> None:
    assert isinstance(move, GAME.moves)


@QUIET
@given(plays(TINY))
def test_plays_are_played_by_the_rules(play: Play) -> None:
    state = play.start
    for move, after in zip(play.moves, play.states, strict=True):
        assert CPYTHON.legal(state, move)
        assert step(state, move) == after
        state = after
    assert play.last == state


def test_a_play_shrinks() -> None:
    play = find(
        plays(TINY), lambda play: any(isinstance(m, Draw) for m in play.moves), settings=QUIET
    )
    assert len(play.moves) == 1


def test_a_game_without_rules_has_states_and_possible_moves() -> None:
    table = find(states(GAME), lambda table: table.hand is not None)
    assert isinstance(table, Table)
    assert isinstance(find(moves(GAME), lambda move: isinstance(move, Take)), Take)


def test_a_scope_can_be_made_on_the_spot() -> None:
    scope = Scope("three", Box(players=3, columns=1, rows=2, values=2, copies=4, stars=2))
    play = find(plays(subject_of(BOOK, scope)), lambda play: len(play.moves) > 2, settings=QUIET)
    assert play.start.box.players == 3


SOUND = state_machine(BOOK, "tiny", [proofs.cards_are_conserved, proofs.cards_left_to_see])
TestStarGrid = SOUND.TestCase
TestStarGrid.settings = settings(QUIET, max_examples=15, stateful_step_count=20)


@always()
def nobody_turns_a_card_up(table: Table) -> bool:
    """It is not so."""
    return all(cell is Mark.DOWN for grid in table.grids for cell in grid)


@may("X-1")
def place_a_card_from_nowhere(table: Table, move: Place) -> bool:
    """Also without a card in hand."""
    return table.mine()[move.at] is not Mark.GONE


@must("X-2")
def nothing_ever_changes(before: Table, move: Take, after: Table) -> bool:
    """It is not so."""
    return before == after


def test_a_claim_that_fails_is_found_and_the_play_is_short() -> None:
    machine = state_machine(BOOK, "tiny", [nobody_turns_a_card_up])
    with pytest.raises(AssertionError, match="nobody_turns_a_card_up") as error:
        run_state_machine_as_test(machine, settings=settings(QUIET, max_examples=20))
    shown = "\n".join(getattr(error.value, "__notes__", ()))
    made = [line for line in shown.splitlines() if line.startswith(("state.Take", "state.Draw"))]
    assert len(made) == 1


def test_a_duty_that_fails_in_play_is_an_error() -> None:
    machine = state_machine(Rulebook("Wrong", GAME, "", (place_a_card_from_nowhere,)), "tiny")
    with pytest.raises(NotExactlyOne):
        run_state_machine_as_test(machine, settings=settings(QUIET, max_examples=15))


def test_a_rule_that_a_move_does_not_obey_is_an_error() -> None:
    wrong = Rulebook("Wrong", GAME, "", (*BOOK.rules, nothing_ever_changes))
    with pytest.raises(AssertionError, match="nothing_ever_changes is not obeyed"):
        run_state_machine_as_test(
            state_machine(wrong, "tiny"), settings=settings(QUIET, max_examples=15)
        )
