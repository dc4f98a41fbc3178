"""The rulebook of Star Grid.

What a move does is stated here a second time, as rules over (before, move, after), and shares no
function with the model: a slip in either shows as a contradiction between the two.
"""

from __future__ import annotations

from model.star_grid import GAME, Draw, Flip, Grid, Mark, Place, Table, Take, Value
from rulewright import Rulebook, always, implies, may, must, must_not, rules_of


@always("SG-01")
def every_card_is_somewhere(table: Table, value: Value) -> bool:
    """All copies of a value are unseen, in a grid, in a hand or on the discard pile."""
    in_grids = sum(grid.count(value) for grid in table.grids)
    in_play = in_grids + (1 if table.hand == value else 0) + (1 if table.top == value else 0)
    copies = table.box.stars if value == table.box.values else table.box.copies
    return table.pool.count(value) + table.under.count(value) + in_play == copies


@always("SG-02")
def a_round_begins_face_down(table: Table) -> bool:
    """Before any other card is seen, all grids are face down and the first player is to move."""
    cards = table.box.values * table.box.copies + table.box.stars
    untouched = all(cell is Mark.DOWN for grid in table.grids for cell in grid)
    return implies(table.pool.total() == cards - 1, untouched and table.turn == 0)


@may("SG-03")
def take_the_top_of_the_discard_pile(table: Table, move: Take) -> bool:
    """With an empty hand, the top of the discard pile may go into the grid."""
    return table.hand is None and table.mine()[move.at] is not Mark.GONE


@may("SG-04")
def draw_a_card(table: Table, move: Draw) -> bool:
    """With an empty hand, a card may be drawn while the draw pile has one."""
    face_down = sum(grid.count(Mark.DOWN) for grid in table.grids)
    return table.hand is None and table.pool.total() > face_down


@may("SG-05")
def place_the_drawn_card(table: Table, move: Place) -> bool:
    """The drawn card may go into the grid."""
    return table.hand is not None and table.mine()[move.at] is not Mark.GONE


@may("SG-06")
def throw_the_drawn_card_away(table: Table, move: Flip) -> bool:
    """The drawn card may be thrown away for a face-down card turned up."""
    return table.hand is not None and table.mine()[move.at] is Mark.DOWN


@must_not("SG-10")
def go_on_after_the_end(table: Table, move: Take | Draw | Place | Flip) -> bool:
    """Nothing is done once the round is over."""
    return table.over


@must("SG-04")
def hold_the_card_drawn(before: Table, move: Draw, after: Table) -> bool:
    """A drawn card goes into the hand; nothing else changes, and the turn goes on."""
    same = after.grids == before.grids and after.top == before.top and after.under == before.under
    still = after.turn == before.turn and after.ender == before.ender and not after.over
    return after.hand == move.shows and same and still


@must("SG-07")
def discard_the_card_that_makes_room(before: Table, move: Take | Place, after: Table) -> bool:
    """The card that was in the place, turned up if it was face down, is the new top."""
    left = before.mine()[move.at] if move.shows is None else move.shows
    return after.top == left and after.hand is None


@must("SG-07")
def discard_the_card_thrown_away(before: Table, move: Flip, after: Table) -> bool:
    """The card thrown away is the new top."""
    return after.top == before.hand and after.hand is None


def with_card(before: Table, move: Take | Place | Flip) -> Grid:
    """The grid of the player to move with the new card in its place, before anything clears."""
    match move:
        case Take(at, _):
            return tuple(before.top if i == at else c for i, c in enumerate(before.mine()))
        case Place(at, _):
            held = the_hand(before)
            return tuple(held if i == at else c for i, c in enumerate(before.mine()))
        case Flip(at, shows):
            return tuple(shows if i == at else c for i, c in enumerate(before.mine()))


def the_hand(table: Table) -> Value:
    """The card in hand, or the top of the discard pile where there is none."""
    return table.top if table.hand is None else table.hand


@must("SG-08")
def clear_the_columns_that_are_complete(
    before: Table, move: Take | Place | Flip, after: Table
) -> bool:
    """The column of the new card goes if it shows one value and Stars; all else stays."""
    rows, star = before.box.rows, before.box.values
    first = move.at // rows * rows
    grid = with_card(before, move)
    column = grid[first : first + rows]
    numbers = tuple(card for card in column if card != star)
    goes = not any(isinstance(card, Mark) for card in column) and all(
        card == numbers[0] for card in numbers
    )
    mine = tuple(
        Mark.GONE if goes and first <= i < first + rows else card for i, card in enumerate(grid)
    )
    return all(
        after.grids[seat] == (mine if seat == before.turn else before.grids[seat])
        for seat in range(before.box.players)
    )


@must("SG-09")
def end_the_round_when_all_is_face_up(
    before: Table, move: Take | Place | Flip, after: Table
) -> bool:
    """The first player without a face-down card ends the round, and nobody else does."""
    done = Mark.DOWN not in after.grids[before.turn]
    if before.ender is None and done:
        return after.ender == before.turn
    return after.ender == before.ender


@must("SG-09")
def pass_the_turn_on(before: Table, move: Take | Place | Flip, after: Table) -> bool:
    """The next player has the turn, unless that is the one who ends the round."""
    following = before.turn + 1 if before.turn + 1 < before.box.players else 0
    if after.ender is not None and after.ender == following:
        return after.over
    return not after.over and after.turn == following


BOOK = Rulebook(
    "Star Grid",
    GAME,
    sentences="spec/sentences/star_grid.tsv",
    rules=rules_of(__name__),
)
