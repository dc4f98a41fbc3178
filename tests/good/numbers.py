"""Whole numbers: operators, gatherings, ranges, parameters, and where they have no value."""

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
    implies,
    length,
    may,
    rules_of,
    the,
)


@dataclass(frozen=True)
class Box(Parameters):
    players: Annotated[int, between(1, 4)] = 3
    step: Annotated[int, between(1, 3)] = 2

    @property
    def most(self) -> int:
        return self.players * self.step

    def share(self, points: int, seats: int) -> int:
        return points // seats + self.step


Points: TypeAlias = Annotated[int, between(-4, "most + 3 * 2")]
Scores: TypeAlias = Annotated[tuple[Points, ...], length("players")]
Seat: TypeAlias = Annotated[int, between(0, "players - 1")]


@dataclass(frozen=True)
class Round:
    box: Box
    scores: Scores
    turn: Seat
    done: bool

    def player(self) -> Seat:
        return self.turn

    @property
    def nobody(self) -> bool:
        return not any(score > 0 for score in self.scores)


@dataclass(frozen=True)
class Score(Move, by="player"):
    points: Annotated[int, between(-2, 2)]

    def possible(self, round: Round) -> bool:
        return self.points != 0


def start(box: Box) -> Round:
    return Round(box, tuple(0 for _ in range(box.players)), 0, False)


def step(round: Round, move: Score) -> Round:
    scores = tuple(
        score + move.points if seat == round.turn else score
        for seat, score in enumerate(round.scores)
    )
    return replace(
        round, scores=scores, turn=(round.turn + 1) % round.box.players, done=sum(scores) > 3
    )


def divided(a: int, b: int) -> int:
    return a // b


def rest(a: int, b: int) -> int:
    return a % b


def mixed(a: int, b: int) -> int:
    return -(a - 2 * b) + abs(a * b - 3) - +b


def least(a: int, b: int, c: int) -> int:
    return min(a, b, c, 4) + max(a, -b)


def ordered(a: int, b: int, c: int) -> bool:
    return a < b <= c != a


def chained(a: int, b: int, c: int) -> bool:
    return a // b < b // c < c // a


def both_ways(a: int, b: int) -> bool:
    return (a > 0 and 6 // a > b) or (a == 0 and b == 0) or 6 // b > 1


def follows(a: int, b: int) -> bool:
    return implies(a > 0, 6 // b > 1)


def gathered(scores: tuple[int, ...]) -> int:
    return min(scores) + max(scores) + sum(scores) + len(scores)


def gathered_or(scores: tuple[int, ...], other: int) -> int:
    return min(scores, default=other) * 10 + max((s // 2 for s in scores if s > 1), default=0)


def leaders(round: Round) -> int:
    return sum(score == max(round.scores) for score in round.scores) + int(round.done)


def leader(round: Round) -> Seat:
    best = max(round.scores)
    return the(seat for seat in range(round.box.players) if round.scores[seat] == best)


def steps(low: int, high: int) -> tuple[int, ...]:
    return tuple(n * n for n in range(low, high, 3))


def backwards(high: int) -> tuple[int, ...]:
    return tuple(range(high, 0, -2)) + tuple(range(2))


def by_parameter(round: Round) -> int:
    box = round.box
    return sum(n for n in range(0, box.most, box.step)) + box.share(6, len(round.scores))


def item(scores: tuple[int, ...], at: int) -> int:
    return scores[at] if at < 3 else scores[at - 1]


def part(scores: tuple[int, ...], low: int, high: int) -> tuple[int, ...]:
    return scores[low:high:2] + scores[:high] + scores[low:]


def pairs_in(scores: tuple[int, ...], others: tuple[int, ...]) -> int:
    return max(a * b for a in scores for b in others if a != b)


def lone(scores: tuple[int, ...]) -> int:
    return the(scores)


def some_first(scores: tuple[int, ...]) -> bool:
    """The first that decides keeps the others from being asked."""
    return any(6 // score > 2 for score in scores) or all(6 // score < 2 for score in scores)


def truth(flag: bool, other: bool) -> bool:
    match flag:
        case True:
            return bool(other)
        case _:
            return flag == other


def early(a: int, b: int) -> int:
    if a > b:
        return 1
    if a == b:
        half = a // 2
        if half > 1:
            return half
    elif b == 0:
        return 2
    else:
        a = b
    return a * 10


@may("U-1")
def score_points(round: Round, move: Score) -> bool:
    return 3 > move.points > 0 or round.nobody


def over(round: Round) -> bool:
    return round.done


GAME = Game("numbers", Round, (Score,), start, step, over, (Scope("tiny", Box()),))
BOOK = Rulebook("Numbers", GAME, "numbers.tsv", rules_of(__name__))
