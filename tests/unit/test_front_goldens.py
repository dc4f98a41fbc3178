"""What the front end makes of small projects, right and wrong, against what was reviewed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import goldens

RESET = "if the change is meant: python -m tests.goldens --reset, and review the diff"


@pytest.fixture(autouse=True)
def _from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(goldens.ROOT)  # messages show paths from here


@pytest.mark.parametrize("path", goldens.good(), ids=lambda path: path.stem)
def test_the_program_of_a_good_game(path: Path) -> None:
    assert goldens.outcome(path) == path.with_suffix(".out").read_text(encoding="utf-8"), RESET


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("path", goldens.bad(), ids=lambda path: path.stem)
def test_the_message_of_a_mistake(path: Path) -> None:
    told = goldens.outcome(path)
    assert told == path.with_suffix(".out").read_text(encoding="utf-8"), RESET
    assert told.startswith(f"error {path.stem[:5]}: ")
    lines = told.splitlines()
    assert lines[-1].startswith("  instead: ")
    assert len(lines[-1]) > len("  instead: ") + 5


def test_no_golden_is_left_over() -> None:
    files = {path.with_suffix(".out") for path in (*goldens.good(), *goldens.bad())}
    assert files == {*goldens.GOOD.glob("*.out"), *goldens.BAD.glob("*.out")}


# Mistakes that stand in no line of a file, or in one that cannot be shown.
PLACELESS = {"RW001_gone", "RW002_cached", "RW002_exec", "RW080_not_utf8"}


def test_messages_show_the_line_with_a_caret_under_it() -> None:
    for path in goldens.bad():
        lines = path.with_suffix(".out").read_text(encoding="utf-8").splitlines()
        shown = [line for line in lines if re.fullmatch(r" *\| [ \t]*\^+", line)]
        assert bool(shown) == (path.stem not in PLACELESS), path.stem


def test_goldens_use_every_operator_of_the_language() -> None:
    text = "".join(path.with_suffix(".out").read_text(encoding="utf-8") for path in goldens.good())
    heads = set(re.findall(r"\((\S+)", text))
    wanted = "let if not and or implies + - * // % min max < <= > >= == make get with inject is as "
    wanted += "retag tuple * range at slice put size count has fold-all fold-any fold-sum fold-min "
    wanted += "fold-max fold-the fold-tuple fold-flat fold-bag fold-set where default plus minus "
    wanted += "| & - lookup call fail"
    assert set(wanted.split()) - heads == set()
