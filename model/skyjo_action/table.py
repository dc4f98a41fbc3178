"""The table of Skyjo Action: grids, piles, and whose move it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, TypeAlias

from rulewright import Bag, between, length, the, up_to

from .terms import STAR, Box, Card, SkyjoTerms, Star, Value


class Mark(Enum):
    """What a place of the grid shows when it shows no card."""

    DOWN = "face down"
    GONE = "cleared away"


class Phase(Enum):
    """What is being done at the table."""

    DEALING = "the cards are dealt face down"
    SETTING_UP = "players turn up their first cards"
    STARTING = "it is settled who begins"
    TURN = "a turn"
    CLEARING = "lines may leave the grid of the player whose turn it is"
    TURNING_UP = "all that is left is turned up"
    LAST_CLEARING = "lines may leave the grids for the last time, one player after the other"
    SCORING = "each player's points are entered"
    SCORED = "the round is over"
    OVER = "the game is over"
    LEFT = "the model looks no further"


Cell: TypeAlias = Value | Star | Mark
At: TypeAlias = Annotated[int, between(0, "places - 1")]
Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Grid: TypeAlias = Annotated[tuple[Cell, ...], length("places")]  # row by row
Cards: TypeAlias = Annotated[Bag[Card], up_to("most_alike")]
Points: TypeAlias = Annotated[int, between("least_points", "most_points")]
Total: TypeAlias = Annotated[int, between("least_points * rounds", "most_points * rounds")]

AT_LEAST_A_LINE: Final = 2  # one card alone is no line


@dataclass(frozen=True)
class Column:
    """A column of the grid, counted from the left, from 0."""

    at: Annotated[int, between(0, "columns - 1")]


@dataclass(frozen=True)
class Row:
    """A row of the grid, counted from the top, from 0."""

    at: Annotated[int, between(0, "rows - 1")]


Line: TypeAlias = Column | Row


@dataclass(frozen=True)
class Table:
    """A game in progress. A card has no identity until it is turned up.

    seen_whole: where lines that cross go together, the grid as it was when its owner began to
    clear it; None at all other times.
    """

    box: Box
    terms: SkyjoTerms
    phase: Phase
    grids: Annotated[tuple[Grid, ...], length("players")]
    pool: Cards  # not seen yet: the draw pile and the face-down cards together
    top: Card | None  # of the discard pile
    under: Cards  # below the top
    hand: Card | None  # drawn from the pile, not yet placed
    turn: Seat
    ender: Seat | None  # who first had every card face up, until the next round begins
    seen_whole: Grid | None
    totals: Annotated[tuple[Total, ...], length("players")]
    round: Annotated[int, between(1, "rounds")]

    def mine(self) -> Grid:
        """The grid of the player to move."""
        return self.grids[self.turn]

    def judged(self) -> Grid:
        """The grid in which the player to move looks for lines."""
        return self.mine() if self.seen_whole is None else self.seen_whole

    def on_top(self) -> Card:
        """The card that the discard pile offers; a duty where there is no pile."""
        return the(card for card in (self.top,) if card is not None)

    def in_hand(self) -> Card:
        """The card drawn; a duty where there is none."""
        return the(card for card in (self.hand,) if card is not None)

    def face_down(self) -> int:
        """How many cards lie face down in all grids together."""
        return sum(grid.count(Mark.DOWN) for grid in self.grids)

    def draw_pile(self) -> int:
        """How many cards the draw pile holds: those not seen that lie in no grid."""
        return self.pool.total() - self.face_down()


def along(box: Box, grid: tuple[Cell, ...], line: Line) -> tuple[Cell, ...]:
    """The places of a line, from the top or from the left."""
    match line:
        case Column(at):
            return tuple(grid[row * box.columns + at] for row in range(box.rows))
        case Row(at):
            return tuple(grid[at * box.columns + column] for column in range(box.columns))


def on(box: Box, at: int, line: Line) -> bool:
    """Whether a place of the grid belongs to the line."""
    match line:
        case Column(number):
            return at % box.columns == number
        case Row(number):
            return at // box.columns == number


def left_in(cells: tuple[Cell, ...]) -> int:
    """How many of these places still hold a card, face up or not."""
    return len(cells) - cells.count(Mark.GONE)


def showing(grid: tuple[Cell, ...]) -> int:
    """How many places no longer hold a face-down card."""
    return len(grid) - grid.count(Mark.DOWN)


def may_hold_a_line(cells: tuple[Cell, ...]) -> bool:
    """Whether these places hold enough cards for a line, none of them face down."""
    return Mark.DOWN not in cells and left_in(cells) >= AT_LEAST_A_LINE


def worth_a_look(box: Box, grid: tuple[Cell, ...]) -> bool:
    """Whether some row or column shows all its cards, so that it might leave the grid."""
    return any(may_hold_a_line(along(box, grid, Row(at))) for at in range(box.rows)) or any(
        may_hold_a_line(along(box, grid, Column(at))) for at in range(box.columns)
    )


def copies_in_play(table: Table, card: Card) -> int:
    """How many of a card lie anywhere: unseen, in a grid, in hand, on the discard pile."""
    single = (table.top, table.hand)
    return (
        table.pool.count(card)
        + table.under.count(card)
        + single.count(card)
        + sum(grid.count(card) for grid in table.grids)
    )


def uppermost(box: Box, cells: tuple[Cell, ...]) -> Card:
    """The card of a cleared line that ends on top: its number, or a Star where it has none."""
    none = box.least - 1
    number = max(cell if isinstance(cell, int) else none for cell in cells)
    return STAR if number == none else number
