"""Which lines leave a grid, under each reading that touches them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from model.skyjo_action import (
    STAR,
    Column,
    Discard,
    Line,
    Mark,
    OnThePile,
    Phase,
    Row,
    RowAndColumn,
    ShortLine,
    SkyjoTerms,
    StandIn,
    Table,
    step,
)

from .grids import grid, table
from .play import verdict

OFFERED: Final = SkyjoTerms()
FORCED: Final = SkyjoTerms(stand_in=StandIn.FORCED)
SHORT: Final = SkyjoTerms(short_line=ShortLine.STILL_A_LINE)
ROWS: Final = SkyjoTerms(row_and_column=RowAndColumn.ROWS_FIRST)
COLUMNS: Final = SkyjoTerms(row_and_column=RowAndColumn.COLUMNS_FIRST)

CROSSING: Final = "5 5 5 5/5 1 2 3/5 ? 4 6"
STARS: Final = "* 1 2 3/* 4 5 6/* ? 7 8"
ALMOST: Final = "5 1 2 3/5 4 5 6/* ? 7 8"
TWO_STARS: Final = "* * 9 */1 2 3 4/5 ? 6 7"
SHORTENED: Final = ". 5 5 5/. 1 2 3/. ? 4 6"

CASES: Final = (
    ("three equal", "5 1 2 3/5 4 6 7/5 ? 7 8", OFFERED, Column(0), "must"),
    ("two equal", "5 1 2 3/5 4 6 7/6 ? 7 8", OFFERED, Column(0), "no"),
    ("one hidden", "5 1 2 3/5 4 6 7/? ? 7 8", OFFERED, Column(0), "no"),
    ("four equal in a row", "0 0 0 0/1 2 3 4/5 ? 6 7", OFFERED, Row(0), "must"),
    ("three equal in a row", "0 0 0 1/1 2 3 4/5 ? 6 7", OFFERED, Row(0), "no"),
    ("a column of Stars", STARS, OFFERED, Column(0), "may"),
    ("a column of Stars, forced", STARS, FORCED, Column(0), "may"),
    ("a Star completes", ALMOST, OFFERED, Column(0), "may"),
    ("a Star completes, forced", ALMOST, FORCED, Column(0), "must"),
    ("three Stars complete", TWO_STARS, OFFERED, Row(0), "may"),
    ("three Stars complete, forced", TWO_STARS, FORCED, Row(0), "must"),
    ("a Star between two numbers", "5 1 2 3/* 4 5 6/6 ? 7 8", FORCED, Column(0), "no"),
    ("a short row", SHORTENED, OFFERED, Row(0), "no"),
    ("a short row counts", SHORTENED, SHORT, Row(0), "must"),
    ("one card left", ". . . 5/. . . 5/1 2 ? 3", SHORT, Row(0), "no"),
    ("two cards left", ". . . 5/. . . 5/1 . ? 5", SHORT, Column(3), "must"),
    ("a row crosses a column", CROSSING, OFFERED, Row(0), "must"),
    ("a column crosses a row", CROSSING, OFFERED, Column(0), "must"),
    ("rows first", CROSSING, ROWS, Row(0), "must"),
    ("rows first: the column waits", CROSSING, ROWS, Column(0), "no"),
    ("columns first", CROSSING, COLUMNS, Column(0), "must"),
    ("columns first: the row waits", CROSSING, COLUMNS, Row(0), "no"),
)


def clearing(text: str, terms: SkyjoTerms, phase: Phase = Phase.CLEARING) -> Table:
    """A table whose first player looks for lines, as a turn leads to it."""
    together = terms.row_and_column is RowAndColumn.TOGETHER
    laid = table(text, text, terms=terms, phase=phase)
    return replace(laid, top=9, seen_whole=grid(text) if together else None)


@pytest.mark.parametrize("phase", [Phase.CLEARING, Phase.LAST_CLEARING])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_what_leaves_the_grid(case: tuple[str, str, SkyjoTerms, Line, str], phase: Phase) -> None:
    _, text, terms, line, expected = case
    assert verdict(clearing(text, terms, phase), line) == expected


@pytest.mark.parametrize(
    ("terms", "first", "second", "expected"),
    [
        (OFFERED, Row(0), Column(0), "must"),
        (OFFERED, Column(0), Row(0), "must"),
        (ROWS, Row(0), Column(0), "no"),
        (COLUMNS, Column(0), Row(0), "no"),
        (SkyjoTerms(row_and_column=RowAndColumn.ROWS_FIRST, short_line=ShortLine.STILL_A_LINE),
         Row(0), Column(0), "must"),
        (SkyjoTerms(row_and_column=RowAndColumn.COLUMNS_FIRST, short_line=ShortLine.STILL_A_LINE),
         Column(0), Row(0), "must"),
    ],
)  # fmt: skip
def test_the_second_of_two_crossing_lines(
    terms: SkyjoTerms, first: Line, second: Line, expected: str
) -> None:
    after = step(clearing(CROSSING, terms), Discard(first))
    assert verdict(after, second) == expected


def test_the_card_that_two_lines_share_goes_once() -> None:
    whole = clearing(CROSSING, OFFERED)
    after = step(step(whole, Discard(Row(0))), Discard(Column(0)))
    assert after.mine() == grid(". . . ./. 1 2 3/. ? 4 6")
    assert after.top == 5
    assert after.under.count(5) == 5
    assert after.under.count(9) == 1


@pytest.mark.parametrize(
    ("text", "line", "on_top"),
    [(ALMOST, Column(0), 5), (STARS, Column(0), STAR), (TWO_STARS, Row(0), 9)],
)
def test_what_lies_on_top_of_the_pile(text: str, line: Line, on_top: object) -> None:
    above = step(clearing(text, OFFERED), Discard(line))
    assert above.top == on_top
    below = step(clearing(text, SkyjoTerms(on_the_pile=OnThePile.LINE_BELOW)), Discard(line))
    assert below.top == 9
    assert above.under.total() == below.under.total()
    assert Mark.GONE in above.mine()
