"""What cards, lines of Stars, grids and rounds score."""

from __future__ import annotations

from model.skyjo_action import (
    STAR,
    At,
    Card,
    Column,
    CrossingStar,
    Enter,
    Line,
    Mark,
    Row,
    Seat,
    Star,
    Table,
    along,
    left_in,
)
from rulewright import SILENT, Silent, counts_as, must

from . import lines


@counts_as("SA-029")
def worth(table: Table, card: Card) -> int:
    """A number scores what it shows and a Star scores nothing."""
    return 0 if isinstance(card, Star) else card


def is_kept(table: Table, seat: Seat, line: Line) -> bool:
    """Whether a line of the grid is made of Stars alone and has cards enough to be a line."""
    cells = along(table.box, table.grids[seat], line)
    left = left_in(cells)
    return left >= lines.cards_needed(table, line) and cells.count(STAR) == left


@counts_as("SA-030")
def line_of_stars(table: Table, line: Line) -> int:
    """A column of Stars that is kept takes 10 points off, a row of them 15."""
    return -10 if isinstance(line, Column) else -15


def kept_columns(table: Table, seat: Seat) -> tuple[bool, ...]:
    """Which columns of the grid are kept columns of Stars."""
    return tuple(is_kept(table, seat, Column(at)) for at in range(table.box.columns))


def kept_rows(table: Table, seat: Seat) -> tuple[bool, ...]:
    """Which rows of the grid are kept rows of Stars."""
    return tuple(is_kept(table, seat, Row(at)) for at in range(table.box.rows))


def columns_and_rows(table: Table, columns: int, rows: int) -> int:
    """What so many columns of Stars and so many rows of them score."""
    return columns * line_of_stars(table, Column(0)) + rows * line_of_stars(table, Row(0))


def is_star(table: Table, seat: Seat, row: int, column: int) -> bool:
    """Whether a Star lies where a row and a column cross."""
    return table.grids[seat][row * table.box.columns + column] is STAR


@counts_as("SA-030")
def lines_of_stars(table: Table, seat: Seat) -> int:
    """Every kept line of Stars counts, even where two of them cross."""
    columns = kept_columns(table, seat)
    rows = kept_rows(table, seat)
    return columns_and_rows(table, columns.count(True), rows.count(True))


@counts_as("SA-030", under=CrossingStar.ONCE, instead_of=lines_of_stars)
def lines_that_share_no_star(table: Table, seat: Seat) -> int:
    """Where kept rows and columns share a Star, only the rows or only the columns count.

    The owner takes the better side; lines that share no Star count beside it.
    """
    columns = kept_columns(table, seat)
    rows = kept_rows(table, seat)
    crossed_columns = sum(
        kept and any(rows[row] and is_star(table, seat, row, at) for row in range(table.box.rows))
        for at, kept in enumerate(columns)
    )
    crossed_rows = sum(
        kept and any(columns[at] and is_star(table, seat, row, at) for at in range(len(columns)))
        for row, kept in enumerate(rows)
    )
    without_columns = columns_and_rows(
        table, columns.count(True) - crossed_columns, rows.count(True)
    )
    without_rows = columns_and_rows(table, columns.count(True), rows.count(True) - crossed_rows)
    return min(without_columns, without_rows)


def place_total(table: Table, seat: Seat, at: At) -> int:
    """What one place of a grid scores; one without a card that is face up scores nothing."""
    cell = table.grids[seat][at]
    return 0 if isinstance(cell, Mark) else worth(table, cell)


def cards_total(table: Table, seat: Seat) -> int:
    """What the cards of a grid score one by one."""
    return sum(place_total(table, seat, at) for at in range(table.box.places))


@counts_as("SA-029")
def grid_total(table: Table, seat: Seat) -> int:
    """A grid scores all cards that are left in it and its lines of Stars."""
    return cards_total(table, seat) + lines_of_stars(table, seat)


@counts_as("SA-029")
def round_total(table: Table, seat: Seat) -> int:
    """A player scores for the round what the grid scores."""
    return grid_total(table, seat)


@counts_as("SA-032", instead_of=round_total)
def doubled_total(table: Table, seat: Seat) -> int | Silent:
    """Ending the round costs double unless all others have more; 0 or less is not doubled."""
    own = grid_total(table, seat)
    reached = any(
        grid_total(table, other) <= own for other in range(table.box.players) if other != seat
    )
    return 2 * own if seat == table.ender and own > 0 and reached else SILENT


@must("SA-029")
def enter_the_round_total(table: Table, move: Enter) -> bool:
    """Each player's points for the round are added to that player's total."""
    return move.points == round_total(table, table.turn)
