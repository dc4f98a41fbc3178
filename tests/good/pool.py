"""Bags and sets: how they are made, asked and changed, and taken for wider ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Final, TypeAlias

from rulewright import (
    CHANCE,
    Bag,
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    always,
    between,
    drawn_from,
    length,
    may,
    rules_of,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    values: Annotated[int, between(1, 4)] = 2
    copies: Annotated[int, between(1, 4)] = 2


class Star(Enum):
    STAR = "★"


Value: TypeAlias = Annotated[int, between(0, "values")]
Card: TypeAlias = Value | Star
Cards: TypeAlias = Annotated[Bag[Card], up_to("copies")]
Plain: TypeAlias = Annotated[Bag[Value], up_to("copies")]
Seen: TypeAlias = frozenset[Card]

LOW: Final = frozenset((0, 1))
STARS: Final = Bag({Star.STAR: 1})


@dataclass(frozen=True)
class Pile:
    box: Box
    pool: Cards
    kept: Plain
    seen: Seen
    top: Card | None

    def left(self) -> int:
        return self.pool.total()


@dataclass(frozen=True)
class Draw(Move, by=CHANCE):
    shows: Annotated[Card, drawn_from("pool")]


@dataclass(frozen=True)
class Keep(Move):
    value: Value
    copies: Annotated[int, between(0, 2)]


def start(box: Box) -> Pile:
    values = tuple(range(box.values + 1))
    pool: Cards = Bag({value: box.copies for value in values if value != 1})
    return Pile(box, pool.plus(Star.STAR, 1), Bag(), frozenset(), None)


def step(pile: Pile, move: Draw | Keep) -> Pile:
    match move:
        case Draw(card):
            seen = pile.seen | frozenset((card,))
            return replace(pile, pool=pile.pool.minus(card), seen=seen, top=card)
        case Keep(value, copies):
            return replace(
                pile,
                pool=pile.pool.minus(value, copies),
                kept=pile.kept.plus(value, copies),
                top=None,
            )


def with_stars(pool: Cards) -> bool:
    return pool == STARS or pool.minus(0) == STARS


def low(seen: frozenset[Value]) -> bool:
    return seen & LOW == seen and len(seen - LOW) == 0


def all_seen(seen: Seen, values: frozenset[Value]) -> Seen:
    return seen | values


def counted(cards: Annotated[tuple[Card, ...], length(3)]) -> Cards:
    every: tuple[Card, ...] = (0, 1, 2, Star.STAR)
    return Bag({card: cards.count(card) for card in every if card in cards})


def numbers_of(cards: Annotated[tuple[Card, ...], length(3)]) -> frozenset[Value]:
    return frozenset(card for card in cards if isinstance(card, int))


def next_to(seen: frozenset[Value]) -> frozenset[Value]:
    found: frozenset[Value] = frozenset(value + 1 for value in range(3) if value in seen)
    return found


def two(card: Card) -> Cards:
    return Bag({card: 2, Star.STAR: 1})


def several(card: Card, other: Card, copies: int) -> Cards:
    return Bag({card: copies, other: 1, 0: copies - 1})


def changed(pool: Cards, card: Card, copies: int) -> Cards:
    return pool.plus(card, copies).minus(Star.STAR, copies - 1)


def once(cards: Annotated[tuple[Value, ...], length(3)]) -> frozenset[Value]:
    return frozenset(cards)


def sums(pool: Plain, box: Box) -> int:
    return sum(value * pool.count(value) for value in range(box.values + 1))


def more(pool: Plain, other: Plain) -> bool:
    return pool.total() > other.total() and 0 in pool and 1 not in other


@may("P-1")
def keep_what_is_there(pile: Pile, move: Keep) -> bool:
    return pile.pool.count(move.value) >= move.copies > 0


@may("P-2")
def draw(pile: Pile, move: Draw) -> bool:
    return True


@always("P-3")
def nothing_is_lost(pile: Pile) -> bool:
    return pile.left() + pile.kept.total() <= pile.box.copies * (pile.box.values + 1) + 1


def over(pile: Pile) -> bool:
    return pile.left() == 0


GAME = Game("pool", Pile, (Draw, Keep), start, step, over, (Scope("tiny", Box()),))
BOOK = Rulebook("Pool", GAME, "pool.tsv", rules_of(__name__))
