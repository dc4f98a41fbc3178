"""What a player can do in a turn."""

from __future__ import annotations

from model.skyjo_action import Draw, Flip, Mark, Place, Table, Take
from rulewright import may, must, must_not


@may("SA-015")
def draw_a_card(table: Table, move: Draw) -> bool:
    """The top of the draw pile may be looked at and taken in hand."""
    return True


@may("SA-015")
def put_the_drawn_card_into_the_grid(table: Table, move: Place) -> bool:
    """A drawn card may take the place of any card of the grid, hidden or shown."""
    return True


@may("SA-015")
def reject_the_drawn_card(table: Table, move: Flip) -> bool:
    """A drawn card may be discarded, and then a hidden card of the player's own is shown."""
    return True


@may("SA-016")
def take_the_discarded_card(table: Table, move: Take) -> bool:
    """Instead of drawing, the top of the discard pile may take the place of a card of the grid."""
    return True


@must_not("SA-014")
def take_two_cards_in_a_turn(table: Table, move: Take | Draw) -> bool:
    """A turn is one choice: with a drawn card in hand there is no second card."""
    return table.hand is not None


@must("SA-016")
def the_replaced_card_is_discarded(before: Table, move: Take, after: Table) -> bool:
    """The card taken lies in the grid, and the one it replaced lies face up on the discard pile."""
    seat = before.turn
    replaced = before.grids[seat][move.at] if move.shows is None else move.shows
    return after.grids[seat][move.at] == before.top and after.top == replaced


@must("SA-015")
def the_drawn_card_is_swapped_in(before: Table, move: Place, after: Table) -> bool:
    """The drawn card lies in the grid, and the one it replaced goes onto the discard pile."""
    seat = before.turn
    replaced = before.grids[seat][move.at] if move.shows is None else move.shows
    return after.grids[seat][move.at] == before.hand and after.top == replaced


@must("SA-015")
def the_rejected_card_is_discarded(before: Table, move: Flip, after: Table) -> bool:
    """The rejected card is offered to the next player, and one more card of the grid is shown."""
    seat = before.turn
    turned = after.grids[seat].count(Mark.DOWN) == before.grids[seat].count(Mark.DOWN) - 1
    return after.top == before.hand and after.grids[seat][move.at] == move.shows and turned
