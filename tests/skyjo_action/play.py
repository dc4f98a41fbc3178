"""The rulebook asked in CPython: what is legal at a table that a test has laid out."""

from __future__ import annotations

from functools import cache

from model.skyjo_action import Box, Discard, Done, Line, Table
from rulewright.backends.cpython import CPython
from rulewright.front import compile_book
from spec.skyjo_action import BOOK


@cache
def players(box: Box) -> CPython:
    """The game at these parameters."""
    return CPython(compile_book(BOOK, box))


def verdict(table: Table, line: Line) -> str:
    """Whether clearing a line is demanded, offered, or not legal, and whether the grid may stay."""
    play = players(table.box)
    if not play.legal(table, Discard(line)):
        return "no"
    return "may" if play.legal(table, Done()) else "must"
