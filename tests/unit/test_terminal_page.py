"""A page on terminals of many widths: no word is broken where it could stand in one piece."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rulewright.report.page import Page, Row
from rulewright.report.terminal import drawn

CLAIM = "Whoever ends the round has every card face up, unquestionably."
VERDICT = "every state of scope tiny (4,575 states); proved for the full box, by induction"


@pytest.mark.parametrize("width", [24, 40, 71, 72, 100, 160])
def test_words_stay_whole(width: int) -> None:
    page = Page("Star Grid", (), (Row(True, CLAIM, VERDICT, "0.1 s"),), ())
    out = StringIO()
    Console(file=out, width=width, highlight=False).print(drawn(page, width))
    words = out.getvalue().split()
    assert all(word in words for word in CLAIM.split())
    assert all(word in words for word in VERDICT.split())
    assert all(len(line) <= width for line in out.getvalue().splitlines())
