"""Tickets drawn in every way that there is: one or none, any or some of them, two from one drum.

Whether a draw is legal may hang on what is drawn. What is drawn is kept, so that plays show it.
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
    Terms,
    Variant,
    always,
    between,
    drawn_from,
    length,
    may,
    must,
    must_not,
    put,
    rules_of,
    up_to,
)


class Rush(Variant):
    """How much must be done."""

    CALM = "nobody has to do anything"
    RUSH = "a low ticket comes first, and a high number of points is paid out"


@dataclass(frozen=True)
class Agreed(Terms):
    """What was agreed before play."""

    rush: Rush = Rush.CALM


@dataclass(frozen=True)
class Box(Parameters):
    """The tickets: so many of each of the low ones and of the others, and when play is over."""

    players: Annotated[int, between(1, 3)] = 2
    low: Annotated[int, between(0, 3)] = 2
    others: Annotated[int, between(0, 2)] = 1
    most: Annotated[int, between(1, 30)] = 12


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Ticket: TypeAlias = Annotated[int, between(-4, 41)]  # more than are gone over without a loop
Low: TypeAlias = Annotated[int, between(-2, 3)]
Stall: TypeAlias = Annotated[tuple[Annotated[int, between(0, 9)], ...], length(3)]


@dataclass(frozen=True)
class Fair:
    """The drum, what each stall has, and what came last."""

    box: Box
    terms: Agreed
    drum: Annotated[Bag[Ticket], up_to(3)]
    stalls: Stall
    points: Annotated[tuple[Annotated[int, between(-500, 500)], ...], length("players")]
    last: Ticket | None
    made: Annotated[int, between(0, 30)]
    turn: Seat

    @property
    def pays(self) -> int:
        """Who pays out: always the first player."""
        return 0


@dataclass(frozen=True)
class Buy(Move, by="turn"):
    """Any ticket."""

    number: Annotated[Ticket, drawn_from("drum")]


@dataclass(frozen=True)
class Fish(Move, by="turn"):
    """A low ticket, of those that may be drawn, for some stalls."""

    stall: Annotated[int, between(0, 2)]
    number: Annotated[Low, drawn_from("drum")]
    twice: bool


@dataclass(frozen=True)
class Try(Move, by=CHANCE):
    """A ticket or none at one stall."""

    number: Annotated[Ticket | None, drawn_from("drum")]
    stall: Annotated[int, between(0, 2)]


@dataclass(frozen=True)
class Match(Move, by="turn"):
    """A ticket and a low one."""

    one: Annotated[Ticket, drawn_from("drum")]
    low: Annotated[Low, drawn_from("drum")]


@dataclass(frozen=True)
class Pay(Move, by="pays"):
    """Points are paid out."""

    seat: Seat


def start(terms: Agreed, box: Box) -> Fair:
    """Nothing is drawn yet."""
    drum = Bag({number: box.low if number <= 3 else box.others for number in range(-4, 42)})
    points = tuple(0 for _ in range(box.players))
    return Fair(box, terms, drum, (0, 0, 0), points, None, 0, 0)


def step(fair: Fair, move: Buy | Fish | Try | Match | Pay) -> Fair:
    """Points for what was drawn."""
    match move:
        case Buy(number):
            return drawn(fair, number, number)
        case Fish(stall, number, twice):
            kept = replace(fair, stalls=put(fair.stalls, stall, fair.stalls[stall] + 1))
            return drawn(kept, number, number * (2 if twice else 1))
        case Try(number, stall):
            if number is None:
                stalls = put(fair.stalls, stall, 0)
                return replace(fair, stalls=stalls, last=None, made=fair.made + 1)
            return drawn(fair, number, fair.stalls[stall])
        case Match(one, low):
            return drawn(replace(fair, drum=fair.drum.minus(low)), one, one - 2 * low)
        case Pay(seat):
            points = put(fair.points, seat, fair.points[seat] // 2)
            return replace(fair, points=points, made=fair.made + 1)


def drawn(fair: Fair, number: Ticket, points: int) -> Fair:
    """A ticket leaves the drum, and its points go to the player to move."""
    return replace(
        fair,
        drum=fair.drum.minus(number),
        points=put(fair.points, fair.turn, fair.points[fair.turn] + points),
        last=number,
        made=fair.made + 1,
        turn=(fair.turn + 1) % fair.box.players,
    )


def over(fair: Fair) -> bool:
    """After so many moves."""
    return fair.made >= fair.box.most


@may("R-1")
def buy_any(fair: Fair, move: Buy) -> bool:
    """Whatever comes, up to the last ticket where there are only low ones."""
    return fair.drum.total() > 4 or fair.box.others == 0


@may("R-2")
def fish_for_more(fair: Fair, move: Fish) -> bool:
    """What is fished is above the last, or even; twice only at stalls that know it."""
    above = fair.last is None or move.number > fair.last or move.number % 2 == 0
    return above and (not move.twice or fair.stalls[move.stall] > 1)


@must_not("R-3", instead_of=fish_for_more)
def fish_at_full_stalls(fair: Fair, move: Fish) -> bool:
    """A stall that gave nine is closed."""
    return fair.stalls[move.stall] == 9


@may("R-4")
def try_a_stall(fair: Fair, move: Try) -> bool:
    """A stall that gave something, for a ticket or to be done with it."""
    return fair.stalls[move.stall] > 0 and (move.number is None or move.number < 30)


@may("R-5")
def match_two(fair: Fair, move: Match) -> bool:
    """The low one is not above the other."""
    return move.one >= move.low and fair.made % 3 == 2


@may("R-6")
def pay_whoever_has_most(fair: Fair, move: Pay) -> bool:
    """The most points, all who have them."""
    return fair.points[move.seat] == max(fair.points) and fair.made % 5 == 4


@must("R-7", under=Rush.RUSH)
def begin_low(fair: Fair, move: Fish) -> bool:
    """A low ticket comes first, and none that is negative."""
    return fair.last is None and move.number >= 0 and not move.twice


@must("R-8", under=Rush.RUSH)
def pay_out_high_points(fair: Fair, move: Pay) -> bool:
    """Ten points and more."""
    return fair.points[move.seat] >= 10


@must("R-9")
def the_drum_loses_what_is_drawn(before: Fair, move: Buy | Match, after: Fair) -> bool:
    """One or two."""
    return before.drum.total() - after.drum.total() == (2 if isinstance(move, Match) else 1)


@always("R-10")
def points_stay_within_reach(fair: Fair, seat: Seat) -> bool:
    """Whoever has points."""
    return fair.points[seat] > 3


def scores(fair: Fair, seat: Seat) -> int:
    """The points."""
    return fair.points[seat]


def wins(fair: Fair, seat: Seat) -> bool:
    """Most points."""
    return fair.points[seat] == max(fair.points)


GAME = Game(
    "raffle",
    Fair,
    (Buy, Fish, Try, Match, Pay),
    start,
    step,
    over,
    (Scope("calm", Box(), Agreed()), Scope("rush", Box(), Agreed(Rush.RUSH))),
)
BOOK = Rulebook("Raffle", GAME, "", rules_of(__name__), scores=scores, wins=wins)
