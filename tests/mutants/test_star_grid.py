"""Wrong versions of Star Grid. The first three have the same number of states as the right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .project import Change, checked, copied

MODEL, SPEC = "model/star_grid.py", "spec/star_grid.py"

CHANGES = (
    Change(
        "the card thrown away is lost in Flip",
        MODEL,
        "settle(discarded(turned, in_hand(table)), at)",
        "settle(replace(turned, top=in_hand(table)), at)",
    ),
    Change(
        "the card that makes room is lost in Place on a face-down card",
        MODEL,
        "settle(discarded(placed, gone), at)",
        "settle(discarded(placed, gone) if shows is None else replace(placed, top=gone), at)",
    ),
    Change(
        "the card that makes room is lost in Place on a face-up card",
        MODEL,
        "settle(discarded(placed, gone), at)",
        "settle(replace(placed, top=gone) if shows is None else discarded(placed, gone), at)",
    ),
    Change(
        "a face-down card does not keep a column from being complete",
        MODEL,
        "return up and any(\n        all(card in (value, box.values) for card in cards)",
        "return any(\n        all(card in (value, box.values, Mark.DOWN) for card in cards)",
    ),
    Change(
        "a Star passes for no other value",
        MODEL,
        "all(card in (value, box.values) for card in cards)",
        "all(card in (value, value) for card in cards)",
    ),
    Change(
        "the cards of a cleared column are lost",
        MODEL,
        "table.under.count(value) + cards.count(value)",
        "table.under.count(value)",
    ),
    Change(
        "only a player without a cleared column ends the round",
        MODEL,
        "shows_all = Mark.DOWN not in table.mine()",
        "shows_all = Mark.DOWN not in table.mine() and Mark.GONE not in table.mine()",
    ),
    Change(
        "the player who ends the round has a turn more",
        MODEL,
        "if ender is not None and following == ender:",
        "if table.ender is not None and table.turn == table.ender:",
    ),
    Change(
        "the turn skips a player",
        MODEL,
        "following = (table.turn + 1) % table.box.players",
        "following = (table.turn + 2) % table.box.players",
    ),
    Change(
        "a card turned up stays among the unseen ones",
        MODEL,
        "return pool if shows is None else pool.minus(shows)",
        "return pool",
    ),
    Change(
        "the last unseen cards may be drawn though they lie face down",
        SPEC,
        "table.pool.total() > face_down",
        "table.pool.total() >= face_down",
    ),
    Change(
        "a card may be placed without one in hand",
        SPEC,
        "return table.hand is not None and table.mine()[move.at] is not Mark.GONE",
        "return table.mine()[move.at] is not Mark.GONE",
    ),
    Change(
        "a card that is face up may be turned up again",
        SPEC,
        "return table.hand is not None and table.mine()[move.at] is Mark.DOWN",
        "return table.hand is not None and table.mine()[move.at] is not Mark.GONE",
    ),
    Change(
        "play may go on after the end",
        SPEC,
        '"""Nothing is done once the round is over."""\n    return table.over',
        '"""Nothing is done once the round is over."""\n    return table.over and table.turn == 0',
    ),
)

# With one column, nothing is left to do once it is cleared: this takes two.
WITH_TWO_COLUMNS = Change(
    "a card may be taken into a place that is cleared",
    SPEC,
    "return table.hand is None and table.mine()[move.at] is not Mark.GONE",
    "return table.hand is None",
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name.replace(" ", "-"))
def test_check_notices(change: Change, tmp_path: Path) -> None:
    root = copied(tmp_path)
    change.apply(root)
    told = checked(root, "star-grid", "--scope", "tiny")
    assert told.returncode == 1, told.stdout + told.stderr
    assert "player 1" in told.stdout, told.stdout


def test_check_notices_with_two_columns(tmp_path: Path) -> None:
    root = copied(tmp_path)
    WITH_TWO_COLUMNS.apply(root)
    told = checked(root, "star-grid", "--scope", "wide")
    assert told.returncode == 1, told.stdout + told.stderr
    assert "1. Player 1: " in told.stdout, told.stdout


def test_the_right_version_passes(tmp_path: Path) -> None:
    told = checked(copied(tmp_path), "star-grid", "--scope", "tiny")
    assert told.returncode == 0, told.stdout + told.stderr
