"""Skyjo Action without Action cards: what there is on the table and what each move does to it."""

from __future__ import annotations

from rulewright import Game, Reading, Scope

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
from .steps import AnyMove, over, start, step
from .table import (
    AT_LEAST_A_LINE,
    At,
    Cards,
    Cell,
    Column,
    Grid,
    Line,
    Mark,
    Phase,
    Points,
    Row,
    Seat,
    Table,
    Total,
    along,
    copies_in_play,
    left_in,
    showing,
)
from .terms import (
    STAR,
    Box,
    Card,
    CrossingStar,
    OnThePile,
    RowAndColumn,
    SharedStart,
    ShortLine,
    SkyjoTerms,
    StandIn,
    Star,
    Value,
)

__all__ = [
    "AT_LEAST_A_LINE",
    "GAME",
    "STAR",
    "AnyMove",
    "At",
    "Begin",
    "Box",
    "Card",
    "Cards",
    "Cell",
    "Column",
    "CrossingStar",
    "Deal",
    "Discard",
    "Done",
    "Draw",
    "EndTheGame",
    "Enter",
    "Flip",
    "Grid",
    "Line",
    "Mark",
    "OnThePile",
    "Phase",
    "Place",
    "PlayOn",
    "Points",
    "Reveal",
    "Row",
    "RowAndColumn",
    "Seat",
    "SharedStart",
    "ShortLine",
    "SkyjoTerms",
    "StandIn",
    "Star",
    "Table",
    "Take",
    "Total",
    "TurnUp",
    "Value",
    "along",
    "copies_in_play",
    "left_in",
    "over",
    "showing",
    "start",
    "step",
]


def tiny(players: int, columns: int, rows: int, **sizes: int) -> Box:
    """A small box: no zeros, one round and nothing turned up before play, unless told otherwise."""
    usual = {"least": 1, "greatest": 1, "copies": 0, "copies_of_least": 0, "zeros": 0, "stars": 0}
    ends = {"turned_up": 0, "limit": 1, "rounds": 1}
    return Box(players, columns, rows, **{**usual, **ends, **sizes})


USUAL = SkyjoTerms()

GAME = Game(
    name="skyjo-action",
    state=Table,
    moves=(
        Deal,
        TurnUp,
        Begin,
        Take,
        Draw,
        Place,
        Flip,
        Discard,
        Done,
        Reveal,
        Enter,
        PlayOn,
        EndTheGame,
    ),
    start=start,
    step=step,
    over=over,
    scopes=(
        Scope("full", Box(), USUAL, (Reading,), searched=False, across={"players": range(2, 9)}),
        Scope("pair", Box(), USUAL, (Reading,), searched=False),
        Scope("eight", Box(players=8), USUAL, (Reading,), searched=False),
        Scope(
            "columns",
            tiny(1, 1, 3, greatest=2, copies_of_least=2, copies=1, stars=3),
            USUAL,
            (StandIn,),
        ),
        Scope(
            "rows",
            tiny(1, 2, 1, greatest=2, copies_of_least=2, copies=1, stars=2),
            USUAL,
            (StandIn, OnThePile),
        ),
        Scope(
            "crossing",
            tiny(1, 2, 2, greatest=2, copies_of_least=3, copies=2),
            USUAL,
            (RowAndColumn,),
        ),
        Scope("shortened", tiny(1, 2, 3, copies_of_least=6, stars=1), USUAL, (ShortLine,)),
        Scope("stars", tiny(1, 2, 2, copies_of_least=1, stars=4), USUAL, (CrossingStar,)),
        Scope(
            "doubling",
            tiny(3, 1, 1, least=-1, greatest=2, copies_of_least=1, zeros=1, copies=2),
            USUAL,
        ),
        Scope("lap", tiny(3, 1, 2, greatest=2, copies_of_least=4, copies=3), USUAL),
        Scope(
            "starts",
            tiny(2, 1, 3, greatest=2, copies_of_least=5, copies=1, stars=1, turned_up=2),
            USUAL,
            (SharedStart,),
        ),
        Scope(
            "rounds",
            tiny(2, 1, 1, least=0, copies_of_least=2, copies=2, rounds=3, limit=2),
            USUAL,
        ),
    ),
)
