"""What is claimed of Skyjo Action without Action cards: the start, turns, lines, readings."""

from __future__ import annotations

from model.skyjo_action import (
    STAR,
    Begin,
    Column,
    CrossingStar,
    Discard,
    Done,
    Draw,
    Flip,
    Line,
    Mark,
    OnThePile,
    Phase,
    Place,
    Row,
    RowAndColumn,
    Seat,
    SharedStart,
    ShortLine,
    StandIn,
    Table,
    Take,
    TurnUp,
    along,
    left_in,
    showing,
)
from rulewright import Expect, always, implies, matters, sometimes, terminates
from spec import skyjo_action as rules

# ── the box and the start ────────────────────────────────────────────────────────────────────────


@always(expect=Expect.PROVED, scopes=("full",))
def cards_are_conserved(table: Table) -> bool:
    """No card of the real deck is lost or added, with two to eight players."""
    return rules.no_card_is_lost_or_added(table)


@always(expect=Expect.PROVED, scopes=("full",))
def the_box_is_for_so_many(table: Table) -> bool:
    """Tables of two to eight keep to the number of players on the box."""
    return table.box.players <= rules.most_players(table)


@always(expect=Expect.FAILS, given=(the_box_is_for_so_many,), scopes=("full",))
def the_variant_is_for_so_many(table: Table) -> bool:
    """A game without Action cards is for six at most (with seven or eight it is not)."""
    return table.box.players <= rules.most_players_without_action_cards(table)


@always(scopes=("lap", "rounds"))
def the_discard_pile_is_begun_once(table: Table) -> bool:
    """A round is dealt without a discard pile, and has one from then on."""
    return (table.top is None) == (table.phase in (Phase.DEALING, Phase.LEFT))


@always(scopes=("starts",))
def everybody_shows_two_cards(table: Table, seat: Seat) -> bool:
    """When it is settled who begins, every player shows two cards and no more."""
    chosen = showing(table.grids[seat]) == table.box.turned_up
    return implies(table.phase is Phase.STARTING, chosen)


@sometimes(scopes=("starts",))
def cards_are_chosen(table: Table, move: TurnUp) -> bool:
    """Players choose which cards to show before play."""
    return move.at == table.box.places - 1


@always(scopes=("starts",))
def nobody_begins_with_less_than_another(table: Table, move: Begin) -> bool:
    """In the first round nobody begins who shows less than another player."""
    sums = rules.start_sums(table)
    return sums[move.seat] == max(sums)


@sometimes(scopes=("starts",))
def the_highest_start_is_shared(table: Table) -> bool:
    """Two players can be level at the highest start."""
    sums = rules.start_sums(table)
    return table.phase is Phase.STARTING and sums.count(max(sums)) > 1


def is_level_with_an_earlier(table: Table, seat: Seat) -> bool:
    """Whether some earlier seat shows as much as this one before play."""
    sums = rules.start_sums(table)
    return sums[seat] in sums[:seat]


@always(scopes=("starts",), unless=(SharedStart.HIGHEST_CARD, SharedStart.BY_LOT))
def level_players_keep_their_order(table: Table, move: Begin) -> bool:
    """Of players who are level the first in seating order begins."""
    return not is_level_with_an_earlier(table, move.seat)


@always(scopes=("starts",), unless=(SharedStart.LOWEST_SEAT, SharedStart.BY_LOT))
def the_highest_card_decides(table: Table, move: Begin) -> bool:
    """Of players who are level nobody begins while another shows a higher card."""
    sums = rules.start_sums(table)
    own = rules.highest_card(table, move.seat)
    return not any(
        sums[other] == sums[move.seat] and rules.highest_card(table, other) > own
        for other in range(table.box.players)
    )


@sometimes(scopes=("starts",), unless=(SharedStart.LOWEST_SEAT,))
def a_later_seat_begins_although_level(table: Table, move: Begin) -> bool:
    """A player begins who is level with one before."""
    return is_level_with_an_earlier(table, move.seat)


@always(scopes=("rounds",))
def who_ended_a_round_begins_the_next(table: Table, move: Begin) -> bool:
    """From the second round on, whoever ended the last one begins."""
    return implies(table.round > 1, table.ender == move.seat)


# ── turns ────────────────────────────────────────────────────────────────────────────────────────


@always(expect=Expect.PROVED, scopes=("pair",))
def a_card_is_in_hand_only_in_a_turn(table: Table) -> bool:
    """A drawn card is placed or rejected before anything else happens."""
    return table.hand is None or table.phase is Phase.TURN


@always(scopes=("lap",))
def nobody_takes_a_second_card(table: Table, move: Take | Draw) -> bool:
    """Nobody takes or draws with a card in hand."""
    return table.hand is None


@sometimes(scopes=("columns",))
def a_drawn_card_replaces_a_shown_one(table: Table, move: Place) -> bool:
    """A drawn card can replace a card that lies face up."""
    return move.shows is None


@sometimes(scopes=("columns",))
def a_drawn_card_is_rejected(table: Table, move: Flip) -> bool:
    """A drawn card can be thrown away for a look at a hidden one."""
    return table.hand != move.shows


@sometimes(scopes=("columns",))
def a_star_is_taken_from_the_pile(table: Table, move: Take) -> bool:
    """A discarded Star can be taken."""
    return table.top is STAR


@always(expect=Expect.PROVED, scopes=("pair",))
def what_is_replaced_is_offered_next(before: Table, move: Take, after: Table) -> bool:
    """Taking the discarded card puts the replaced one in its stead."""
    return rules.the_replaced_card_is_discarded(before, move, after)


@always(expect=Expect.PROVED, scopes=("pair",))
def a_drawn_card_finds_its_place(before: Table, move: Place, after: Table) -> bool:
    """A drawn card that is kept lies in the grid, and what it replaced on the pile."""
    return rules.the_drawn_card_is_swapped_in(before, move, after)


@always(expect=Expect.PROVED, scopes=("pair",))
def a_rejected_card_is_offered_next(before: Table, move: Flip, after: Table) -> bool:
    """A rejected card is the next player's to take."""
    return rules.the_rejected_card_is_discarded(before, move, after)


@terminates(expect=Expect.FAILS, scopes=("rows",))
def a_round_ends(table: Table) -> int:
    """Every round ends (it need not: cards can be exchanged face up for ever)."""
    return table.face_down()


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def lies_there(table: Table, line: Line) -> bool:
    """Whether some card of a line is still in the grid of the player to move."""
    return left_in(along(table.box, table.mine(), line)) > 0


def stays(table: Table, line: Line) -> bool:
    """Whether a complete line of one number lies in the grid of the player to move."""
    return rules.is_of_one_number(table, line) and lies_there(table, line)


@always(scopes=("columns", "rows", "crossing", "shortened", "lap"))
def equal_numbers_do_not_stay(table: Table, move: Done) -> bool:
    """Nobody leaves a complete line of one number in the grid."""
    box = table.box
    columns = any(stays(table, Column(at)) for at in range(box.columns))
    return not columns and not any(stays(table, Row(at)) for at in range(box.rows))


@sometimes(scopes=("lap",))
def equal_cards_go_at_the_end(table: Table, move: Discard) -> bool:
    """A line that only the final turning up completes is cleared."""
    return table.phase is Phase.LAST_CLEARING


@sometimes(scopes=("columns",))
def a_column_of_stars_can_be_kept(table: Table, move: Done) -> bool:
    """A player can leave a column of Stars in the grid."""
    return rules.is_kept(table, table.turn, Column(0))


@sometimes(scopes=("columns",))
def a_column_of_stars_can_be_cleared(table: Table, move: Discard) -> bool:
    """A player can clear a column of Stars away."""
    return rules.is_kept(table, table.turn, move.line)


@always(scopes=("columns", "rows"), unless=(StandIn.OFFERED,))
def stars_complete_a_line_unasked(table: Table, move: Done) -> bool:
    """Nobody leaves a line that Stars complete: true where a Star's help is forced."""
    column = lies_there(table, Column(0)) and rules.is_completed_by_stars(table, Column(0))
    row = lies_there(table, Row(0)) and rules.is_completed_by_stars(table, Row(0))
    return not (column or row)


@sometimes(scopes=("columns",))
def stars_can_complete_a_line(table: Table, move: Discard) -> bool:
    """A Star can stand in for the number of its column."""
    return rules.is_completed_by_stars(table, move.line)


@always(scopes=("columns", "rows", "crossing"))
def what_is_cleared_lies_on_the_pile(before: Table, move: Discard, after: Table) -> bool:
    """A cleared line is gone from the grid, and all of it lies on the discard pile."""
    return rules.cleared_cards_go_to_the_discard_pile(before, move, after)


@always(scopes=("rows",), unless=(OnThePile.LINE_BELOW,))
def a_cleared_line_is_offered(before: Table, move: Discard, after: Table) -> bool:
    """The next player is offered the number of the line that was cleared."""
    return rules.a_cleared_line_lies_on_top(before, move, after)


@always(scopes=("rows",), unless=(OnThePile.LINE_ON_TOP,))
def the_single_card_is_offered(before: Table, move: Discard, after: Table) -> bool:
    """The next player is offered the card that was discarded, not the line."""
    return rules.a_cleared_line_lies_below(before, move, after)


@sometimes(scopes=("crossing",), unless=(RowAndColumn.ROWS_FIRST, RowAndColumn.COLUMNS_FIRST))
def a_row_and_a_column_go_together(table: Table, move: Discard) -> bool:
    """A line is cleared although the line it crosses has just taken a card out of it."""
    return Mark.GONE in along(table.box, table.mine(), move.line)


@always(scopes=("crossing",), unless=(RowAndColumn.TOGETHER, RowAndColumn.COLUMNS_FIRST))
def no_column_goes_before_a_row(table: Table, move: Discard) -> bool:
    """While a row has to go, no column is cleared."""
    rows = any(rules.has_to_go(table, Row(at)) for at in range(table.box.rows))
    return isinstance(move.line, Row) or not rows


@always(scopes=("crossing",), unless=(RowAndColumn.TOGETHER, RowAndColumn.ROWS_FIRST))
def no_row_goes_before_a_column(table: Table, move: Discard) -> bool:
    """While a column has to go, no row is cleared."""
    columns = any(rules.has_to_go(table, Column(at)) for at in range(table.box.columns))
    return isinstance(move.line, Column) or not columns


@sometimes(scopes=("shortened",), unless=(ShortLine.BROKEN,))
def what_is_left_of_a_line_goes(table: Table, move: Discard) -> bool:
    """A line is cleared that had lost a card before."""
    return Mark.GONE in along(table.box, table.judged(), move.line)


# ── what the readings change ─────────────────────────────────────────────────────────────────────

stand_in_matters = matters(StandIn, scopes=("columns",))
crossing_star_matters = matters(CrossingStar, scopes=("stars",))
short_line_matters = matters(ShortLine, scopes=("shortened",))
row_and_column_matters = matters(RowAndColumn, scopes=("crossing",))
on_the_pile_matters = matters(OnThePile, scopes=("rows",))
shared_start_matters = matters(SharedStart, scopes=("starts",))
