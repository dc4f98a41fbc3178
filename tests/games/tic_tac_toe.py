"""Tic-tac-toe: three in a row win. 5,478 positions; with best play it is a draw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from rulewright import (
    Game,
    Lookup,
    Move,
    Parameters,
    Rulebook,
    Scope,
    between,
    counts_as,
    length,
    may,
    put,
    rules_of,
)

LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
FIRST = Lookup({at: line[0] for at, line in enumerate(LINES)})
SECOND = Lookup({at: line[1] for at, line in enumerate(LINES)})
THIRD = Lookup({at: line[2] for at, line in enumerate(LINES)})


@dataclass(frozen=True)
class Box(Parameters):
    """Two players, always."""

    players: Annotated[int, between(2, 2)] = 2


Seat: TypeAlias = Annotated[int, between(0, "players - 1")]
Place: TypeAlias = Annotated[int, between(0, 8)]


@dataclass(frozen=True)
class Board:
    """Who has marked each place."""

    box: Box
    marks: Annotated[tuple[Seat | None, ...], length(9)]
    turn: Seat


@dataclass(frozen=True)
class Mark(Move, by="turn"):
    """Mark a place."""

    at: Place


def start(box: Box) -> Board:
    """An empty board."""
    return Board(box, tuple(None for _ in range(9)), 0)


def step(board: Board, move: Mark) -> Board:
    """The place is the player's."""
    return replace(board, marks=put(board.marks, move.at, board.turn), turn=1 - board.turn)


@may("T-1")
def mark_an_empty_place(board: Board, move: Mark) -> bool:
    """Any empty place may be marked."""
    return board.marks[move.at] is None


@counts_as("T-2")
def wins(board: Board, seat: Seat) -> bool:
    """Three in a row win."""
    return any(
        board.marks[FIRST[line]] == seat
        and board.marks[SECOND[line]] == seat
        and board.marks[THIRD[line]] == seat
        for line in range(8)
    )


def over(board: Board) -> bool:
    """Somebody has three in a row, or the board is full."""
    return wins(board, 0) or wins(board, 1) or None not in board.marks


GAME = Game("tic-tac-toe", Board, (Mark,), start, step, over, (Scope("all", Box()),))
BOOK = Rulebook("Tic-tac-toe", GAME, "", rules_of(__name__), wins=wins)
