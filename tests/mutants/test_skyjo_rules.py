"""Skyjo Action with one rule taken out: every one of them is missed.

A rule is missed because no other cites its sentence, because a claim speaks of it, or in the scope
that is named here, where play without it is not what is claimed. All of that is part of every
check; here only the part that tells is run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .deleting import delete, rules_in
from .project import ROOT, checked, copied, ran

SPEC = ROOT / "spec" / "skyjo_action"

# The sentence has no other rule.
UNCITED = {
    "no_card_is_lost_or_added",
    "most_players",
    "most_players_without_action_cards",
    "begin_the_discard_pile",
    "turn_up_the_first_cards",
    "who_ended_the_last_round_begins",
    "take_two_cards_in_a_turn",
    "doubled_total",
}

# A claim says that moves are as the rule wants them, and cannot be asked without it.
SPOKEN_OF = {
    "the_first_without_hidden_cards_ends_the_round",
    "each_other_player_has_one_more_turn",
    "cleared_cards_go_to_the_discard_pile",
    "a_cleared_line_lies_on_top",
    "a_cleared_line_lies_below",
    "worth",
    "line_of_stars",
    "grid_total",
    "the_replaced_card_is_discarded",
    "the_drawn_card_is_swapped_in",
    "the_rejected_card_is_discarded",
}

# Play without the rule, or the rulebook itself, is at fault in this scope.
AT_FAULT = {
    "turn_up_what_is_hidden": "lap",
    "the_game_ends_once_the_limit_is_reached": "rounds",
    "another_round_is_played_below_the_limit": "rounds",
    "cards_needed": "rounds",
    "cards_needed_once_shortened": "shortened",
    "discard_identical_cards": "rounds",
    "discard_identical_cards_at_the_end": "rounds",
    "discard_a_line_of_stars": "stars",
    "discard_a_line_that_stars_complete": "columns",
    "a_column_waits_for_the_row": "crossing",
    "a_row_waits_for_the_column": "crossing",
    "keep_what_is_left": "rounds",
    "lines_of_stars": "rounds",
    "lines_that_share_no_star": "stars",
    "round_total": "rounds",
    "enter_the_round_total": "rounds",
    "the_highest_start_begins": "starts",
    "of_those_level_the_first_begins": "rounds",
    "of_those_level_the_highest_card_begins": "starts",
    "of_those_level_anyone_begins": "starts",
    "draw_a_card": "columns",
    "put_the_drawn_card_into_the_grid": "columns",
    "reject_the_drawn_card": "columns",
    "take_the_discarded_card": "rounds",
    "wins": "rounds",  # the rulebook names it
}

USABLE = """
from pathlib import Path
from rulewright.engines.checking_usable import usable
from rulewright.project import Project

game = Project.find(Path.cwd()).load("skyjo-action")
_, bad = usable(game.book, game.book.game.scopes[0].box, game.claims)
print(*(claim.name for claim in bad))
"""


def without(name: str, root: Path) -> Path:
    copied(root)
    file = next(file for file, rule in rules_in(SPEC) if rule == name)
    delete(root / file.relative_to(ROOT), name)
    return root


def test_every_rule_is_listed_here() -> None:
    listed = [*UNCITED, *SPOKEN_OF, *AT_FAULT]
    assert sorted(listed) == sorted(name for _, name in rules_in(SPEC))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(UNCITED))
def test_its_sentence_is_left_without_a_rule(name: str, tmp_path: Path) -> None:
    told = ran(without(name, tmp_path), "cover", "skyjo-action", "--json")
    assert json.loads(told.stdout)["missing"], told.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SPOKEN_OF))
def test_a_claim_cannot_be_asked(name: str, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", USABLE],
        cwd=without(name, tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0 or name in told.stderr, told.stderr
    assert told.stdout.strip() or name in told.stderr, told.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(AT_FAULT))
def test_check_finds_fault(name: str, tmp_path: Path) -> None:
    told = checked(without(name, tmp_path), "skyjo-action", "--scope", AT_FAULT[name])
    assert told.returncode == 1, told.stdout + told.stderr


@pytest.mark.slow
@pytest.mark.parametrize("scope", sorted(set(AT_FAULT.values())))
def test_the_whole_rulebook_is_not_at_fault(scope: str, tmp_path: Path) -> None:
    told = checked(copied(tmp_path), "skyjo-action", "--scope", scope)
    assert told.returncode == 0, told.stdout + told.stderr
