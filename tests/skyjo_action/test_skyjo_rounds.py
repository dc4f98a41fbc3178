"""Who begins, the last lap, and who wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from model.skyjo_action import (
    Begin,
    Box,
    Done,
    EndTheGame,
    Enter,
    Mark,
    Phase,
    PlayOn,
    Reveal,
    SharedStart,
    SkyjoTerms,
    Table,
    Take,
    start,
    step,
)
from spec import skyjo_action as rules

from .grids import table
from .play import players

HIDDEN: Final = "/? ? ? ?/? ? ? ?"


def shown(*cards: str) -> tuple[str, ...]:
    """Grids that show these cards in their top rows."""
    return tuple(f"{pair} ? ?{HIDDEN}" for pair in cards)


@pytest.mark.parametrize(
    ("cards", "reading", "seats"),
    [
        (("1 2", "3 4", "5 1"), SharedStart.LOWEST_SEAT, [1]),
        (("1 2", "3 4", "5 2"), SharedStart.LOWEST_SEAT, [1]),
        (("1 2", "3 4", "5 2"), SharedStart.HIGHEST_CARD, [2]),
        (("1 2", "3 4", "5 2"), SharedStart.BY_LOT, [1, 2]),
        (("6 1", "3 4", "1 6"), SharedStart.HIGHEST_CARD, [0]),
        (("* 9", "4 5", "9 -1"), SharedStart.HIGHEST_CARD, [0]),
        (("-1 -2", "* -2", "-2 -2"), SharedStart.BY_LOT, [1]),
    ],
)
def test_who_begins(cards: tuple[str, ...], reading: SharedStart, seats: list[int]) -> None:
    terms = SkyjoTerms(shared_start=reading)
    laid = table(*shown(*cards), terms=terms, phase=Phase.STARTING)
    play = players(laid.box)
    assert [seat for seat in range(3) if play.legal(laid, Begin(seat))] == seats


def test_who_ended_begins_the_next_round() -> None:
    laid = table(*shown("9 9", "1 1", "2 2"), phase=Phase.STARTING, ender=1)
    play = players(laid.box)
    later = replace(laid, round=2)
    assert [seat for seat in range(3) if play.legal(later, Begin(seat))] == [1]


def closing(seats: int) -> Table:
    """A small table at the first turn: every grid holds a number and one hidden card."""
    box = Box(
        players=seats, columns=2, rows=1, least=1, greatest=5, copies_of_least=7, stars=0, zeros=0,
        turned_up=1,
    )  # fmt: skip
    laid = start(box, SkyjoTerms())
    return replace(
        laid,
        phase=Phase.TURN,
        grids=tuple((4, Mark.DOWN) for _ in range(seats)),
        pool=laid.pool.minus(4, seats).minus(1),
        top=1,
        turn=1,
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_lap_gives_each_other_player_one_turn(seats: int) -> None:
    """Seat 1 ends the round at once; all others exchange their open card and hide one still."""
    now = step(step(closing(seats), Take(1, 2)), Done())
    turns = []
    while now.phase is Phase.TURN:
        turns.append(now.turn)
        assert now.ender == 1
        now = step(now, Take(0, None))
    assert turns == [*range(2, seats), 0]
    assert now.phase is Phase.TURNING_UP
    for seat in (0, *range(2, seats)):
        now = step(now, Reveal(seat, 1, 5))
    assert now.face_down() == 0
    assert now.phase is Phase.LAST_CLEARING


def test_only_the_round_total_can_be_entered() -> None:
    laid = table("1 2 3 4/5 6 7 8/9 10 11 12", ". . . 1/. . . 3/. . . 1", ender=0)
    play = players(laid.box)
    assert list(play.legal_moves(laid)) == [Enter(156)]
    after = step(laid, Enter(156))
    assert after.totals == (156, 0)
    assert list(play.legal_moves(after)) == [Enter(5)]


@pytest.mark.parametrize(
    ("totals", "ends"), [((99, 98), False), ((100, -5), True), ((0, 140), True), ((-20, 3), False)]
)
def test_when_the_game_ends(totals: tuple[int, ...], ends: bool) -> None:
    laid = replace(table(*shown("1 2", "3 4"), phase=Phase.SCORED), totals=totals)
    play = players(laid.box)
    assert play.legal(laid, EndTheGame()) == ends
    assert play.legal(laid, PlayOn()) == (not ends)


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((100, 7, 9), [1]), ((7, 120, 7), [0, 2]), ((-3, 120, 7), [0]), ((101, 101, 101), [0, 1, 2])],
)
def test_who_wins(totals: tuple[int, ...], winners: list[int]) -> None:
    laid = replace(table(*shown("1 2", "3 4", "5 6"), phase=Phase.OVER), totals=totals)
    assert [seat for seat in range(3) if rules.wins(laid, seat)] == winners


@pytest.mark.parametrize(
    ("box", "why"),
    [
        (Box(players=8), ""),
        (Box(players=8, stars=0, copies=5), "the deal needs 97 cards and the box holds 79"),
        (Box(least=3, greatest=2), "no number lies between 3 and 2"),
        (Box(columns=1, rows=1), "2 of 1 cards turned up leave none to play for"),
    ],
)
def test_a_deck_that_cannot_be_dealt(box: Box, why: str) -> None:
    assert box.refusal() == why


def test_the_real_deck() -> None:
    box = Box()
    assert sum(box.copies_of(card) for card in box.every_card()) == 120
    assert [box.copies_of(card) for card in (-2, -1, 0, 1, 12)] == [3, 7, 11, 7, 7]
