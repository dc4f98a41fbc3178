"""What is claimed of the ends of Skyjo Action: of rounds, points, and the game."""

from __future__ import annotations

from model.skyjo_action import (
    At,
    Column,
    CrossingStar,
    Done,
    Enter,
    Flip,
    Line,
    Mark,
    Phase,
    Place,
    Reveal,
    Seat,
    ShortLine,
    Table,
    Take,
)
from proofs.skyjo_action import cards_are_conserved
from rulewright import Expect, always, at_least, at_most, implies, never, sometimes
from spec import skyjo_action as rules

# ── the end of a round ───────────────────────────────────────────────────────────────────────────


@always(expect=Expect.PROVED, scopes=("pair", "eight"))
def the_turn_never_comes_back(table: Table) -> bool:
    """Whoever ends the round has no turn in the last lap."""
    return implies(table.phase is Phase.TURN, table.ender is None or table.ender != table.turn)


@always(expect=Expect.PROVED, scopes=("pair", "eight"))
def each_other_player_has_one_turn_more(
    before: Table, move: Take | Place | Flip | Done, after: Table
) -> bool:
    """Turns go around the table; the lap gives each other player exactly one."""
    return rules.each_other_player_has_one_more_turn(before, move, after)


@always(expect=Expect.PROVED, scopes=("pair",))
def the_first_to_show_all_ends_the_round(
    before: Table, move: Take | Place | Flip | Done, after: Table
) -> bool:
    """The first player without hidden cards ends the round, and nobody takes that over."""
    return rules.the_first_without_hidden_cards_ends_the_round(before, move, after)


@always(scopes=("lap", "starts"))
def until_then_everybody_hides_something(table: Table, seat: Seat) -> bool:
    """Until somebody ends the round, every player has a hidden card."""
    going_on = table.phase is Phase.TURN and table.ender is None
    return implies(going_on, Mark.DOWN in table.grids[seat])


@sometimes(scopes=("lap",))
def hidden_cards_are_turned_up(table: Table, move: Reveal) -> bool:
    """Cards can be hidden still when the last lap is over."""
    return table.ender is not None


@always(expect=Expect.PROVED, scopes=("pair",))
def nothing_is_hidden_when_points_are_counted(table: Table) -> bool:
    """When lines are cleared for the last time and points counted, every card is face up."""
    counting = table.phase in (Phase.LAST_CLEARING, Phase.SCORING)
    return implies(counting, table.face_down() == 0)


# ── points ───────────────────────────────────────────────────────────────────────────────────────


@always(scopes=("stars",))
def a_star_alone_scores_nothing(table: Table, seat: Seat) -> bool:
    """A grid that keeps no line of Stars scores its numbers."""
    lines = True in rules.kept_columns(table, seat) or True in rules.kept_rows(table, seat)
    ones = table.grids[seat].count(1)
    return lines or rules.grid_total(table, seat) == ones * rules.worth(table, 1)


@always(scopes=("stars",))
def what_a_line_of_stars_scores(table: Table, line: Line) -> bool:
    """A kept column of Stars is worth 10 points and a row 15."""
    return rules.line_of_stars(table, line) == (-10 if isinstance(line, Column) else -15)


def whole_lines_total(table: Table) -> int:
    """What the first grid scores where only whole lines count; 0 by the other reading."""
    whole = table.terms.short_line is ShortLine.BROKEN
    return rules.grid_total(table, 0) if whole else 0


@at_least(-85, reached=True, expect=Expect.PROVED, scopes=("pair",))
def the_least_a_grid_scores(table: Table) -> int:
    """Twelve Stars score -85 where a crossing Star counts for both its lines."""
    return whole_lines_total(table)


@at_least(-45, reached=True, expect=Expect.PROVED, unless=(CrossingStar.BOTH,), scopes=("pair",))
def the_least_a_grid_scores_once(table: Table) -> int:
    """Twelve Stars score -45 where a Star counts for one line only."""
    return whole_lines_total(table)


@at_most(0, expect=Expect.PROVED, scopes=("pair",))
def what_lines_of_stars_add(table: Table) -> int:
    """No line of Stars adds points."""
    return rules.lines_of_stars(table, 0)


@at_most(0, expect=Expect.PROVED, scopes=("pair",))
def beyond_eleven_and_one_for_a_twelve(table: Table, at: At) -> int:
    """No place scores more than eleven, and one more if it holds a twelve."""
    greatest = table.box.greatest
    twelve = 1 if table.grids[0][at] == greatest else 0
    return rules.place_total(table, 0, at) - (greatest - 1) - twelve


@at_most(
    139,
    reached=True,
    given=(what_lines_of_stars_add, cards_are_conserved, beyond_eleven_and_one_for_a_twelve),
    expect=Expect.PROVED,
    scopes=("pair",),
)
def the_most_a_grid_scores(table: Table) -> int:
    """Seven twelves and five elevens score 139, whatever a crossing Star counts for."""
    return rules.grid_total(table, 0)


@at_least(-30, reached=True, unless=(CrossingStar.BOTH,), scopes=("stars",))
def the_least_of_a_square_grid(table: Table, seat: Seat) -> int:
    """Four Stars in a square score -30 where a Star counts once (and -50 where for both)."""
    return rules.grid_total(table, seat)


@never(scopes=("doubling",))
def nothing_or_less_is_doubled(table: Table, seat: Seat) -> bool:
    """A total of 0 or less is never doubled."""
    if table.phase is not Phase.SCORING:
        return False
    own = rules.grid_total(table, seat)
    return own <= 0 and rules.round_total(table, seat) != own


@always(scopes=("doubling",))
def a_tie_for_the_least_is_doubled(table: Table, seat: Seat, other: Seat) -> bool:
    """Whoever ends the round level with another player above 0 scores double."""
    if table.phase is not Phase.SCORING or seat != table.ender or other == seat:
        return True
    own = rules.grid_total(table, seat)
    level = rules.grid_total(table, other) == own
    return implies(level and own > 0, rules.round_total(table, seat) == 2 * own)


@always(scopes=("doubling",))
def only_who_ended_the_round_is_doubled(table: Table, seat: Seat) -> bool:
    """Nobody else's total is doubled, nor that of a player with less than all others."""
    if table.phase is not Phase.SCORING:
        return True
    own = rules.grid_total(table, seat)
    others = tuple(s for s in range(table.box.players) if s != seat)
    least = all(rules.grid_total(table, other) > own for other in others)
    return implies(seat != table.ender or least, rules.round_total(table, seat) == own)


@always(scopes=("doubling",))
def points_are_entered_as_scored(before: Table, move: Enter, after: Table) -> bool:
    """What is added to a player's total is what the round scored, doubling included."""
    added = after.totals[before.turn] - before.totals[before.turn]
    return added == rules.round_total(before, before.turn)


# ── the end of the game ──────────────────────────────────────────────────────────────────────────


@always(scopes=("rounds",))
def the_game_ends_at_the_limit_only(table: Table) -> bool:
    """A game that is over has a player at the limit, and none is played on with one."""
    reached = any(total >= table.box.limit for total in table.totals)
    playing = table.phase not in (Phase.OVER, Phase.SCORING, Phase.SCORED)
    return implies(table.phase is Phase.OVER, reached) and implies(playing, not reached)


@sometimes(scopes=("rounds",))
def a_second_round_is_played(table: Table) -> bool:
    """A game can take more than one round."""
    return table.round > 1 and table.phase is Phase.OVER


@always(scopes=("rounds",))
def nobody_has_less_than_a_winner(table: Table, seat: Seat, other: Seat) -> bool:
    """A winner has no more points than any other player."""
    return implies(rules.wins(table, seat), table.totals[seat] <= table.totals[other])


@sometimes(scopes=("rounds",))
def a_win_can_be_shared(table: Table) -> bool:
    """Players who are level at the lowest win together."""
    return sum(rules.wins(table, seat) for seat in range(table.box.players)) > 1
