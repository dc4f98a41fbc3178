"""A small sound game. Each file beside it adds one mistake, shown in the file of its name in .out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, TypeAlias

from rulewright import (
    Bag,
    Game,
    Move,
    Parameters,
    Reading,
    Rulebook,
    Scope,
    Terms,
    between,
    drawn_from,
    length,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    players: Annotated[int, between(1, 4)] = 2
    values: Annotated[int, between(1, 9)] = 3


class Mark(Enum):
    DOWN = "face down"
    GONE = "cleared away"


class Tie(Reading):
    """Who begins when two are level?"""

    YOUNGEST = "the youngest"
    OLDEST = "the oldest"


class Level(Reading):
    """A reading that this game does not have."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True)
class TableTerms(Terms):
    tie: Tie = Tie.YOUNGEST


Card: TypeAlias = Annotated[int, between(0, "values")]
Seat: TypeAlias = Annotated[int, between(0, "players - 1")]


@dataclass(frozen=True)
class Table:
    box: Box
    terms: TableTerms
    cards: Annotated[tuple[Card, ...], length(3)]
    grid: Annotated[tuple[Card | Mark, ...], up_to(4)]
    pool: Annotated[Bag[Card], up_to(4)]
    seen: frozenset[Card]
    hand: Card | None
    mark: Mark
    turn: Seat
    over: bool

    def high(self) -> int:
        return max(self.cards)


@dataclass(frozen=True)
class Take(Move, by="turn"):
    at: Annotated[int, between(0, 2)]


@dataclass(frozen=True)
class Draw(Move, by="turn"):
    shows: Annotated[Card, drawn_from("pool")]


def start(box: Box, terms: TableTerms) -> Table:
    pool = Bag({card: 1 for card in range(box.values + 1)})
    return Table(box, terms, (0, 1, 2), (), pool, frozenset(), None, Mark.DOWN, 0, False)


def step(table: Table, move: Take | Draw) -> Table:
    return table


def over(table: Table) -> bool:
    return table.over


def game(**parts: Any) -> Game:
    """The game with some of its parts exchanged."""
    usual: dict[str, Any] = {
        "name": "small",
        "state": Table,
        "moves": (Take, Draw),
        "start": start,
        "step": step,
        "over": over,
        "scopes": (Scope("tiny", Box()),),
    }
    return Game(**(usual | parts))


def book(*rules: Any, **parts: Any) -> Rulebook:
    """A rulebook of these rules, for the game with some of its parts exchanged."""
    ending = {part: parts.pop(part) for part in ("scores", "wins") if part in parts}
    return Rulebook("Small", game(**parts), "small.tsv", rules, **ending)


def called(function: Callable[..., Any]) -> Rulebook:
    """A rulebook without rules, whose game calls a function of the state to see if it is over."""
    return book(over=function)
