"""What measures searches side by side: every searcher that is installed finds the known numbers."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench import run
from bench.others import Compiled, Run, Searcher, Size, installed, murphi_model, plain, ran

if sys.platform == "win32":
    pytest.skip("what a process took is measured as POSIX tells it", allow_module_level=True)

SMALL = run.SIZES[0]
WRONG = replace(SMALL, states=SMALL.states + 1)
COMPILED = [
    "C++ explorer",
    pytest.param("Spin", marks=pytest.mark.slow),
    pytest.param("Murphi (rumur)", marks=pytest.mark.slow),
]


def figures(found: Run) -> tuple[int, int]:
    assert found.cpu > 0
    assert found.wall > 0
    assert found.memory > 0
    return found.states, found.transitions


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_searcher_finds_the_known_numbers(name: str, tmp_path: Path) -> None:
    """Its compiling is told apart, and happens once."""
    found = [searcher for searcher in installed(tmp_path) if searcher.name == name]
    if not found:
        pytest.skip(f"{name} is not installed here")
    first, again = (found[0].search(SMALL) for _ in range(2))
    assert figures(first) == figures(again) == (SMALL.states, SMALL.transitions)
    assert first.compiling > first.cpu
    assert again.compiling == 0


def test_plain_python_finds_the_known_numbers() -> None:
    assert figures(plain(SMALL)) == (SMALL.states, SMALL.transitions)


@pytest.mark.parametrize("more", [("--laws",), ("--threads", "2"), ("--interpreter",)])
def test_ours_finds_the_known_numbers(more: tuple[str, ...]) -> None:
    pytest.importorskip("llvmlite")
    assert figures(run.ours(*more)(SMALL)) == (SMALL.states, SMALL.transitions)


def test_the_table_has_a_row_for_each_and_tells_who_is_left_out() -> None:
    made = Searcher("quick", lambda size: Run(size.states, size.transitions, 2.0, 3.0, 10**9, 1.0))
    slow = Searcher("slow", plain, most=SMALL.states - 1)
    reference = replace(made, name="C++ explorer")
    rows = run.measured([reference, made, slow], [SMALL], 2)
    assert [re.split(r" *\| *", row)[3] for row in rows] == ["C++ explorer", "quick", "slow"]
    assert "| 2.00 | 3.00 | 2,288 | 1.00 | – | 1.0 |" in rows[1]
    assert "left out" in rows[2]
    assert len({row.count("|") for row in (*rows, *run.HEAD.splitlines())}) == 1


def test_a_wrong_count_ends_the_run() -> None:
    with pytest.raises(SystemExit, match="plain Python finds"):
        run.measured([Searcher("plain Python", plain)], [WRONG], 1)


def test_a_program_that_fails_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="ended with 3"):
        ran([sys.executable, "-c", "raise SystemExit(3)"])
    failing = Compiled(tmp_path, lambda *_: [["false"]], lambda _: [], lambda *_: (0, 0))
    with pytest.raises(SystemExit, match="ended with 1"):
        failing(SMALL)


def test_the_murphi_model_is_made_for_a_size() -> None:
    text = murphi_model(Size("3,1,2,2,4,5", 0, 0, 0))
    assert "  P: 3;\n  C: 1;\n  R: 2;\n  V: 2;\n  K: 4;\n  S: 5;\n  MAXPOOL: 5;\n" in text


def test_the_page_has_a_place_for_each_table() -> None:
    page = run.PAGE.read_text(encoding="utf-8")
    for name in ("sizes", "scopes"):
        changed = run.written(page, name, "| a new table |")
        assert changed.count("| a new table |") == 1
        assert run.written(changed, name, "| a new table |") == changed
    with pytest.raises(SystemExit, match="no place for others"):
        run.written(page, "others", "")


def test_both_games_are_in_the_second_table() -> None:
    pytest.importorskip("llvmlite")
    rows = run.scopes([("shortened", ())], 1, run.SIZES[:1])
    assert [row.split(" | ")[0] for row in rows] == ["| star-grid", "| skyjo-action"]
    assert "| 3,147 | 6,911 |" in rows[1]
