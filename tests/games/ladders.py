"""A race by dice: a ladder from 1 to 3, a snake from 4 back to 0, six squares, one die of three.

Nobody ever decides. `exact` asks for the exact number to reach the last square; with a `pit`, who
lands on square 2 stays there for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from rulewright import (
    CHANCE,
    Bag,
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    between,
    drawn_from,
    length,
    may,
    put,
    rules_of,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    """How many race; how many chips of each number are in the bag that is drawn from."""

    players: Annotated[int, between(1, 3)] = 1
    ones: Annotated[int, between(0, 9)] = 1
    twos: Annotated[int, between(0, 9)] = 1
    threes: Annotated[int, between(0, 9)] = 1
    pit: Annotated[int, between(0, 1)] = 0


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Square: TypeAlias = Annotated[int, between(0, 5)]
Chip: TypeAlias = Annotated[int, between(1, 3)]


@dataclass(frozen=True)
class Track:
    """Where everybody is. Chips go back into the bag."""

    box: Box
    at: Annotated[tuple[Square, ...], length("players")]
    bag: Annotated[Bag[Chip], up_to(9)]
    turn: Seat


@dataclass(frozen=True)
class Roll(Move, by="turn"):
    """Go as far as the chip says."""

    shows: Annotated[Chip, drawn_from("bag")]


@dataclass(frozen=True)
class Wait(Move, by=CHANCE):
    """Time passes in the pit."""


def start(box: Box) -> Track:
    """Everybody before the first square."""
    at = tuple(0 for _ in range(box.players))
    return Track(box, at, Bag({1: box.ones, 2: box.twos, 3: box.threes}), 0)


def slid(square: int) -> int:
    """Up the ladder, down the snake."""
    return 3 if square == 1 else 0 if square == 4 else square


def step(track: Track, move: Roll | Wait) -> Track:
    """Go on; beyond the last square there is none."""
    match move:
        case Roll(shows):
            square = slid(min(track.at[track.turn] + shows, 5))
            following = (track.turn + 1) % track.box.players
            return replace(track, at=put(track.at, track.turn, square), turn=following)
        case Wait():
            return track


def in_the_pit(track: Track) -> bool:
    """Whether the player to move is stuck."""
    return track.box.pit == 1 and track.at[track.turn] == 2


@may("L-1")
def roll(track: Track, move: Roll) -> bool:
    """Everybody who is not in the pit goes on."""
    return not in_the_pit(track)


@may("L-2")
def wait(track: Track, move: Wait) -> bool:
    """In the pit one waits."""
    return in_the_pit(track)


def over(track: Track) -> bool:
    """Somebody is on the last square."""
    return 5 in track.at


def wins(track: Track, seat: Seat) -> bool:
    """Who is there wins."""
    return track.at[seat] == 5


def scores(track: Track, seat: Seat) -> int:
    """How far one came."""
    return track.at[seat]


GAME = Game("ladders", Track, (Roll, Wait), start, step, over, (Scope("all", Box()),))
BOOK = Rulebook("Ladders", GAME, "", rules_of(__name__), scores=scores, wins=wins)
