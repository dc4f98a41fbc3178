"""Cards drawn from an urn: by a player who may stop, or two at a time by chance."""

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
    may,
    rules_of,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    """The cards, how many reds win, after how many cards play is over, and who draws."""

    players: Annotated[int, between(1, 1)] = 1
    blanks: Annotated[int, between(0, 3)] = 1
    reds: Annotated[int, between(0, 3)] = 2
    goal: Annotated[int, between(1, 3)] = 1
    most: Annotated[int, between(1, 6)] = 6
    pairs: Annotated[int, between(0, 1)] = 0


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Card: TypeAlias = Annotated[int, between(0, 1)]  # a red is 1


@dataclass(frozen=True)
class Urn:
    """What is left, and what has come."""

    box: Box
    cards: Annotated[Bag[Card], up_to(3)]
    reds: Annotated[int, between(0, 3)]
    drawn: Annotated[int, between(0, 6)]
    stopped: bool
    turn: Seat


@dataclass(frozen=True)
class Draw(Move, by="turn"):
    """Draw a card."""

    shows: Annotated[Card, drawn_from("cards")]


@dataclass(frozen=True)
class Stop(Move, by="turn"):
    """Draw no more."""


@dataclass(frozen=True)
class Pair(Move, by=CHANCE):
    """Two cards come, of which both count or the first alone."""

    both: bool
    one: Annotated[Card, drawn_from("cards")]
    other: Annotated[Card, drawn_from("cards")]


def start(box: Box) -> Urn:
    """All cards in the urn."""
    return Urn(box, Bag({0: box.blanks, 1: box.reds}), 0, 0, False, 0)


def step(urn: Urn, move: Draw | Stop | Pair) -> Urn:
    """The cards are out, and reds count."""
    match move:
        case Draw(card):
            reds = urn.reds + card
            return replace(urn, cards=urn.cards.minus(card), reds=reds, drawn=urn.drawn + 1)
        case Stop():
            return replace(urn, stopped=True)
        case Pair(both, one, other):
            left = urn.cards.minus(one).minus(other)
            reds = one + other if both else one
            return replace(urn, cards=left, reds=reds, drawn=2, stopped=True)


def over(urn: Urn) -> bool:
    """Stopped, or no more to draw."""
    return urn.stopped or urn.drawn >= urn.box.most or urn.cards.total() == 0


@may("U-1")
def draw_or_stop(urn: Urn, move: Draw | Stop) -> bool:
    """The player may do either."""
    return urn.box.pairs == 0


@may("U-2")
def pairs_come(urn: Urn, move: Pair) -> bool:
    """Where chance draws."""
    return urn.box.pairs == 1


def wins(urn: Urn, seat: Seat) -> bool:
    """Enough reds."""
    return urn.reds >= urn.box.goal


GAME = Game("urn", Urn, (Draw, Stop, Pair), start, step, over, (Scope("all", Box()),))
BOOK = Rulebook("Urn", GAME, "", rules_of(__name__), wins=wins)
