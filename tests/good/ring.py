"""Players round a table, with hands in no order: everything that can be declared unordered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from rulewright import (
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    always,
    between,
    length,
    may,
    never,
    place_in,
    put,
    rules_of,
    sometimes,
    terminates,
    unordered,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    players: Annotated[int, between(1, 4)] = 3
    kinds: Annotated[int, between(1, 3)] = 2


Card: TypeAlias = Annotated[int, between(1, "kinds")]
Hand: TypeAlias = Annotated[tuple[Card, ...], up_to(2), unordered()]
Seat: TypeAlias = Annotated[int, between(0, "players - 1"), place_in("hands")]
At: TypeAlias = Annotated[int, between(0, 1), place_in("hands[turn]")]


@dataclass(frozen=True)
class Table:
    box: Box
    hands: Annotated[tuple[Hand, ...], length("players"), unordered(turning=True, together="seats")]
    out: Annotated[tuple[bool, ...], length("players"), unordered(turning=True, together="seats")]
    turn: Seat
    last: Seat | None
    chosen: At | None
    over: bool

    def mine(self) -> Hand:
        return self.hands[self.turn]


@dataclass(frozen=True)
class Draw(Move, by="turn"):
    card: Card


@dataclass(frozen=True)
class Choose(Move, by="turn"):
    at: At


@dataclass(frozen=True)
class Play(Move, by="turn"):
    pass


@dataclass(frozen=True)
class Give(Move, by="turn"):
    to: Seat


@dataclass(frozen=True)
class Leave(Move, by="turn"):
    pass


def start(box: Box) -> Table:
    return Table(
        box=box,
        hands=tuple((box.kinds, 1) for _ in range(box.players)),
        out=tuple(False for _ in range(box.players)),
        turn=0,
        last=None,
        chosen=None,
        over=False,
    )


def ended(table: Table) -> Table:
    after = replace(table, chosen=None, turn=(table.turn + 1) % table.box.players)
    return replace(after, over=all(table.out))


def without(hand: Hand, at: int) -> Hand:
    return (*hand[:at], *hand[at + 1 :])


def step(table: Table, move: Draw | Choose | Play | Give | Leave) -> Table:
    match move:
        case Draw(card):
            return ended(replace(table, hands=put(table.hands, table.turn, (*table.mine(), card))))
        case Choose(at):
            return replace(table, chosen=at)
        case Play():
            at = 0 if table.chosen is None else table.chosen
            kept = without(table.mine(), at)
            return ended(replace(table, last=table.turn, hands=put(table.hands, table.turn, kept)))
        case Give(to):
            at = 0 if table.chosen is None else table.chosen
            given = put(table.hands, to, (*table.hands[to], table.mine()[at]))
            return ended(replace(table, hands=put(given, table.turn, without(table.mine(), at))))
        case Leave():
            return ended(replace(table, out=put(table.out, table.turn, True)))


def over(table: Table) -> bool:
    return table.over


@may("R-1")
def draw(table: Table, move: Draw) -> bool:
    return not table.out[table.turn] and len(table.mine()) < 1 and table.chosen is None


@may("R-2")
def choose(table: Table, move: Choose) -> bool:
    return table.chosen is None and move.at < len(table.mine())


@may("R-3")
def play(table: Table, move: Play) -> bool:
    return table.chosen is not None


@may("R-4")
def give(table: Table, move: Give) -> bool:
    return table.chosen is not None and move.to != table.turn and len(table.hands[move.to]) < 2


@may("R-5")
def leave(table: Table, move: Leave) -> bool:
    return table.chosen is None


@always()
def what_is_chosen_is_there(table: Table) -> bool:
    return table.chosen is None or table.chosen < len(table.mine())


@never()
def all_hold_ones(table: Table) -> bool:
    return all(hand == (1,) for hand in table.hands)


@sometimes()
def a_hand_is_given_away(before: Table, move: Give, after: Table) -> bool:
    return len(after.hands[before.turn]) == 0 and after.hands[move.to] == (1, 1)


@terminates()
def cards(table: Table) -> int:
    return sum(len(hand) for hand in table.hands)


BOOK = Rulebook(
    "Ring",
    Game(
        name="ring",
        state=Table,
        moves=(Draw, Choose, Play, Give, Leave),
        start=start,
        step=step,
        over=over,
        scopes=(Scope("tiny", Box()),),
    ),
    sentences="ring.tsv",
    rules=rules_of(__name__),
)
