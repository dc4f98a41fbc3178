"""A saved search whose files were cut, changed, lost or mixed up: one clear message, no count.

What was saved is tried as a whole first, so that the damage alone is what is refused.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.nim import Nim, Ran, rulewright

pytest.importorskip("llvmlite")

# A scope that takes a moment, cut off on its way: some states are saved that wait to be expanded.
SEARCH = ("explore", "star-grid", "--json", "--no-endless")
FIGURES = {"states": 4_575, "transitions": 15_100, "levels": 8, "final": 928}
CUT = ("--max-states", "3000")


def saved(folder: Path, *more: str) -> Path:
    """A folder with a search that has not ended."""
    cut = rulewright(*SEARCH, *CUT, "--checkpoint", str(folder), *more)
    assert cut.code == 1, cut.err
    return folder


def resumed(folder: Path, *more: str) -> Ran:
    return rulewright(*SEARCH, "--checkpoint", str(folder), "--resume", *more)


def figures(run: Ran) -> dict[str, int]:
    assert run.code == 0, run.err
    data = json.loads(run.out)
    assert data["complete"]
    return {name: data[name] for name in FIGURES}


def refused(run: Ran, *told: str) -> None:
    """It ends as unusable input does, with one message that says this, and with no result."""
    assert run.code == 2, run.err
    assert run.out == ""
    assert run.err.count("error:") == 1, run.err
    assert "Traceback" not in run.err
    for part in told:
        assert part in run.err


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A search saved on its way, which goes on to the right end."""
    folder = saved(tmp_path_factory.mktemp("saved") / "whole")
    copy = folder.parent / "copy"
    shutil.copytree(folder, copy)
    assert figures(resumed(copy)) == FIGURES
    return folder


def damaged(held: bytes, dice: random.Random) -> Iterator[bytes]:
    """Cut at several places, and bits flipped at several."""
    yield b""
    yield held[: len(held) // 2]
    yield held[:-2]  # the last byte of a manifest is the end of its line
    for _ in range(2):
        at = dice.randrange(len(held))
        yield held[:at] + bytes([held[at] ^ 1 << dice.randrange(8)]) + held[at + 1 :]


@pytest.mark.slow
def test_no_damaged_file_gives_a_count(whole: Path, tmp_path: Path) -> None:
    dice, tried = random.Random(5), 0
    for file in sorted(whole.iterdir()):
        held = file.read_bytes()
        for number, text in enumerate(damaged(held, dice) if held else ()):
            folder = tmp_path / f"{file.name}-{number}"
            shutil.copytree(whole, folder)
            (folder / file.name).write_bytes(text)
            refused(resumed(folder), file.name)
            tried += 1
    assert tried >= 30


@pytest.mark.slow
def test_a_file_that_is_gone_is_named(whole: Path, tmp_path: Path) -> None:
    for file in whole.iterdir():
        folder = tmp_path / file.name
        shutil.copytree(whole, folder)
        (folder / file.name).unlink()
        told = "holds no search" if file.name == "search.json" else file.name
        if file.name == "asked.rw" and not file.stat().st_size:
            continue  # here the interpreter was asked nothing; see below
        refused(resumed(folder), told)
        (folder / file.name).mkdir()
        refused(resumed(folder), file.name)


def test_a_manifest_of_another_making_is_refused(whole: Path, tmp_path: Path) -> None:
    for number, text in enumerate((b"{}\n", b"\xff\xfe\0", b"\n", b"[1, 2]\n0\n")):
        folder = tmp_path / str(number)
        shutil.copytree(whole, folder)
        (folder / "search.json").write_bytes(text)
        refused(resumed(folder), "search.json", "start anew")


def test_files_of_another_search_do_not_mix(whole: Path, tmp_path: Path) -> None:
    """Each file is whole, and no part of this search."""
    other = saved(tmp_path / "other", "--set", "copies=4")
    mixed = tmp_path / "mixed"
    shutil.copytree(whole, mixed)
    mine, theirs = (next(folder.glob("*-store.rw")) for folder in (mixed, other))
    shutil.copy(theirs, mine)
    refused(resumed(mixed), mine.name, "damaged")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--set", "copies=4"), "other rules or another scope"),
        (("--scope", "wide"), "other rules or another scope"),
        (("--no-coverage",), "other rules or another scope"),
        (("--threads", "2"), "has 1 threads, not 2"),
    ],
)
def test_a_search_of_something_else_does_not_go_on(
    whole: Path, tmp_path: Path, more: tuple[str, ...], told: str
) -> None:
    shutil.copytree(whole, tmp_path / "copy")
    refused(resumed(tmp_path / "copy", *more), str(tmp_path / "copy"), told)
    assert figures(resumed(tmp_path / "copy")) == FIGURES


def test_another_game_does_not_go_on(whole: Path) -> None:
    run = rulewright("explore", "skyjo-action", "--checkpoint", str(whole), "--resume")
    refused(run, "other rules or another scope")


def test_what_the_interpreter_was_asked_is_held_to_its_checksum(nim: Nim) -> None:
    nim.add(
        "proofs/nim.py",
        "\n\n@never()\ndef one_is_left(pile: Pile) -> bool:\n"
        '    """One stone is never left."""\n    return pile.stones == 1\n',
    )
    search = ("explore", "nim", "--scope", "big", "--checkpoint", "kept", "--json")
    plain = nim.run("explore", "nim", "--scope", "big", "--json", "--no-native")
    first = nim.run(*search)
    again = nim.run(*search, "--resume")
    by_three = [json.loads(run.out) for run in (plain, first, again)]
    assert [data["states"] for data in by_three] == [10, 10, 10]
    assert by_three[0]["claims"] == by_three[1]["claims"] == by_three[2]["claims"]
    asked = nim.root / "kept" / "asked.rw"
    held = asked.read_bytes()
    assert held
    for text in damaged(held, random.Random(3)):
        asked.write_bytes(text)
        refused(nim.run(*search, "--resume"), "asked.rw", "start the search anew")
    asked.unlink()
    refused(nim.run(*search, "--resume"), "asked.rw")
    asked.write_bytes(held + b"left by a save that did not end")
    assert json.loads(nim.run(*search, "--resume").out)["claims"] == json.loads(first.out)["claims"]
