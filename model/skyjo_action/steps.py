"""What each move does to the table, whatever the rules allow."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from rulewright import Bag, put

from .moves import (
    Begin,
    Deal,
    Discard,
    Done,
    Draw,
    EndTheGame,
    Enter,
    Flip,
    Place,
    PlayOn,
    Reveal,
    Take,
    TurnUp,
)
from .table import (
    Cards,
    Cell,
    Grid,
    Line,
    Mark,
    Phase,
    Table,
    along,
    on,
    showing,
    uppermost,
    worth_a_look,
)
from .terms import Box, Card, OnThePile, RowAndColumn, SkyjoTerms

AnyMove: TypeAlias = (
    Deal
    | TurnUp
    | Begin
    | Take
    | Draw
    | Place
    | Flip
    | Discard
    | Done
    | Reveal
    | Enter
    | PlayOn
    | EndTheGame
)


def whole_deck(box: Box) -> Cards:
    """Every card of the box, shuffled."""
    deck: Cards = Bag({card: box.copies_of(card) for card in box.every_card()})
    return deck


def face_down(box: Box) -> Grid:
    """A grid as it is dealt."""
    return tuple(Mark.DOWN for _ in range(box.places))


def start(box: Box, terms: SkyjoTerms) -> Table:
    """All grids face down, before the discard pile is begun."""
    return Table(
        box=box,
        terms=terms,
        phase=Phase.DEALING,
        grids=tuple(face_down(box) for _ in range(box.players)),
        pool=whole_deck(box),
        top=None,
        under=Bag(),
        hand=None,
        turn=0,
        ender=None,
        seen_whole=None,
        totals=tuple(0 for _ in range(box.players)),
        round=1,
    )


def step(table: Table, move: AnyMove) -> Table:
    """What each move does."""
    match move:
        case Deal(shows):
            begun = onto_the_pile(seen(table, shows), shows)
            following = Phase.SETTING_UP if table.box.turned_up > 0 else Phase.STARTING
            return replace(begun, phase=following)
        case TurnUp(at, shows):
            return set_up(into_grid(seen(table, shows), at, shows))
        case Begin(seat):
            return replace(table, phase=Phase.TURN, turn=seat, ender=None)
        case Take(at, shows):
            offered = table.on_top()
            leaves = leaving(table.mine()[at], shows, offered)
            return looked_at(into_grid(replace(seen(table, shows), top=leaves), at, offered))
        case Draw(shows):
            return replace(table, pool=table.pool.minus(shows), hand=shows)
        case Place(at, shows):
            held = table.in_hand()
            leaves = leaving(table.mine()[at], shows, held)
            emptied = onto_the_pile(replace(seen(table, shows), hand=None), leaves)
            return looked_at(into_grid(emptied, at, held))
        case Flip(at, shows):
            emptied = onto_the_pile(replace(seen(table, shows), hand=None), table.in_hand())
            return looked_at(into_grid(emptied, at, shows))
        case Discard(line):
            return cleared(table, line)
        case Done():
            return passed_on(replace(table, seen_whole=None))
        case Reveal(seat, at, shows):
            up = put(table.grids, seat, put(table.grids[seat], at, shows))
            return round_ended(replace(seen(table, shows), grids=up))
        case Enter(points):
            return entered(table, points)
        case PlayOn():
            return dealt_again(table)
        case EndTheGame():
            return replace(table, phase=Phase.OVER)


def seen(table: Table, shows: Card | None) -> Table:
    """The table once this card, if any, is no longer unseen."""
    return table if shows is None else replace(table, pool=table.pool.minus(shows))


def into_grid(table: Table, at: int, card: Card) -> Table:
    """A card is put face up at a place of the grid of the player to move."""
    return replace(table, grids=put(table.grids, table.turn, put(table.mine(), at, card)))


def leaving(cell: Cell, shows: Card | None, otherwise: Card) -> Card:
    """The card that leaves a place of the grid: the one it showed, or the one just turned up."""
    if shows is not None:
        return shows
    return otherwise if isinstance(cell, Mark) else cell


def onto_the_pile(table: Table, card: Card) -> Table:
    """A card is put on the discard pile; what was on top now lies under it."""
    if table.top is None:
        return replace(table, top=card)
    return replace(table, top=card, under=table.under.plus(table.top))


def set_up(table: Table) -> Table:
    """The next player turns cards up, once this one shows enough; after the last, play begins."""
    if showing(table.mine()) < table.box.turned_up:
        return table
    if table.turn + 1 < table.box.players:
        return replace(table, turn=table.turn + 1)
    return replace(table, phase=Phase.STARTING, turn=0)


def looked_at(table: Table) -> Table:
    """After a card came face up: the owner looks for lines, if one could be there."""
    if not worth_a_look(table.box, table.mine()):
        return passed_on(table)
    return before_clearing(replace(table, phase=Phase.CLEARING))


def before_clearing(table: Table) -> Table:
    """Where crossing lines go together, the grid is remembered as it is before any goes."""
    together = table.terms.row_and_column is RowAndColumn.TOGETHER
    return replace(table, seen_whole=table.mine() if together else None)


def cleared(table: Table, line: Line) -> Table:
    """The cards of a line leave the grid for the discard pile, above or below its top card."""
    box = table.box
    cells = along(box, table.mine(), line)
    emptied: Grid = tuple(
        Mark.GONE if on(box, at, line) else cell for at, cell in enumerate(table.mine())
    )
    grids = put(table.grids, table.turn, emptied)
    under: Cards = Bag(
        {card: table.under.count(card) + cells.count(card) for card in box.every_card()}
    )
    if table.terms.on_the_pile is OnThePile.LINE_BELOW:
        return replace(table, grids=grids, under=under)
    shown = uppermost(box, cells)
    return onto_the_pile(replace(table, grids=grids, under=under.minus(shown)), shown)


def passed_on(table: Table) -> Table:
    """The turn, or the last look at a grid, is over: who is next, or what."""
    if table.phase is Phase.LAST_CLEARING:
        if table.turn + 1 < table.box.players:
            return before_clearing(replace(table, turn=table.turn + 1))
        return replace(table, phase=Phase.SCORING, turn=0)
    shows_all = Mark.DOWN not in table.mine()
    ender = table.turn if table.ender is None and shows_all else table.ender
    following = (table.turn + 1) % table.box.players
    if ender is not None and following == ender:
        return round_ended(replace(table, ender=ender))
    return replace(table, ender=ender, phase=Phase.TURN, turn=following)


def round_ended(table: Table) -> Table:
    """Nobody has a turn left: what is face down is turned up, then all grids are looked at."""
    if table.face_down() > 0:
        return replace(table, phase=Phase.TURNING_UP, turn=0)
    return before_clearing(replace(table, phase=Phase.LAST_CLEARING, turn=0))


def entered(table: Table, points: int) -> Table:
    """The points are added; the next player's are due, or the round is over."""
    totals = put(table.totals, table.turn, table.totals[table.turn] + points)
    if table.turn + 1 < table.box.players:
        return replace(table, totals=totals, turn=table.turn + 1)
    return replace(table, totals=totals, phase=Phase.SCORED, turn=0)


def dealt_again(table: Table) -> Table:
    """All cards come together, and each player is dealt a new grid."""
    box = table.box
    followed = table.round < box.rounds
    return replace(
        table,
        phase=Phase.DEALING if followed else Phase.LEFT,
        grids=tuple(face_down(box) for _ in range(box.players)),
        pool=whole_deck(box),
        top=None,
        under=Bag(),
        hand=None,
        round=table.round + 1 if followed else table.round,
    )


def over(table: Table) -> bool:
    """Whether the game is over, or no longer followed."""
    return table.phase in (Phase.OVER, Phase.LEFT)
