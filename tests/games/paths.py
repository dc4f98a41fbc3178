"""Positions joined by arrows, with whoever moves along them: the cases a solver has to tell apart.

Each start in the box is a little game of its own; ONE_WINS and TWO_WINS, OVER and DEAD end play.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final, TypeAlias

from rulewright import (
    CHANCE,
    Game,
    Lookup,
    Move,
    Parameters,
    Rulebook,
    Scope,
    between,
    may,
    rules_of,
)

ONE_WINS: Final = 0
TWO_WINS: Final = 1
OVER: Final = 2
DEAD: Final = 3

# Where player 1, player 2 and chance may go.
ONE: Final = Lookup(
    {
        10: (11, TWO_WINS, 28),
        12: (OVER, 13),
        14: (ONE_WINS,),
        15: (ONE_WINS,),
        17: (16,),
        18: (DEAD,),
        20: (21, 22),
        21: (22,),
        22: (ONE_WINS,),
        23: (19, 22),
        24: (25,),
        26: (27,),
    }
)
TWO: Final = Lookup(
    {
        11: (10, ONE_WINS),
        13: (12,),
        14: (TWO_WINS,),
        15: (ONE_WINS,),
        25: (24,),
        27: (OVER,),
        28: (TWO_WINS, OVER),
    }
)
NOBODY: Final = Lookup({16: (ONE_WINS, 17), 19: (ONE_WINS, 21)})


@dataclass(frozen=True)
class Box(Parameters):
    """Where play starts; nobody wins in a game without a winner."""

    start: Annotated[int, between(0, 29)] = 10
    players: Annotated[int, between(2, 2)] = 2


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Node: TypeAlias = Annotated[int, between(0, 29)]


@dataclass(frozen=True)
class Place:
    """Where play is. Both players are always there to move."""

    box: Box
    at: Node
    one: Seat
    two: Seat


@dataclass(frozen=True)
class First(Move, by="one"):
    """Player 1 goes on."""

    to: Node


@dataclass(frozen=True)
class Second(Move, by="two"):
    """Player 2 goes on."""

    to: Node


@dataclass(frozen=True)
class Drift(Move, by=CHANCE):
    """Chance goes on: everywhere it may, with the same likelihood."""

    to: Node


def start(box: Box) -> Place:
    """At the start of one of the games."""
    return Place(box, box.start, 0, 1)


def step(place: Place, move: First | Second | Drift) -> Place:
    """Along an arrow."""
    return replace(place, at=move.to)


def over(place: Place) -> bool:
    """At an end."""
    return place.at in (ONE_WINS, TWO_WINS, OVER)


@may("P-1")
def first(place: Place, move: First) -> bool:
    """Along the arrows of player 1."""
    return place.at in (10, 12, 14, 15, 17, 18, 20, 21, 22, 23, 24, 26) and move.to in ONE[place.at]


@may("P-2")
def second(place: Place, move: Second) -> bool:
    """Along the arrows of player 2."""
    return place.at in (11, 13, 14, 15, 25, 27, 28) and move.to in TWO[place.at]


@may("P-3")
def drift(place: Place, move: Drift) -> bool:
    """Along those of chance."""
    return place.at in (16, 19) and move.to in NOBODY[place.at]


def wins(place: Place, seat: Seat) -> bool:
    """As the end says."""
    return place.at == seat


GAME = Game("paths", Place, (First, Second, Drift), start, step, over, (Scope("all", Box()),))
BOOK = Rulebook("Paths", GAME, "", rules_of(__name__), wins=wins)
