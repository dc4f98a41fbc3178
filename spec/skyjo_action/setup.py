"""The box, the deal, and who begins."""

from __future__ import annotations

from model.skyjo_action import (
    Begin,
    Deal,
    Mark,
    Seat,
    SharedStart,
    Table,
    TurnUp,
    copies_in_play,
    showing,
)
from rulewright import always, counts_as, must

from . import scoring


@always("SA-003")
@always("SA-057")
def no_card_is_lost_or_added(table: Table) -> bool:
    """The deck is known card by card, Stars included, and stays complete all game long."""
    box = table.box
    return all(copies_in_play(table, card) == box.copies_of(card) for card in box.every_card())


@counts_as("SA-012")
def most_players(table: Table) -> int:
    """No more than eight can play."""
    return 8


@counts_as("SA-040")
def most_players_without_action_cards(table: Table) -> int:
    """Leaving the Action cards in the box is a variant for six players at most."""
    return 6


@must("SA-008")
def begin_the_discard_pile(table: Table, move: Deal) -> bool:
    """After the deal one more card is turned over for a discard pile; the rest are to be drawn."""
    return table.top is None


@must("SA-007")
def turn_up_the_first_cards(table: Table, move: TurnUp) -> bool:
    """Before play all players show cards of their own choice: two, in the box as sold."""
    return showing(table.mine()) < table.box.turned_up


def start_sum(table: Table, seat: Seat) -> int:
    """What a player's face-up cards come to before play."""
    return scoring.cards_total(table, seat)


def start_sums(table: Table) -> tuple[int, ...]:
    """What each player's face-up cards come to, by seats."""
    return tuple(start_sum(table, seat) for seat in range(table.box.players))


def highest_card(table: Table, seat: Seat) -> int:
    """The greatest worth among a player's face-up cards."""
    grid = table.grids[seat]
    return max(
        table.box.least if isinstance(cell, Mark) else scoring.place_total(table, seat, at)
        for at, cell in enumerate(grid)
    )


def comes_before(table: Table, one: Seat, other: Seat) -> bool:
    """Whether a player shows a higher card than another, or as high a card in an earlier seat."""
    card = highest_card(table, one)
    than = highest_card(table, other)
    return card > than or (card == than and one < other)


@must("SA-009")
def the_highest_start_begins(table: Table, move: Begin) -> bool:
    """In the first round whoever shows more than every other player takes the first turn."""
    sums = start_sums(table)
    own = sums[move.seat]
    return table.round == 1 and own == max(sums) and sums.count(own) == 1


@must("SA-009", under=SharedStart.LOWEST_SEAT)
def of_those_level_the_first_begins(table: Table, move: Begin) -> bool:
    """Where the highest start is shared, the first of these players in seating order begins."""
    sums = start_sums(table)
    own = sums[move.seat]
    first = own not in sums[: move.seat]
    return table.round == 1 and own == max(sums) and sums.count(own) > 1 and first


@must("SA-009", under=SharedStart.HIGHEST_CARD)
def of_those_level_the_highest_card_begins(table: Table, move: Begin) -> bool:
    """Where the highest start is shared, the best single card decides, then the seating order."""
    sums = start_sums(table)
    own = sums[move.seat]
    beaten = any(
        sums[seat] == own and comes_before(table, seat, move.seat)
        for seat in range(table.box.players)
    )
    return table.round == 1 and own == max(sums) and sums.count(own) > 1 and not beaten


@must("SA-009", under=SharedStart.BY_LOT)
def of_those_level_anyone_begins(table: Table, move: Begin) -> bool:
    """Where the highest start is shared, these players draw lots."""
    sums = start_sums(table)
    own = sums[move.seat]
    return table.round == 1 and own == max(sums) and sums.count(own) > 1


@must("SA-011")
def who_ended_the_last_round_begins(table: Table, move: Begin) -> bool:
    """From the second round on, the first turn is for the player who closed the round before."""
    return table.round > 1 and move.seat == table.ender
