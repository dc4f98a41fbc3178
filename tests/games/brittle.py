"""Steps up to a goal; a duty fails on a certain step in the one part that the box names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Final, TypeAlias

from rulewright import (
    Game,
    Move,
    Parameters,
    Reading,
    Rulebook,
    Scope,
    Terms,
    always,
    between,
    may,
    must,
    rules_of,
)

NOWHERE: Final = 0
PERMIT: Final = 1
POSSIBLE: Final = 2
STEP: Final = 3
BOUNDS: Final = 4
OVER: Final = 5
ALWAYS: Final = 6
OUTCOME: Final = 7
SCORES: Final = 8
WINS: Final = 9
START: Final = 10
MUST: Final = 11
BELOW: Final = 12
HOP: Final = 13
PLACES: Final = 14


class Haste(Reading):
    """A reading under which nothing is asked."""

    NONE = "no haste"
    SOME = "some haste"


@dataclass(frozen=True)
class Agreed(Terms):
    """What was agreed before play."""

    haste: Haste = Haste.NONE


class Way(Enum):
    """How to go."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True)
class Box(Parameters):
    """Where a duty fails, and on which step."""

    where: Annotated[int, between(0, 13)] = 0
    step: Annotated[int, between(0, 12)] = 7
    players: Annotated[int, between(1, 2)] = 2


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Height: TypeAlias = Annotated[int, between(0, 12)]


@dataclass(frozen=True)
class Stairs:
    """How high play has come."""

    box: Box
    terms: Agreed
    height: Height
    turn: Seat

    def holds(self, where: int, height: int) -> bool:
        """True, unless a duty fails: in this part, on that step."""
        if self.box.where != where:
            return True
        return 12 // (height - self.box.step) < 13


@dataclass(frozen=True)
class Go(Move, by="turn"):
    """One to three steps."""

    steps: Annotated[int, between(1, 3)]
    way: Way

    def possible(self, stairs: Stairs) -> bool:
        return stairs.holds(POSSIBLE, stairs.height + self.steps)


@dataclass(frozen=True)
class Hop(Move, by="turn"):
    """Two or three steps up, or three down."""

    steps: Annotated[int, between(1, 3)]
    way: Way

    def possible(self, stairs: Stairs) -> bool:
        # Duties fail in the second part and the third for a single step, which the first rules
        # out; and in the fourth where the last, which asks of the steps alone, may be false.
        return (
            self.steps > (1 if self.way is Way.UP else 2)
            and 12 // (self.steps - 1) < 13
            and (
                self.way is Way.UP
                or sum(12 // (self.steps - 1) for _ in range(stairs.height)) < 999
            )
            and stairs.holds(HOP, stairs.height + (1 if self.way is Way.UP else 2))
            and self.steps < stairs.height - 3
        )


def start(terms: Agreed, box: Box) -> Stairs:
    """At the bottom."""
    return Stairs(box, terms, 0 if box.where != START else 12 // (box.step - box.step), 0)


def step(stairs: Stairs, move: Go | Hop) -> Stairs:
    """Up or down."""
    match move:
        case Go(steps, way):
            height = stairs.height + (steps if way is Way.UP else -1)
        case Hop(steps, way):
            height = stairs.height + (steps if way is Way.UP else -steps)
    if height == stairs.box.step and stairs.box.where in (BOUNDS, BELOW):
        height = 13 if stairs.box.where == BOUNDS else -1
    turn = (stairs.turn + 1) % stairs.box.players
    if not stairs.holds(STEP, height):
        turn = 0
    return replace(stairs, height=height, turn=turn)


def over(stairs: Stairs) -> bool:
    """Near the top."""
    return stairs.holds(OVER, stairs.height) and stairs.height >= 10


@may("B-1")
def go(stairs: Stairs, move: Go) -> bool:
    """Down only one step, and not below the bottom."""
    free = move.way is Way.UP or (move.steps == 1 and stairs.height > 0)
    return free and stairs.holds(PERMIT, stairs.height + move.steps)


@may("B-6")
def hop(stairs: Stairs, move: Hop) -> bool:
    """Not near the top."""
    return stairs.height < 9


@must("B-2")
def hurry(stairs: Stairs, move: Go) -> bool:
    """From the third step two at once."""
    return stairs.height == 3 and move.steps == 2 and stairs.holds(MUST, move.steps + 5)


@always("B-3")
def stairs_hold(stairs: Stairs, seat: Seat) -> bool:
    """For everyone."""
    return stairs.holds(ALWAYS, stairs.height + seat)


@must("B-4")
def one_after_another(before: Stairs, move: Go, after: Stairs) -> bool:
    """Turn by turn."""
    return before.turn != after.turn and before.holds(OUTCOME, after.height)


@may("B-5", under=Haste.SOME)
def go_anywhere(stairs: Stairs, move: Go) -> bool:
    """This counts under no terms that are played, so that nothing fails in it."""
    return 1 // (stairs.height - stairs.height) == 1


def scores(stairs: Stairs, seat: Seat) -> int:
    """The height, less for the second player."""
    return stairs.height * 10 - seat if stairs.holds(SCORES, seat + 6) else 0


def wins(stairs: Stairs, seat: Seat) -> bool:
    """Whoever is to move."""
    return stairs.turn == seat and stairs.holds(WINS, seat + 6)


GAME = Game("brittle", Stairs, (Go, Hop), start, step, over, (Scope("all", Box(), Agreed()),))
BOOK = Rulebook("Brittle", GAME, "", rules_of(__name__), scores=scores, wins=wins)
