"""Nim: take any number from one pile; who takes the last wins, or loses where that is agreed.

The first player can force the win just where the exclusive or of the piles is not 0 (Bouton, 1901).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from rulewright import (
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    between,
    length,
    may,
    put,
    rules_of,
)


@dataclass(frozen=True)
class Box(Parameters):
    """The piles, and the players: each is out for the last stone alone."""

    players: Annotated[int, between(1, 4)] = 2
    first: Annotated[int, between(0, 7)] = 1
    second: Annotated[int, between(0, 7)] = 2
    third: Annotated[int, between(0, 7)] = 3


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Stones: TypeAlias = Annotated[int, between(0, 7)]


@dataclass(frozen=True)
class Piles:
    """What is left."""

    box: Box
    piles: Annotated[tuple[Stones, ...], length(3)]
    turn: Seat


@dataclass(frozen=True)
class TakeStones(Move, by="turn"):
    """Take some from one pile."""

    pile: Annotated[int, between(0, 2)]
    number: Annotated[int, between(1, 7)]


def start(box: Box) -> Piles:
    """All piles whole."""
    return Piles(box, (box.first, box.second, box.third), 0)


def step(piles: Piles, move: TakeStones) -> Piles:
    """They are gone, and the next player has the turn."""
    left = put(piles.piles, move.pile, piles.piles[move.pile] - move.number)
    return replace(piles, piles=left, turn=(piles.turn + 1) % piles.box.players)


def over(piles: Piles) -> bool:
    """Nothing is left."""
    return sum(piles.piles) == 0


@may("N-1")
def take_what_is_there(piles: Piles, move: TakeStones) -> bool:
    """As many as the pile has."""
    return move.number <= piles.piles[move.pile]


def wins(piles: Piles, seat: Seat) -> bool:
    """Whoever took the last one: the player before the one whose turn it would be."""
    return (seat + 1) % piles.box.players == piles.turn


GAME = Game("nim", Piles, (TakeStones,), start, step, over, (Scope("all", Box()),))
BOOK = Rulebook("Nim", GAME, "", rules_of(__name__), wins=wins)
