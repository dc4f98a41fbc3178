"""The moves of Skyjo Action, and what can physically be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import Move, drawn_from

from .table import AT_LEAST_A_LINE, At, Line, Mark, Phase, Points, Seat, Table, along, left_in
from .terms import Card


@dataclass(frozen=True)
class Deal(Move):
    """Every player has a grid of face-down cards; the next card starts the discard pile."""

    shows: Annotated[Card, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        return table.phase is Phase.DEALING


@dataclass(frozen=True)
class TurnUp(Move, by="turn"):
    """Before play: turn up a card of one's own."""

    at: At
    shows: Annotated[Card, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        return table.phase is Phase.SETTING_UP and table.mine()[self.at] is Mark.DOWN


@dataclass(frozen=True)
class Begin(Move):
    """A player is named who takes the first turn of the round."""

    seat: Seat

    def possible(self, table: Table) -> bool:
        return table.phase is Phase.STARTING


@dataclass(frozen=True)
class Take(Move, by="turn"):
    """Put the top of the discard pile into the grid; a face-down card that leaves shows itself."""

    at: At
    shows: Annotated[Card | None, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        cell = table.mine()[self.at]
        fits = cell is not Mark.GONE and (self.shows is not None) == (cell is Mark.DOWN)
        return table.phase is Phase.TURN and fits


@dataclass(frozen=True)
class Draw(Move, by="turn"):
    """Take a card from the draw pile into the hand."""

    shows: Annotated[Card, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        return table.phase is Phase.TURN and table.draw_pile() > 0


@dataclass(frozen=True)
class Place(Move, by="turn"):
    """Put the card in hand into the grid; a face-down card that leaves shows itself."""

    at: At
    shows: Annotated[Card | None, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        cell = table.mine()[self.at]
        fits = cell is not Mark.GONE and (self.shows is not None) == (cell is Mark.DOWN)
        return table.phase is Phase.TURN and table.hand is not None and fits


@dataclass(frozen=True)
class Flip(Move, by="turn"):
    """Discard the card in hand and turn up a face-down card."""

    at: At
    shows: Annotated[Card, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        down = table.mine()[self.at] is Mark.DOWN
        return table.phase is Phase.TURN and table.hand is not None and down


@dataclass(frozen=True)
class Discard(Move, by="turn"):
    """Clear a row or a column of one's own away, onto the discard pile."""

    line: Line

    def possible(self, table: Table) -> bool:
        cells = along(table.box, table.mine(), self.line)
        seen = along(table.box, table.judged(), self.line)
        some = left_in(seen) >= AT_LEAST_A_LINE and left_in(cells) > 0
        return table.phase in (Phase.CLEARING, Phase.LAST_CLEARING) and (
            some and Mark.DOWN not in cells
        )


@dataclass(frozen=True)
class Done(Move, by="turn"):
    """Leave the grid as it is now."""

    def possible(self, table: Table) -> bool:
        return table.phase in (Phase.CLEARING, Phase.LAST_CLEARING)


@dataclass(frozen=True)
class Reveal(Move):
    """After the last turn: turn up the next face-down card, grid after grid, row by row."""

    seat: Seat
    at: At
    shows: Annotated[Card, drawn_from("pool")]

    def possible(self, table: Table) -> bool:
        grid = table.grids[self.seat]
        first = grid[self.at] is Mark.DOWN and Mark.DOWN not in grid[: self.at]
        others = any(Mark.DOWN in table.grids[seat] for seat in range(self.seat))
        return table.phase is Phase.TURNING_UP and first and not others


@dataclass(frozen=True)
class Enter(Move, by="turn"):
    """Add points for the round to a player's total."""

    points: Points

    def possible(self, table: Table) -> bool:
        return table.phase is Phase.SCORING


@dataclass(frozen=True)
class PlayOn(Move):
    """Gather all cards, shuffle them, and deal another round."""

    def possible(self, table: Table) -> bool:
        return table.phase is Phase.SCORED


@dataclass(frozen=True)
class EndTheGame(Move):
    """Put the cards back into the box."""

    def possible(self, table: Table) -> bool:
        return table.phase is Phase.SCORED
