"""The game that the documentation builds, from its very text: all is as the page says."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from tests.cli.nim import ROOT, rulewright

PAGE = ROOT / "docs" / "first_game.md"
RACE = ("pyproject.toml", "model/race.py", "spec/race.tsv", "spec/race.py", "proofs/race.py")


def files() -> dict[str, str]:
    """The files of the page: a path on a line of its own, and the block below it."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^`([\w./]+)`\n\n((?:    .*\n|\n)+)", text, re.MULTILINE)
    return {name: textwrap.dedent(block) for name, block in found}


@pytest.fixture
def race(tmp_path: Path) -> Path:
    for name, text in files().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_every_file_stands_on_the_page() -> None:
    assert tuple(files()) == RACE


def test_it_is_as_the_page_says(race: Path) -> None:
    ran = rulewright("check", cwd=race)
    assert ran.code == 0, ran.out + ran.err
    assert "4 of 4 claims as expected; 0 findings. No surprises." in ran.out
    for line in ("explore race", "solve race", "simulate race --picture build/race.svg"):
        assert rulewright(*line.split(), cwd=race).code == 0
    assert (race / "build" / "race.svg").exists()


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('@may("R-2")', "Nobody has a legal move here and play is not over. What happens?"),
        ('@must_not("R-3")', "over"),
    ],
)
def test_a_rule_taken_out_is_noticed(race: Path, rule: str, told: str) -> None:
    text = files()["spec/race.py"]
    without = re.sub(rf"{re.escape(rule)}\n.*?\n\n\n", "", text, flags=re.DOTALL)
    assert without != text
    (race / "spec" / "race.py").write_text(without, encoding="utf-8")
    ran = rulewright("check", cwd=race)
    assert ran.code == 1
    assert told in ran.out
    assert "contradiction" in ran.out or "gap" in ran.out
