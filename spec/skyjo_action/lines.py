"""Rows and columns that leave the grid, and what Stars do in them."""

from __future__ import annotations

from model.skyjo_action import (
    AT_LEAST_A_LINE,
    STAR,
    Cell,
    Column,
    Discard,
    Done,
    Line,
    Mark,
    OnThePile,
    Phase,
    Row,
    RowAndColumn,
    ShortLine,
    StandIn,
    Table,
    along,
    left_in,
)
from rulewright import counts_as, may, must, must_not


@counts_as("SA-020")
def cards_needed(table: Table, line: Line) -> int:
    """A line needs a card in every one of its places: three in a column, four in a row."""
    box = table.box
    return max(AT_LEAST_A_LINE, box.rows if isinstance(line, Column) else box.columns)


@counts_as("SA-020", under=ShortLine.STILL_A_LINE, instead_of=cards_needed)
def cards_needed_once_shortened(table: Table, line: Line) -> int:
    """Once other lines took cards out of it, two cards left in a line are enough."""
    return AT_LEAST_A_LINE


def places_of(table: Table, line: Line) -> tuple[Cell, ...]:
    """The places of a line of the player to move."""
    return along(table.box, table.judged(), line)


def is_line(table: Table, line: Line) -> bool:
    """Whether a line has cards enough."""
    return left_in(places_of(table, line)) >= cards_needed(table, line)


def is_of_stars(table: Table, line: Line) -> bool:
    """Whether a line is made of Stars alone."""
    cells = places_of(table, line)
    return is_line(table, line) and cells.count(STAR) == left_in(cells)


def is_of_one_number(table: Table, line: Line) -> bool:
    """Whether a line is made of one number over and over."""
    cells = places_of(table, line)
    left = left_in(cells)
    return is_line(table, line) and any(
        isinstance(cell, int) and cells.count(cell) == left for cell in cells
    )


def is_completed_by_stars(table: Table, line: Line) -> bool:
    """Whether a line is made of one number and of Stars, at least one of each."""
    cells = places_of(table, line)
    stars = cells.count(STAR)
    left = left_in(cells)
    return (
        is_line(table, line)
        and stars > 0
        and any(isinstance(cell, int) and cells.count(cell) + stars == left for cell in cells)
    )


def is_identical(table: Table, line: Line) -> bool:
    """Whether a line is made of one kind of card, numbers or Stars."""
    return is_of_one_number(table, line) or is_of_stars(table, line)


def has_to_go(table: Table, line: Line) -> bool:
    """Whether the owner has no say: equal numbers, or Stars that stand in whether wanted or not."""
    forced = table.terms.stand_in is StandIn.FORCED and is_completed_by_stars(table, line)
    return forced or is_of_one_number(table, line)


@must("SA-020")
def discard_identical_cards(table: Table, move: Discard) -> bool:
    """During the round a column or a row of equal cards leaves the grid for the discard pile."""
    return table.phase is Phase.CLEARING and is_identical(table, move.line)


@must("SA-021")
def discard_identical_cards_at_the_end(table: Table, move: Discard) -> bool:
    """Equal cards leave the grid even when only the final turning up has shown them."""
    return table.phase is Phase.LAST_CLEARING and is_identical(table, move.line)


@may("SA-025", instead_of=(discard_identical_cards, discard_identical_cards_at_the_end))
def discard_a_line_of_stars(table: Table, move: Discard) -> bool:
    """A line made of Stars alone is the owner's to clear or to keep."""
    return is_of_stars(table, move.line)


@may("SA-024", under=StandIn.OFFERED)
@must("SA-024", under=StandIn.FORCED)
def discard_a_line_that_stars_complete(table: Table, move: Discard) -> bool:
    """Stars may stand in for the number that the rest of their line shows, and clear it."""
    return is_completed_by_stars(table, move.line)


@must_not(
    "SA-020",
    under=RowAndColumn.ROWS_FIRST,
    instead_of=(
        discard_identical_cards,
        discard_identical_cards_at_the_end,
        discard_a_line_that_stars_complete,
    ),
)
def a_column_waits_for_the_row(table: Table, move: Discard) -> bool:
    """While a row has to go, no column does; then what is left of the column is looked at."""
    rows = range(table.box.rows)
    return isinstance(move.line, Column) and any(has_to_go(table, Row(at)) for at in rows)


@must_not(
    "SA-020",
    under=RowAndColumn.COLUMNS_FIRST,
    instead_of=(
        discard_identical_cards,
        discard_identical_cards_at_the_end,
        discard_a_line_that_stars_complete,
    ),
)
def a_row_waits_for_the_column(table: Table, move: Discard) -> bool:
    """While a column has to go, no row does; then what is left of the row is looked at."""
    columns = range(table.box.columns)
    return isinstance(move.line, Row) and any(has_to_go(table, Column(at)) for at in columns)


@may("SA-025")
def keep_what_is_left(table: Table, move: Done) -> bool:
    """A player who has nothing to clear, or need not, lets the grid be."""
    return True


@must("SA-020")
def cleared_cards_go_to_the_discard_pile(before: Table, move: Discard, after: Table) -> bool:
    """The places of the line are empty afterwards, and each of its cards lies on the pile."""
    box = before.box
    seat = before.turn
    cards = along(box, before.grids[seat], move.line)
    emptied = all(cell is Mark.GONE for cell in along(box, after.grids[seat], move.line))
    before_pile = (before.top,)
    after_pile = (after.top,)
    return emptied and all(
        after.under.count(card) + after_pile.count(card)
        == before.under.count(card) + before_pile.count(card) + cards.count(card)
        for card in box.every_card()
    )


@must("SA-020", under=OnThePile.LINE_ON_TOP)
def a_cleared_line_lies_on_top(before: Table, move: Discard, after: Table) -> bool:
    """Of a turn's discards the cleared line comes last, and what it is a line of is offered."""
    cells = along(before.box, before.mine(), move.line)
    stars = cells.count(STAR) == left_in(cells)
    return after.top in cells and (after.top is not STAR or stars)


@must("SA-020", under=OnThePile.LINE_BELOW)
def a_cleared_line_lies_below(before: Table, move: Discard, after: Table) -> bool:
    """Of a turn's discards the single card comes last and is offered, not the cleared line."""
    return after.top == before.top
