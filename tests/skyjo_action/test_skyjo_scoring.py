"""Thirty-six grids scored by hand, under every reading that touches the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pytest

from model.skyjo_action import CrossingStar, ShortLine, SkyjoTerms
from spec import skyjo_action as rules

from .grids import table


@dataclass(frozen=True)
class Worked:
    """A grid, the grids of the other players, and the points that were worked out by hand.

    points: a crossing Star counts for both lines / once, short lines broken; then the same two
    with short lines still lines. One number stands for all four.
    """

    grid: str
    points: tuple[int, int, int, int] | int
    others: tuple[str, ...] = ()
    ended: bool = False


PLAIN: Final = "1 2 3 4/5 6 7 8/9 10 11 12"  # 10 + 26 + 42 = 78
FIVE: Final = ". . . 1/. . . 3/. . . 1"  # 5
FORTY_FIVE: Final = ". . 5 6/. . 7 8/. . 9 10"  # 11 + 15 + 19
MINUS_ELEVEN: Final = "-2 -2 -1 -1/-2 0 0 0/-1 -1 -1 0"  # -6 - 2 - 3
TWO_COLUMNS_A_ROW: Final = "* * * */* * 7 8/* * 11 12"  # 38 less 15 and twice 10
TWO_ROWS_A_COLUMN: Final = "* * * */* * * */* 10 11 12"  # 33 less twice 15 and 10
ALL_STARS: Final = "* * * */* * * */* * * *"  # less 3 x 15 and 4 x 10
SHORT_ROW: Final = ". * * */. 6 7 8/. 10 11 12"  # 21 + 33, and a row of three Stars is left
GREATEST: Final = "12 12 11 12/11 12 12 11/12 11 12 11"  # 7 x 12 + 5 x 11

WORKED: Final = {
    "numbers": Worked(PLAIN, 78),
    "numbers below zero": Worked("-2 -1 0 1/2 3 4 5/6 7 8 9", 42),
    "all below zero": Worked(MINUS_ELEVEN, -11),
    "the greatest of all": Worked(GREATEST, 139),
    "one Star": Worked("* 2 3 4/5 6 7 8/9 10 11 12", 77),
    "a Star not used": Worked("5 2 3 4/5 6 7 8/* 10 11 12", 73),
    "a column of Stars": Worked("* 2 3 4/* 6 7 8/* 10 11 12", 53),
    "a row of Stars": Worked("* * * */5 6 7 8/9 10 11 12", 53),
    "a row crosses a column": Worked("* * * */* 6 7 8/* 10 11 12", (29, 39, 29, 39)),
    "a row crosses two columns": Worked(TWO_COLUMNS_A_ROW, (3, 18, 3, 18)),
    "a row crosses three": Worked("* * * */* * * 8/* * * 12", (-25, -10, -25, -10)),
    "two rows cross a column": Worked(TWO_ROWS_A_COLUMN, (-7, 3, -7, 3)),
    "Stars everywhere": Worked(ALL_STARS, (-85, -45, -85, -45)),
    "a column gone": Worked(". 2 3 4/. 6 7 8/. 10 11 12", 63),
    "all gone": Worked(". . . ./. . . ./. . . .", 0),
    "a short row of Stars": Worked(SHORT_ROW, (54, 54, 39, 39)),
    "a short column of Stars": Worked(". . . ./* 6 7 8/* 10 11 12", (54, 54, 44, 44)),
    "a whole row, a short column": Worked(". . . ./* * * */* 10 11 12", (18, 18, 8, 18)),
    "a short row beside gaps": Worked(". . . ./. * * */. 10 11 12", (33, 33, 18, 18)),
    "short lines cross": Worked(". . . ./. * * */. * 11 12", (23, 23, -2, 8)),
    "a whole column, short rows": Worked(". . 3 */. . 7 */. . 11 *", 11),
    "two Stars left of a row": Worked(". . * */. . 7 8/. . 11 12", (38, 38, 23, 23)),
    "one Star is no line": Worked(". . . */. . . 8/. . . 12", 20),
    "ended, another has less": Worked(PLAIN, 156, (FIVE,), ended=True),
    "ended with the least": Worked(FIVE, 5, (PLAIN,), ended=True),
    "ended, level for the least": Worked(FIVE, 10, (FIVE,), ended=True),
    "ended with nothing": Worked(". . . ./. . . ./. . . .", 0, (MINUS_ELEVEN,), ended=True),
    "ended below zero": Worked(
        MINUS_ELEVEN, -11, ("* * * */* * * */* * * 1",), ended=True
    ),  # the other has -30 - 30 + 1, or -30 + 1
    "another ended": Worked(PLAIN, 78, (FIVE,)),
    "the crossing Star decides": Worked(
        TWO_COLUMNS_A_ROW, (3, 36, 3, 36), (FIVE,), ended=True
    ),  # 3 is less than 5; 18 is not
    "above zero by one reading": Worked(
        TWO_ROWS_A_COLUMN, (-7, 6, -7, 6), (". . . 2/. . . 0/. . . 0",), ended=True
    ),
    "the short row decides": Worked(
        SHORT_ROW, (108, 108, 39, 39), (FORTY_FIVE,), ended=True
    ),  # 54 is more than 45; 39 is not
    "the other's Stars decide": Worked(
        FIVE, (10, 5, 10, 5), (TWO_COLUMNS_A_ROW,), ended=True
    ),  # the other has 3, or 18
    "level with one of two": Worked(
        ". . . */. . . 8/. . . 12", 40, (FORTY_FIVE, ". . . 0/. . . 8/. . . 12"), ended=True
    ),
    "less than both others": Worked(FIVE, 5, (PLAIN, FORTY_FIVE), ended=True),
    "the greatest, doubled": Worked(GREATEST, 278, (FIVE,), ended=True),
}

READINGS: Final = (
    SkyjoTerms(crossing_star=CrossingStar.BOTH, short_line=ShortLine.BROKEN),
    SkyjoTerms(crossing_star=CrossingStar.ONCE, short_line=ShortLine.BROKEN),
    SkyjoTerms(crossing_star=CrossingStar.BOTH, short_line=ShortLine.STILL_A_LINE),
    SkyjoTerms(crossing_star=CrossingStar.ONCE, short_line=ShortLine.STILL_A_LINE),
)


@pytest.mark.parametrize("reading", range(4))
@pytest.mark.parametrize("name", WORKED)
def test_a_round_scores_what_was_worked_out_by_hand(name: str, reading: int) -> None:
    case = WORKED[name]
    expected = case.points if isinstance(case.points, int) else case.points[reading]
    laid = table(case.grid, *case.others, terms=READINGS[reading], ender=0 if case.ended else None)
    assert rules.round_total(laid, 0) == expected


def test_there_are_thirty_grids_and_more() -> None:
    assert len(WORKED) >= 30
