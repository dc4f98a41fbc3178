"""The last lap, the end of a round, and the end of the game."""

from __future__ import annotations

from model.skyjo_action import (
    Done,
    EndTheGame,
    Flip,
    Mark,
    Phase,
    Place,
    PlayOn,
    Reveal,
    Seat,
    Table,
    Take,
)
from rulewright import counts_as, must


def is_done(before: Table, after: Table) -> bool:
    """Whether a turn ended with this move."""
    in_turn = before.phase in (Phase.TURN, Phase.CLEARING)
    return in_turn and after.phase is not Phase.CLEARING


@must("SA-026")
def the_first_without_hidden_cards_ends_the_round(
    before: Table, move: Take | Place | Flip | Done, after: Table
) -> bool:
    """The first player whose turn leaves no card face down is the one who ends the round."""
    shows_all = Mark.DOWN not in after.grids[before.turn]
    first = is_done(before, after) and before.ender is None and shows_all
    return after.ender == (before.turn if first else before.ender)


@must("SA-026")
def each_other_player_has_one_more_turn(
    before: Table, move: Take | Place | Flip | Done, after: Table
) -> bool:
    """Play goes on around the table until it would come back to the player who ends the round."""
    following = (before.turn + 1) % before.box.players
    goes_on = after.phase is Phase.TURN and after.turn == following and following != after.ender
    comes_back = after.phase in (Phase.TURNING_UP, Phase.LAST_CLEARING) and (
        following == after.ender
    )
    return not is_done(before, after) or goes_on or comes_back


@must("SA-029")
def turn_up_what_is_hidden(table: Table, move: Reveal) -> bool:
    """When the round ends all cards that are still face down are turned up."""
    return table.face_down() > 0


def is_reached(table: Table) -> bool:
    """Whether some player has as many points as end the game."""
    return any(total >= table.box.limit for total in table.totals)


@must("SA-035")
def the_game_ends_once_the_limit_is_reached(table: Table, move: EndTheGame) -> bool:
    """A round that leaves somebody at 100 points or above is the last."""
    return is_reached(table)


@must("SA-035")
def another_round_is_played_below_the_limit(table: Table, move: PlayOn) -> bool:
    """While everybody is below 100 points, another round follows."""
    return not is_reached(table)


@counts_as("SA-036")
def wins(table: Table, seat: Seat) -> bool:
    """Whoever has the fewest points at the end wins; players level at the lowest win together."""
    return table.phase is Phase.OVER and table.totals[seat] == min(table.totals)


def scores(table: Table, seat: Seat) -> int:
    """A player's points at the end are the total of all rounds; the fewer the better."""
    return table.totals[seat]
