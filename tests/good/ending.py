"""Who wins and what it scores: a function, and a definition that has an exception."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from rulewright import (
    SILENT,
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    Silent,
    between,
    counts_as,
    length,
    may,
    put,
    rules_of,
)


@dataclass(frozen=True)
class Box(Parameters):
    players: Annotated[int, between(1, 3)] = 2


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]


@dataclass(frozen=True)
class Race:
    box: Box
    at: Annotated[tuple[Annotated[int, between(0, 3)], ...], length("players")]
    turn: Seat


@dataclass(frozen=True)
class Step(Move, by="turn"):
    pass


def start(box: Box) -> Race:
    return Race(box, tuple(0 for _ in range(box.players)), 0)


def step(race: Race, move: Step) -> Race:
    at = put(race.at, race.turn, race.at[race.turn] + 1)
    return replace(race, at=at, turn=(race.turn + 1) % race.box.players)


def over(race: Race) -> bool:
    return max(race.at) == 3


@may("E-1")
def go_on(race: Race, move: Step) -> bool:
    return True


@counts_as("E-2")
def wins(race: Race, seat: Seat) -> bool:
    return race.at[seat] == 3


@counts_as("E-3", instead_of=wins)
def alone_nobody_wins(race: Race, seat: Seat) -> bool | Silent:
    return False if race.box.players == 1 else SILENT


def scores(race: Race, seat: Seat) -> int:
    return 10 * race.at[seat]


GAME = Game("ending", Race, (Step,), start, step, over, (Scope("tiny", Box()),))
BOOK = Rulebook("Ending", GAME, "ending.tsv", rules_of(__name__), scores=scores, wins=wins)
