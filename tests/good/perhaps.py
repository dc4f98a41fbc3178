"""What is known after a question: isinstance, is None, in, ==, and, or, not, early returns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, TypeAlias

from rulewright import Game, Move, Parameters, Rulebook, Scope, between, may, rules_of, up_to


@dataclass(frozen=True)
class Box(Parameters):
    highest: Annotated[int, between(1, 4)] = 2


class Mark(Enum):
    DOWN = "face down"
    GONE = "cleared away"
    LOST = "lost"


class Suit(Enum):
    RED = 0
    BLUE = 1


class Kinds:
    """Classes may stand inside others."""

    @dataclass(frozen=True)
    class Ace:
        suit: Suit

        def worth(self) -> int:
            return 11

    @dataclass(frozen=True)
    class Joker(Ace):
        doubled: bool = False


Number: TypeAlias = Annotated[int, between(0, "highest")]
Card: TypeAlias = Number | Mark | Suit | None
Court: TypeAlias = Kinds.Ace | Kinds.Joker | Number


@dataclass(frozen=True)
class Hand:
    cards: Annotated[tuple[Card, ...], up_to(2)]
    court: Court
    sure: bool | None
    turn: Annotated[int, between(0, 1)] = 0


@dataclass(frozen=True)
class Play(Move, by="turn"):
    card: Card


def worth(card: Card) -> int:
    if card is None:
        return -1
    if card in (Mark.DOWN, Mark.GONE):
        return 0
    if isinstance(card, Suit):
        return 5 if card is Suit.RED else 6
    return 7 if card == Mark.LOST else card


def guarded(card: Card, other: Card) -> bool:
    return (
        isinstance(card, int)
        and card > 0
        and not (other is None or isinstance(other, (Mark, Suit)))
        and other >= card
    )


def unless(card: Card) -> int:
    return card + 1 if not (card is None or isinstance(card, Mark | Suit)) else 0


def either(card: Card) -> bool:
    return not isinstance(card, int) or card == 2


def known(sure: bool | None) -> int:
    if sure is None:
        return 2
    return 1 if sure else 0


def yes(sure: bool | None) -> bool:
    return sure is not None and (sure or not isinstance(sure, bool))


def first(hand: Hand) -> int:
    return 0 if hand.cards == () or hand.cards[0] is None else worth(hand.cards[0])


def numbered(hand: Hand) -> tuple[int, ...]:
    return tuple(c for c in hand.cards if c is not None if not isinstance(c, Enum))


def court_worth(court: Court) -> int:
    match court:
        case Kinds.Joker(doubled=True) as joker:
            return joker.worth() * 2
        case Kinds.Joker(Suit.BLUE) | Kinds.Joker(doubled=True):
            return 3
        case Kinds.Ace() as ace:
            return ace.worth()
        case int():
            return court


def is_ace(court: Court) -> bool:
    return isinstance(court, Kinds.Ace)


def as_mark(card: Card) -> Mark | None:
    return card if isinstance(card, Mark) else None


def same(card: Card, mark: Mark) -> bool:
    return card == mark or card is mark


def changed(hand: Hand, card: Card) -> Hand:
    cards = hand.cards
    if len(cards) == 2:
        cards = cards[1:]
    if card is not None and card != Mark.GONE:
        cards = (*cards, card)
        if isinstance(card, int):
            court: Court = card
        else:
            court = hand.court
    else:
        court = Kinds.Joker(Suit.RED, card is None)
    return replace(hand, cards=cards, court=court)


def start(box: Box) -> Hand:
    return Hand((Mark.DOWN, box.highest), Kinds.Ace(Suit.BLUE), None)


def step(hand: Hand, move: Play) -> Hand:
    return changed(hand, move.card)


@may("H-1")
def play(hand: Hand, move: Play) -> bool:
    return move.card not in hand.cards and guarded(move.card, 2)


def over(hand: Hand) -> bool:
    return sum(worth(card) for card in hand.cards) > 9


GAME = Game("perhaps", Hand, (Play,), start, step, over, (Scope("tiny", Box()),))
BOOK = Rulebook("Perhaps", GAME, "perhaps.tsv", rules_of(__name__))
