"""Values, moves and changes in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from model.star_grid import GAME, Box, Deal, Draw, Mark, Take, start
from rulewright import Bag, Move, Terms, Variant, between, drawn_from
from rulewright.report.words import (
    changes,
    move_words,
    split_name,
    state_words,
    terms_words,
    value_words,
)

TABLE = start(Box(), Deal(0))


class Card(Enum):
    STAR = "★"
    BLANK = 0
    DOUBLE_BACK = 1


class Board(Variant):
    WIDE = "4 × 3"


@dataclass(frozen=True)
class Played(Terms):
    board: Board = Board.WIDE


@dataclass(frozen=True)
class Spot:
    row: int
    taken: bool


@dataclass(frozen=True)
class PutDownHTTPCard(Move):
    spot: Spot
    card: Annotated[Card | None, drawn_from("pile")]
    to: Annotated[int | None, between(0, "players - 1")]
    quickly: bool


@dataclass(frozen=True)
class State:
    terms: Played
    pile: Bag[Card]
    hand: frozenset[int]
    spots: tuple[Spot, ...]


def test_names() -> None:
    assert split_name("TakeTheTop") == "take the top"
    assert split_name("take_the_top") == "take the top"
    assert split_name("HTTPCard2") == "HTTP card2"


def test_values() -> None:
    assert value_words(None) == "none"
    assert value_words(-3) == "−3"
    assert value_words(True) == "yes"
    assert value_words(Card.STAR) == "★"
    assert value_words(Card.DOUBLE_BACK) == "double back"
    assert value_words(Bag({1: 1, 0: 2})) == "2 × 0, 1 × 1"
    assert value_words(Bag({Card.BLANK: 1, Card.STAR: 2})) == "2 × ★, 1 × blank"
    assert value_words(Bag()) == "nothing"
    assert value_words(frozenset({3, 1})) == "1, 3"
    assert value_words((Mark.DOWN,) * 4 + (1, 1)) == "(4 × face down, 1, 1)"
    assert value_words(Spot(2, False)) == "spot (row 2, taken no)"


def test_moves() -> None:
    assert move_words(Take(1, 2)) == "Take at 1, showing 2"
    assert move_words(Take(1, None)) == "Take at 1"
    assert move_words(Draw(0)) == "Draw showing 0"
    told = "Put down HTTP card spot spot (row 0, taken yes), card ★, to player 2, not quickly"
    assert move_words(PutDownHTTPCard(Spot(0, True), Card.STAR, 1, False)) == told


def test_only_what_changed() -> None:
    assert changes(TABLE, TABLE) == []
    after = GAME.step(TABLE, Take(1, 2))
    assert changes(TABLE, after) == [
        "grids[0][1]: face down → 0",
        "pool[2]: 1 → 0",
        "top: 0 → 2",
        "turn: player 1 → player 2",
    ]
    ended = replace(TABLE, ender=1, over=True)
    assert changes(TABLE, ended) == ["ender: none → player 2", "over: no → yes"]


def test_parts_of_parts() -> None:
    before = State(Played(), Bag(), frozenset({1}), (Spot(0, False),))
    after = State(Played(), Bag({Card.STAR: 1}), frozenset(), (Spot(0, True),))
    assert changes(before, after) == [
        "pile[★]: 0 → 1",
        "hand: 1 → nothing",
        "spots[0].taken: no → yes",
    ]
    longer = replace(before, spots=(*before.spots, Spot(1, False)))
    assert changes(before, longer) == [
        "spots: (spot (row 0, taken no)) → (spot (row 0, taken no), spot (row 1, taken no))"
    ]
    assert terms_words(before) == "board: 4 × 3"
    assert terms_words(TABLE) == ""
    assert "terms" not in " ".join(state_words(before))
    assert not any(line.startswith("box") for line in state_words(TABLE))
