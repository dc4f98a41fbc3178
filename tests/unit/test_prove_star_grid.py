"""Star Grid's conservation law: proved for the full box, and not where a move loses a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from model.star_grid import (
    GAME,
    Draw,
    Flip,
    Mark,
    Place,
    Table,
    Take,
    discarded,
    end_turn,
    in_hand,
    into_grid,
    leaving,
    revealed,
    settle,
    step,
)
from proofs.star_grid import cards_are_conserved, the_round_goes_on_until_it_comes_back
from rulewright import Rulebook, may
from rulewright.engines.prove import check
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import Budget, Fails, Proved, Verdict
from rulewright.words.claims import AnyClaim

Steps = Callable[[Table, Any], Table]


def book(steps: Steps) -> Rulebook:
    """Star Grid with other moves; its rules are made anew, for a book seals them."""

    @may("SG-03")
    def take(table: Table, move: Take) -> bool:
        return table.hand is None and table.mine()[move.at] is not Mark.GONE

    @may("SG-04")
    def draw(table: Table, move: Draw) -> bool:
        face_down = sum(grid.count(Mark.DOWN) for grid in table.grids)
        return table.hand is None and table.pool.total() > face_down

    @may("SG-05")
    def place(table: Table, move: Place) -> bool:
        return table.hand is not None and table.mine()[move.at] is not Mark.GONE

    @may("SG-06")
    def flip(table: Table, move: Flip) -> bool:
        return table.hand is not None and table.mine()[move.at] is Mark.DOWN

    return Rulebook("Star Grid", replace(GAME, step=steps), "", (take, draw, place, flip))


def verdict(claim: AnyClaim, scope: str, steps: Steps, seconds: float = 60.0) -> Verdict:
    at = GAME.scope(scope)
    subject = Subject.of(book(steps), at, at.box, (claim,))
    return check(subject.program.claims[0], subject, Budget(seconds=seconds, depth=4))


def flip_loses_a_card(table: Table, move: Take | Draw | Place | Flip) -> Table:
    match move:
        case Flip(at, shows):
            pool = revealed(table.pool, shows)
            turned = into_grid(replace(table, pool=pool, hand=None), at, shows)
            return end_turn(settle(turned, at))
        case Take() | Draw() | Place():
            return step(table, move)


def place_loses_a_hidden_card(table: Table, move: Take | Draw | Place | Flip) -> Table:
    match move:
        case Place(at, shows):
            pool, held = revealed(table.pool, shows), in_hand(table)
            placed = into_grid(replace(table, pool=pool, hand=None), at, held)
            gone = leaving(table.mine()[at], shows, held)
            kept = placed if shows is not None else discarded(placed, gone)
            return end_turn(settle(kept, at))
        case Take() | Draw() | Flip():
            return step(table, move)


def place_loses_a_shown_card(table: Table, move: Take | Draw | Place | Flip) -> Table:
    match move:
        case Place(at, shows):
            pool, held = revealed(table.pool, shows), in_hand(table)
            placed = into_grid(replace(table, pool=pool, hand=None), at, held)
            gone = leaving(table.mine()[at], shows, held)
            kept = placed if shows is None else discarded(placed, gone)
            return end_turn(settle(kept, at))
        case Take() | Draw() | Flip():
            return step(table, move)


WRONG: dict[Steps, list[str] | None] = {
    flip_loses_a_card: ["Draw", "Flip"],
    place_loses_a_hidden_card: ["Draw", "Place"],
    place_loses_a_shown_card: None,
}


@pytest.mark.parametrize("scope", ["tiny", "full"])
def test_cards_are_conserved(scope: str) -> None:
    assert isinstance(verdict(cards_are_conserved, scope, step), Proved)


def test_the_turn_at_the_full_box() -> None:
    found = verdict(the_round_goes_on_until_it_comes_back, "full", step)
    assert isinstance(found, Proved)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_lost_card_is_noticed(wrong: Steps) -> None:
    found = verdict(cards_are_conserved, "tiny", wrong)
    assert not isinstance(found, Proved)
    kinds = WRONG[wrong]
    if kinds is not None:
        assert isinstance(found, Fails)
        trace: Any = found.trace
        assert [type(each.move).__name__ for each in trace.steps] == kinds


@pytest.mark.slow
def test_a_lost_card_is_noticed_at_the_full_box() -> None:
    found = verdict(cards_are_conserved, "full", flip_loses_a_card, seconds=120.0)
    assert isinstance(found, Fails)
    trace: Any = found.trace
    assert [type(each.move).__name__ for each in trace.steps] == ["Draw", "Flip"]
