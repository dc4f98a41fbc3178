"""Grids written out: `5 * . ?` is a five, a Star, a cleared place and a face-down card."""

from __future__ import annotations

from dataclasses import replace

from model.skyjo_action import STAR, Box, Cell, Grid, Mark, Phase, SkyjoTerms, Table, start


def cell(text: str) -> Cell:
    """One place of a grid."""
    if text == "*":
        return STAR
    if text == "?":
        return Mark.DOWN
    return Mark.GONE if text == "." else int(text)


def grid(text: str) -> Grid:
    """A grid from its rows, parted by `/`."""
    return tuple(cell(word) for row in text.split("/") for word in row.split())


def table(
    *grids: str,
    terms: SkyjoTerms | None = None,
    phase: Phase = Phase.SCORING,
    turn: int = 0,
    ender: int | None = None,
) -> Table:
    """A table of the box as sold with these grids; the piles are left as they are at the start."""
    rows = grids[0].split("/")
    box = Box(players=len(grids), columns=len(rows[0].split()), rows=len(rows))
    laid = start(box, SkyjoTerms() if terms is None else terms)
    return replace(
        laid, grids=tuple(grid(text) for text in grids), phase=phase, turn=turn, ender=ender
    )
