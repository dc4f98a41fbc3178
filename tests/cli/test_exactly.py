"""Options that say too much or too little, and what is told of a search that was cut off."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.nim import Nim

REFUSED = [
    ("explore nim --set stones=99999999999999999999", "digits is far too large"),
    ("explore nim --set stones=2147483648", "stones is 2147483648, and a Box allows 1 to 9"),
    ("explore nim --set stones=two", "'two' is no whole number"),
    ("explore nim --every 5", "--every says how often to save, and nothing is saved"),
    ("explore nim --every nan --checkpoint build/kept", "--every nan is no number of seconds"),
    ("simulate nim --picture plays.png", "pictures are SVG, and plays.png is named"),
    ("simulate nim --picture plays", "pictures are SVG, and plays is named"),
]


@pytest.mark.parametrize(("line", "told"), REFUSED)
def test_it_is_said_what_is_wrong_and_what_to_write(nim: Nim, line: str, told: str) -> None:
    ran = nim.run(*line.split())
    assert ran.code == 2
    assert told in ran.err
    assert "instead: " in ran.err
    assert not ran.out


def test_folders_for_what_is_written_are_made(nim: Nim) -> None:
    assert nim.run("explore", "nim", "--edges", "build/a/edges.jsonl").code == 0
    assert (nim.root / "build/a/edges.jsonl").read_text().count("\n") == 6
    assert nim.run("simulate", "nim", "--picture", "build/b/plays.svg").code == 0
    assert (nim.root / "build/b/plays.svg").read_text().startswith("<svg")


def test_a_folder_that_cannot_be_made_is_told(nim: Nim) -> None:
    nim.write("build", "a file")
    for line in ("explore nim --edges build/edges.jsonl", "simulate nim --picture build/x.svg"):
        ran = nim.run(*line.split())
        assert ran.code == 2
        assert "cannot be written" in ran.err


@pytest.mark.parametrize("how", ["--native", "--no-native"])
def test_a_search_that_was_cut_off_says_so_of_everything(nim: Nim, how: str) -> None:
    ran = nim.run("explore", "nim", "--scope", "big", "--max-states", "1", how)
    assert ran.code == 1
    assert "cut off: it may visit 1 state, and there are more" in ran.out
    assert "never" not in ran.out
    assert "not seen so far" in ran.out


def test_numbers_of_several_instances_read_as_a_range(nim: Nim) -> None:
    model = (nim.root / "model/nim.py").read_text()
    wide = model.replace(
        '"big", Box(stones=5)', '"big", Box(stones=5), across={"stones": range(2, 6)}'
    )
    assert wide != model
    nim.write("model/nim.py", wide)
    assert "stones 2 to 5" in nim.run("list").out


def test_an_error_as_json() -> None:
    from tests.cli.nim import rulewright

    data = json.loads(rulewright("error", "rw012", "--json").out)
    assert list(data) == ["code", "title", "why", "wrong", "right"]
    assert data["code"] == "RW012"
    assert all(data.values())


def test_every_exit_code_is_in_the_help(nim: Nim) -> None:
    told = nim.run("--help").out
    assert all(re.search(rf"\b{code}\b", told) for code in (0, 1, 2, 70, 130))
