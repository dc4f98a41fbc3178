"""Grids of cards and marks: vectors, patterns, comprehensions, slices, chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, TypeAlias

from rulewright import (
    Bag,
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    between,
    drawn_from,
    length,
    may,
    must_not,
    put,
    rules_of,
    the,
    up_to,
)


@dataclass(frozen=True)
class Box(Parameters):
    players: Annotated[int, between(1, 4)] = 2
    columns: Annotated[int, between(1, 4)] = 2
    rows: Annotated[int, between(1, 4)] = 2
    values: Annotated[int, between(1, 9)] = 2

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def copies_of(self, value: int) -> int:
        return 1 if value == self.values else 2


class Mark(Enum):
    DOWN = "face down"
    GONE = "cleared away"


Value: TypeAlias = Annotated[int, between(0, "values")]
Cell: TypeAlias = Value | Mark
At: TypeAlias = Annotated[int, between(0, "places - 1")]
Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Grid: TypeAlias = Annotated[tuple[Cell, ...], length("columns * rows")]
Cards: TypeAlias = Annotated[Bag[Value], up_to("max(2, 1)")]


@dataclass(frozen=True)
class Table:
    box: Box
    grids: Annotated[tuple[Grid, ...], length("players")]
    pool: Cards
    turn: Seat
    last: Seat | None
    over: bool

    def mine(self) -> Grid:
        return self.grids[self.turn]

    @property
    def shown(self) -> int:
        return sum(not isinstance(cell, Mark) for cell in self.mine())


@dataclass(frozen=True)
class Deal(Move):
    first: Value

    def possible(self, box: Box) -> bool:
        return box.copies_of(self.first) > 0

    def ways(self, box: Box) -> int:
        return box.copies_of(self.first)


@dataclass(frozen=True)
class Show(Move, by="turn"):
    at: At
    shows: Annotated[Value | None, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        return (self.shows is not None) == (table.mine()[self.at] is Mark.DOWN)


@dataclass(frozen=True)
class Swap(Move, by="turn"):
    one: At
    other: At


@dataclass(frozen=True)
class Pass(Move, by="turn"):
    """Do nothing."""


def start(deal: Deal, box: Box) -> Table:
    pool = Bag({value: box.copies_of(value) for value in range(box.values + 1)})
    covered: tuple[Cell, ...] = tuple(Mark.DOWN for _ in range(box.places - 1))
    grids = tuple((deal.first, *covered) for _ in range(box.players))
    return Table(box, grids, pool.minus(deal.first), 0, last=None, over=False)


def cell_worth(cell: Cell) -> int:
    match cell:
        case Mark.DOWN | Mark.GONE:
            return 0
        case 0:
            return -1
        case int() as value if value > 1:
            return value * 2
        case value:
            return value


def name_of(mark: Mark | None) -> int:
    match mark:
        case None:
            return 0
        case Mark.DOWN:
            return 1
        case Mark.GONE:
            return 2


def step(table: Table, move: Show | Swap | Pass) -> Table:
    match move:
        case Show(at, shows=None):
            emptied = put(table.mine(), at, Mark.GONE)
            return passed(with_mine(table, emptied))
        case Show(at=at, shows=shows):
            drawn = replace(table, pool=drawn_pool(table.pool, shows))
            return passed(
                with_mine(drawn, put(table.mine(), at, Mark.DOWN if shows is None else shows))
            )
        case Swap(one, other) if one != other:
            grid = table.mine()
            return passed(with_mine(table, put(put(grid, one, grid[other]), other, grid[one])))
        case Swap() | Pass() as rest:
            return table if isinstance(rest, Swap) else passed(table)


def drawn_pool(pool: Cards, shows: Value | None) -> Cards:
    if shows is None:
        return pool
    return pool.minus(shows)


def with_mine(table: Table, grid: Grid) -> Table:
    return replace(table, grids=put(table.grids, table.turn, grid))


def passed(table: Table) -> Table:
    following = (table.turn + 1) % table.box.players
    return replace(table, turn=following, last=table.turn, over=all_up(table))


def all_up(table: Table) -> bool:
    return all(cell is not Mark.DOWN for grid in table.grids for cell in grid)


def column(box: Box, grid: Grid, at: int) -> tuple[Cell, ...]:
    return grid[at * box.rows : (at + 1) * box.rows]


def row(box: Box, grid: Grid, at: int) -> tuple[Cell, ...]:
    return grid[at :: box.rows]


def pairs(grid: Grid) -> int:
    """How many places hold the same number as a later one."""
    return sum(
        1
        for i, one in enumerate(grid)
        if isinstance(one, int)
        for other in grid[i + 1 :]
        if other == one
    )


def where_is(grid: Grid, cell: Cell) -> int:
    return the(at for at, found in enumerate(grid) if found == cell)


def alike(one: Grid, other: Grid) -> bool:
    return all(a == b or a is Mark.GONE for a, b in zip(one, other, strict=False))


def both(one: Grid, other: Grid) -> tuple[Cell, ...]:
    return tuple(a if b is Mark.GONE else b for a, b in zip(one, other, strict=False))


def highest(grid: Grid) -> int:
    return max(cell for cell in grid if not isinstance(cell, Mark))


def highest_or(grid: Grid, other: int) -> int:
    return max((cell for cell in grid if isinstance(cell, int)), default=other)


def numbers(table: Table) -> tuple[int, ...]:
    return tuple(cell for grid in table.grids for cell in grid if isinstance(cell, int))


def ends(grid: Grid) -> tuple[Cell, ...]:
    return (grid[0], grid[-1], *grid[1:-1])


def around(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    corner: tuple[Cell, ...] = (cell,)
    return grid[2:] + corner + grid[:2]


def down_somewhere(table: Table) -> bool:
    return any(Mark.DOWN in grid and grid.count(Mark.DOWN) <= 2 for grid in table.grids)


@may("G-1")
def show_a_card(table: Table, move: Show) -> bool:
    return table.mine()[move.at] is not Mark.GONE


@may("G-2")
def move_on(table: Table, move: Swap | Pass) -> bool:
    return isinstance(move, Pass) or move.one < move.other


@must_not("G-3")
def touch_after_the_end(table: Table, move: Show | Swap) -> bool:
    return table.over


def over(table: Table) -> bool:
    return table.over


GAME = Game("grid", Table, (Show, Swap, Pass), start, step, over, (Scope("tiny", Box()),))
BOOK = Rulebook("Grid", GAME, "grid.tsv", rules_of(__name__))
