"""Star Grid's numbers of positions, on which independent programs agree.

P, C, R, V, K, S: players, columns, rows, plain values, copies of each, Stars. The published number
of generated transitions counts the first states too; ours does not.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mutants.project import ROOT, ran

SMALL = ((2, 1, 2, 2, 3, 1), 4_575, 15_103, 8, 928)
LARGE = ((3, 1, 2, 2, 4, 2), 179_439, 714_378, 12, 31_365)
NAMES = ("players", "columns", "rows", "values", "copies", "stars")


def explored(sizes: tuple[int, ...], *args: str) -> dict[str, object]:
    sets = [f"--set={name}={size}" for name, size in zip(NAMES, sizes, strict=True)]
    told = ran(ROOT, "explore", "star-grid", *sets, "--json", *args)
    assert told.returncode == 0, told.stderr
    found: dict[str, object] = json.loads(told.stdout)
    return found


@pytest.mark.parametrize("row", [SMALL, pytest.param(LARGE, marks=pytest.mark.slow)])
def test_known_counts(row: tuple[tuple[int, ...], int, int, int, int]) -> None:
    sizes, states, generated, levels, over = row
    found = explored(sizes)
    starts = sizes[3] + 1
    expected = {
        "game": "star-grid",
        "parameters": dict(zip(NAMES, sizes, strict=True)),
        "starts": starts,
        "states": states,
        "transitions": generated - starts,
        "levels": levels,
        "final": over,
        "deadlocks": 0,
        "complete": True,
    }
    assert {key: found[key] for key in expected} == expected


def test_every_transition_is_written(tmp_path: Path) -> None:
    edges = tmp_path / "edges.jsonl"
    found = explored(SMALL[0], "--edges", str(edges))
    lines = [json.loads(line) for line in edges.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == found["transitions"]
    ends = {line["from"] for line in lines} | {line["to"] for line in lines}
    assert ends == set(range(SMALL[1]))


def test_a_box_that_cannot_be_dealt_is_told() -> None:
    told = ran(ROOT, "explore", "star-grid", "--set=copies=0", "--set=stars=1")
    assert told.returncode == 2
    assert "needs 5 cards and the box holds 1" in told.stderr
    assert "Traceback" not in told.stderr
