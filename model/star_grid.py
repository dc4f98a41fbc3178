"""Star Grid: a small game of grids and Stars, the toolkit's yardstick.

Players turn up and exchange the cards of their grids; a column of equal cards, Stars counting as
any value, is cleared away. The number of its states is known from independent programs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, TypeAlias

from rulewright import (
    Bag,
    Game,
    Move,
    Parameters,
    Scope,
    between,
    drawn_from,
    length,
    place_in,
    put,
    the,
    unordered,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    """How many players, columns and rows, plain values, copies of each, and Stars."""

    players: Annotated[int, between(1, 8)] = 2
    columns: Annotated[int, between(1, 4)] = 1
    rows: Annotated[int, between(1, 4)] = 2
    values: Annotated[int, between(1, 15)] = 2
    copies: Annotated[int, between(0, 15)] = 3
    stars: Annotated[int, between(0, 15)] = 1

    def copies_of(self, value: int) -> int:
        """How many cards of a value there are; the greatest value is the Star."""
        return self.stars if value == self.values else self.copies

    def refusal(self) -> str:
        cards = self.values * self.copies + self.stars
        needed = self.players * self.columns * self.rows + 1
        if cards >= needed:
            return ""
        return f"the deal needs {needed} cards and the box holds {cards}"


class Mark(Enum):
    """What a place of the grid shows when it shows no card."""

    DOWN = "face down"
    GONE = "cleared away"


Value: TypeAlias = Annotated[int, between(0, "values")]
Cell: TypeAlias = Value | Mark
At: TypeAlias = Annotated[int, between(0, "columns * rows - 1"), place_in("grids[turn]")]
Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
# Column by column. No rule asks which column is the first, nor which of its cells.
Grid: TypeAlias = Annotated[
    tuple[Cell, ...], length("columns * rows"), unordered("rows", inside=True)
]
Cards: TypeAlias = Annotated[Bag[Value], up_to("max(copies, stars)")]


@dataclass(frozen=True)
class Table:
    """A round in progress. A card has no identity until it is turned up."""

    box: Box
    grids: Annotated[tuple[Grid, ...], length("players")]
    pool: Cards  # not seen yet: the draw pile and the face-down cards together
    top: Value  # of the discard pile
    under: Cards  # below the top, cleared cards included
    hand: Value | None
    turn: Seat
    ender: Seat | None
    over: bool

    def mine(self) -> Grid:
        """The grid of the player to move."""
        return self.grids[self.turn]


@dataclass(frozen=True)
class Deal(Move):
    """The opening: the card turned up to start the discard pile."""

    top: Value

    def possible(self, box: Box) -> bool:
        return box.copies_of(self.top) > 0

    def ways(self, box: Box) -> int:
        return box.copies_of(self.top)


@dataclass(frozen=True)
class Take(Move, by="turn"):
    """Put the top of the discard pile into the grid; a face-down card that leaves shows itself."""

    at: At
    shows: Annotated[Value | None, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        return (self.shows is not None) == (table.mine()[self.at] is Mark.DOWN)


@dataclass(frozen=True)
class Draw(Move, by="turn"):
    """Take a card from the draw pile into the hand."""

    shows: Annotated[Value, drawn_from("pool")]


@dataclass(frozen=True)
class Place(Move, by="turn"):
    """Put the card in hand into the grid; a face-down card that leaves shows itself."""

    at: At
    shows: Annotated[Value | None, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        return (self.shows is not None) == (table.mine()[self.at] is Mark.DOWN)


@dataclass(frozen=True)
class Flip(Move, by="turn"):
    """Discard the card in hand and turn up a face-down card."""

    at: At
    shows: Annotated[Value, drawn_from("pool")]


def start(box: Box, deal: Deal) -> Table:
    """Every card face down but one, which starts the discard pile."""
    cards = Bag({value: box.copies_of(value) for value in range(box.values + 1)})
    grid = tuple(Mark.DOWN for _ in range(box.columns * box.rows))
    return Table(
        box=box,
        grids=tuple(grid for _ in range(box.players)),
        pool=cards.minus(deal.top),
        top=deal.top,
        under=Bag(),
        hand=None,
        turn=0,
        ender=None,
        over=False,
    )


def column(box: Box, grid: Grid, at: int) -> tuple[Cell, ...]:
    """The cells of a column, counted from 0."""
    return tuple(grid[at * box.rows + row] for row in range(box.rows))


def complete(box: Box, cards: tuple[Cell, ...]) -> bool:
    """Whether a column is all face up and of one value, Stars counting as that value."""
    up = all(not isinstance(card, Mark) for card in cards)
    return up and any(
        all(card in (value, box.values) for card in cards) for value in range(box.values + 1)
    )


def revealed(pool: Cards, shows: Value | None) -> Cards:
    """The cards still unseen once this one shows itself."""
    return pool if shows is None else pool.minus(shows)


def leaving(cell: Cell, shows: Value | None, top: Value) -> Value:
    """The card that leaves a place of the grid: the one it showed, or the one just turned up."""
    if shows is not None:
        return shows
    return top if isinstance(cell, Mark) else cell


def settle(table: Table, at: int) -> Table:
    """Clear the column of this place away if it is complete; its cards go under the top."""
    box = table.box
    which = at // box.rows
    cards = column(box, table.mine(), which)
    if not complete(box, cards):
        return table
    emptied = tuple(
        Mark.GONE if place // box.rows == which else cell for place, cell in enumerate(table.mine())
    )
    under = Bag(
        {value: table.under.count(value) + cards.count(value) for value in range(box.values + 1)}
    )
    return replace(table, grids=put(table.grids, table.turn, emptied), under=under)


def end_turn(table: Table) -> Table:
    """Pass the turn on, or end the round where it would come back to the player who ends it."""
    shows_all = Mark.DOWN not in table.mine()
    ender = table.turn if table.ender is None and shows_all else table.ender
    following = (table.turn + 1) % table.box.players
    if ender is not None and following == ender:
        return replace(table, ender=ender, over=True)
    return replace(table, ender=ender, turn=following)


def into_grid(table: Table, at: int, card: Value) -> Table:
    """The table with a card put face up at a place of the grid of the player to move."""
    return replace(table, grids=put(table.grids, table.turn, put(table.mine(), at, card)))


def discarded(table: Table, card: Value) -> Table:
    """The table with a card put on the discard pile; the old top now lies under it."""
    return replace(table, top=card, under=table.under.plus(table.top))


def step(table: Table, move: Take | Draw | Place | Flip) -> Table:
    """What each move does."""
    pool = revealed(table.pool, move.shows)
    match move:
        case Take(at, shows):
            gone = leaving(table.mine()[at], shows, table.top)
            placed = into_grid(replace(table, pool=pool, top=gone), at, table.top)
            return end_turn(settle(placed, at))
        case Draw(shows):
            return replace(table, pool=pool, hand=shows)
        case Place(at, shows):
            held = in_hand(table)
            gone = leaving(table.mine()[at], shows, held)
            placed = into_grid(replace(table, pool=pool, hand=None), at, held)
            return end_turn(settle(discarded(placed, gone), at))
        case Flip(at, shows):
            turned = into_grid(replace(table, pool=pool, hand=None), at, shows)
            return end_turn(settle(discarded(turned, in_hand(table)), at))


def in_hand(table: Table) -> Value:
    """The card in hand; a duty where there is none."""
    return the(card for card in (table.hand,) if card is not None)


def over(table: Table) -> bool:
    """Whether the round has ended."""
    return table.over


GAME = Game(
    name="star-grid",
    state=Table,
    moves=(Take, Draw, Place, Flip),
    start=start,
    step=step,
    over=over,
    scopes=(
        Scope("tiny", Box(players=2, columns=1, rows=2, values=2, copies=3, stars=1)),
        Scope("wide", Box(players=1, columns=2, rows=2, values=2, copies=3, stars=1)),
        Scope(
            "full",
            Box(players=8, columns=4, rows=3, values=15, copies=7, stars=15),
            searched=False,
        ),
    ),
)
