"""Searches that are saved, ended in the middle, and gone on with."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.nim import ROOT, environment

pytest.importorskip("llvmlite")

SIZE = {"players": 2, "columns": 2, "rows": 2, "values": 2, "copies": 4, "stars": 2}
FIGURES = {"states": 483_984, "transitions": 3_323_501, "levels": 11, "final": 29_180}
LARGER = SIZE | {"copies": 5}
MORE_FIGURES = {"states": 2_204_928, "transitions": 17_731_193, "levels": 13, "final": 94_216}
# How often the rules were asked in all, and spoke: counted once for each position and move.
ASKED, SPOKE = 33_665_423, 16_973_326


def command(folder: Path, *more: str, size: dict[str, int] = SIZE) -> list[str]:
    settings = [part for name, value in size.items() for part in ("--set", f"{name}={value}")]
    search = ["explore", "star-grid", *settings, "--json", "--no-endless"]
    return [sys.executable, "-m", "rulewright", *search, "--checkpoint", str(folder), *more]


def ran(folder: Path, *more: str, size: dict[str, int] = SIZE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(folder, *more, size=size),
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def killed(folder: Path, pause: float, *more: str) -> str | None:
    """What a search says that is killed soon after it was saved; None where it was."""
    manifest = folder / "search.json"
    before = manifest.stat().st_mtime_ns if manifest.exists() else 0
    process = subprocess.Popen(
        command(folder, "--every", "0", *more, size=LARGER),
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    while process.poll() is None:
        if pause >= 0 and manifest.exists() and manifest.stat().st_mtime_ns != before:
            time.sleep(pause)
            process.send_signal(signal.SIGKILL)
            pause = -1
        time.sleep(0.002)
    told = process.communicate()[0]
    return told if process.returncode == 0 else None


def figures(text: str) -> tuple[dict[str, Any], int, int]:
    data = json.loads(text)
    asked, spoke = (sum(rule[key] for rule in data["rules"]) for key in ("asked", "spoke"))
    assert data["complete"]
    assert all(claim["verdict"] == "exhausted" for claim in data["claims"])
    return {name: data[name] for name in FIGURES}, asked, spoke


@pytest.mark.slow
@pytest.mark.parametrize("threads", ["1", "2"])
def test_twenty_kills_change_no_count(threads: str, tmp_path: Path) -> None:
    dice, kills, told = random.Random(int(threads)), 0, None
    resume: tuple[str, ...] = ()
    while told is None:
        pause = dice.random() / 20 if kills < 20 else -1.0
        told = killed(tmp_path / "kept", pause, "--threads", threads, *resume)
        kills += told is None
        resume = ("--resume",)
    assert kills > 5
    whole = ran(tmp_path / "whole", "--threads", threads, size=LARGER)
    assert figures(told) == figures(whole.stdout)
    assert figures(told)[0] == MORE_FIGURES


def test_a_finished_search_is_told_again(tmp_path: Path) -> None:
    first = ran(tmp_path)
    again = ran(tmp_path, "--resume")
    assert figures(first.stdout) == figures(again.stdout) == (FIGURES, ASKED, SPOKE)


def test_what_cannot_go_on_says_why(tmp_path: Path) -> None:
    nothing = ran(tmp_path, "--resume")
    assert nothing.returncode == 2
    assert "holds no search" in nothing.stderr
    small = SIZE | {"columns": 1}
    assert ran(tmp_path, size=small).returncode == 0
    taken = ran(tmp_path, size=small)
    assert taken.returncode == 2
    assert "--resume" in taken.stderr
    other = ran(tmp_path, "--resume", size=SIZE)
    assert other.returncode == 2
    assert "Traceback" not in other.stderr
    manifest = tmp_path / "search.json"
    manifest.write_bytes(manifest.read_bytes()[:-20])
    damaged = ran(tmp_path, "--resume", size=small)
    assert damaged.returncode == 2
    assert "search.json" in damaged.stderr


def test_options_that_do_not_go_together(tmp_path: Path) -> None:
    alone = ran(tmp_path, "--no-native")
    assert alone.returncode == 2
    assert "only native code" in alone.stderr
    edges = ran(tmp_path, "--threads", "2", "--edges", str(tmp_path / "edges.jsonl"))
    assert edges.returncode == 2
    assert "--threads" in edges.stderr


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [("--memory", "1K", "no room"), ("--spill", "no/such/folder", "no/such/folder")],
)
def test_too_little_room_is_told(option: str, value: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "no").write_text("a file, where a folder is asked for")
    asked = str(tmp_path / value) if option == "--spill" else value
    search = [sys.executable, "-m", "rulewright", "explore", "star-grid", option, asked]
    found = subprocess.run(
        search, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert found.returncode == 2, found.stderr
    assert told in found.stderr
