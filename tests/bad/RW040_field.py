from __future__ import annotations

from dataclasses import dataclass

from tests.bad.game import Box, book


@dataclass(frozen=True)
class Score:
    box: Box
    points: int


def start(box: Box) -> Score:
    return Score(box, 0)


def step(score: Score, move: None) -> Score:
    return score


def over(score: Score) -> bool:
    return score.points > 9


BOOK = book(state=Score, moves=(), start=start, step=step, over=over)
