"""What is claimed of Star Grid."""

from __future__ import annotations

from model.star_grid import Draw, Flip, Mark, Place, Seat, Table, Take, Value
from rulewright import Expect, always, at_least, implies, never, sometimes, terminates
from spec import star_grid as rules


@always(expect=Expect.PROVED, scopes=("full",))
def cards_are_conserved(table: Table, value: Value) -> bool:
    """No card is ever added or lost, whatever happens at the table."""
    return rules.every_card_is_somewhere(table, value)


@always(expect=Expect.PROVED, scopes=("full",))
def the_round_goes_on_until_it_comes_back(table: Table) -> bool:
    """While the round goes on, the turn is never with the player who ended it."""
    return implies(not table.over, table.ender is None or table.ender != table.turn)


@always()
def the_ender_has_nothing_face_down(table: Table, seat: Seat) -> bool:
    """Whoever ends the round has every card face up."""
    return implies(table.ender == seat, Mark.DOWN not in table.grids[seat])


@always()
def others_still_hide_something_until_the_end(table: Table, seat: Seat) -> bool:
    """Until somebody ends the round, every player has a face-down card."""
    return implies(table.ender is None, Mark.DOWN in table.grids[seat])


@always()
def a_drawn_card_is_dealt_with_at_once(table: Table, move: Take | Draw) -> bool:
    """Nobody takes or draws a second card while one is in hand."""
    return table.hand is None


@always()
def only_a_drawn_card_is_placed_or_thrown_away(table: Table, move: Place | Flip) -> bool:
    """Placing and throwing away need a card in hand."""
    return table.hand is not None


@always()
def what_is_face_down_has_not_been_seen(table: Table) -> bool:
    """There are never fewer unseen cards than places face down."""
    return table.pool.total() >= sum(grid.count(Mark.DOWN) for grid in table.grids)


@never()
def a_column_is_cleared_in_part(table: Table, seat: Seat) -> bool:
    """A column is never cleared in part."""
    rows = table.box.rows
    return any(
        0 < table.grids[seat][c * rows : c * rows + rows].count(Mark.GONE) < rows
        for c in range(table.box.columns)
    )


@never()
def a_column_of_one_value_stays(table: Table, seat: Seat) -> bool:
    """A column of equal cards, face up, never stays on the table."""
    rows = table.box.rows
    return any(
        all(table.grids[seat][c * rows + r] == value for r in range(rows))
        for c in range(table.box.columns)
        for value in range(table.box.values + 1)
    )


@sometimes()
def a_round_ends(table: Table) -> bool:
    """Some round comes to its end."""
    return table.over


@sometimes()
def a_star_helps_to_clear_a_column(before: Table, move: Take | Place | Flip, after: Table) -> bool:
    """Some move clears a column that shows a Star beside another value."""
    rows, star = before.box.rows, before.box.values
    first = move.at // rows * rows
    column = rules.with_card(before, move)[first : first + rows]
    mixed = star in column and any(card not in (star, Mark.DOWN) for card in column)
    return mixed and after.grids[before.turn][move.at] is Mark.GONE


@sometimes()
def a_grid_is_cleared_whole(table: Table, seat: Seat) -> bool:
    """Some play clears all of a grid away."""
    return all(cell is Mark.GONE for cell in table.grids[seat])


@at_least(0, reached=True)
def cards_left_to_see(table: Table) -> int:
    """The cards nobody has seen can run out."""
    return table.pool.total()


@terminates(expect=Expect.FAILS)
def unseen_cards_run_out(table: Table) -> int:
    """Every round ends (it need not: two players can exchange the same two cards for ever)."""
    return table.pool.total()
