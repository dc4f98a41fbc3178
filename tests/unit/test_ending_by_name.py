"""Who wins, given by the name of a definition."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright import Rulebook
from rulewright.words.errors import RulesError
from spec.skyjo_action import BOOK


def test_a_name_stands_for_its_definition() -> None:
    assert BOOK.wins is BOOK.rule("wins")


def test_a_name_that_is_no_definition_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        Rulebook(BOOK.title, BOOK.game, BOOK.sentences, BOOK.rules, wins="winns")
    assert refused.value.code == "RW052"
    assert "winns" in str(refused.value)
    with pytest.raises(RulesError):
        replace(BOOK, scores="draw_a_card")
