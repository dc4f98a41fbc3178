"""The other commands, the shapes of JSON, and output that suits whoever reads it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.nim import ROOT, Nim, environment, rulewright


def test_help_names_every_command_and_gives_examples() -> None:
    ran = rulewright("--help")
    assert ran.code == 0
    for name in ("check", "explore", "solve", "simulate", "list", "cover", "error"):
        assert f"\n  {name} " in ran.out
        told = rulewright(name, "--help")
        assert told.code == 0
        assert "Example" in told.out
    assert rulewright("--version").out.startswith("rulewright ")


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys; from rulewright.cli.run import run; run(['check', '--help']); "
        "print(*sorted({n.partition('.')[0] for n in sys.modules}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert loaded.isdisjoint({"z3", "hypothesis", "networkx", "rich", "mkdocs", "pytest"})


def test_json_of_check(nim: Nim) -> None:
    data = json.loads(nim.run("check", "--json").out)
    assert list(data) == ["ok", "unread", "games"]
    assert data["ok"] is True
    (game,) = data["games"]
    assert list(game) == ["game", "scopes", "unseen", "passed_over", "claims", "findings"]
    assert game["claims"][0] == {
        "name": "there_is_something_to_take",
        "verdict": "exhausted",
        "strength": "every state of scopes tiny and big (16 states)",
        "expected": "holds",
        "as_expected": True,
    }
    nim.add("spec/nim.tsv", "N-3\tPlay\t3\tThe last stone loses.\t\n")
    data = json.loads(nim.run("check", "--json").out)
    assert data["ok"] is False
    (finding,) = data["games"][0]["findings"]
    keys = ["id", "kind", "question", "rules", "sentences", "settled", "scope", "times"]
    assert list(finding) == keys
    assert finding["settled"] is False


def test_json_of_explore(nim: Nim) -> None:
    ran = nim.run("explore", "nim", "--set", "stones=4", "--json")
    data = json.loads(ran.out)
    assert ran.code == 0
    assert isinstance(data.pop("seconds"), float)
    assert data == {
        "game": "nim",
        "scope": "tiny",
        "parameters": {"stones": 4, "players": 2},
        "starts": 1,
        "states": 8,
        "transitions": 10,
        "levels": 4,
        "final": 2,
        "deadlocks": 0,
        "complete": True,
        "native": False,
        "note": "",
        "moves": {"TakeStones": 10},
        "coverage": True,
        "rules": [
            {"name": "take_one_or_two", "asked": 12, "spoke": 10, "stood": {"may": 10}},
            {"name": "the_pile_shrinks", "asked": 10, "spoke": 10, "stood": {"must": 10}},
        ],
        "broken": [],
        "failures": [],
        "claims": [{"name": "there_is_something_to_take", "verdict": "exhausted"}],
        "endless": False,
        "winners": None,
        "symmetry": None,
        "whole": None,
    }


def test_json_of_cover_and_list(nim: Nim) -> None:
    nim.add("spec/nim.tsv", "N-3\tPlay\t3\tThe last stone loses.\t\nN-4\tPlay\t4\tFun.\tno rule\n")
    ran = nim.run("cover", "nim", "--json")
    assert ran.code == 1
    assert json.loads(ran.out) == {
        "sentences": {
            "N-1": ["take_one_or_two"],
            "N-2": ["the_pile_shrinks"],
            "N-3": [],
            "N-4": [],
        },
        "missing": ["N-3"],
    }
    assert "N-3  NO RULE" in nim.run("cover", "nim").out
    assert "N-4  open: no rule" in nim.run("cover", "nim").out
    listed = json.loads(nim.run("list", "--json").out)
    assert [game["game"] for game in listed["games"]] == ["nim"]
    assert nim.run("list").out.startswith("nim: Nim, 2 rules, 3 claims\n")


def test_edges_are_json_lines(nim: Nim) -> None:
    ran = nim.run("explore", "nim", "--edges", "edges.jsonl", "--json")
    lines = (nim.root / "edges.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == json.loads(ran.out)["transitions"]
    assert json.loads(lines[0]) == {"from": 0, "move": {"kind": "TakeStones", "number": 1}, "to": 1}


def test_a_search_that_is_cut_off_is_no_success(nim: Nim) -> None:
    ran = nim.run("explore", "nim", "--scope", "big", "--max-states", "4", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["complete"] is False
    assert "cut off" in nim.run("explore", "nim", "--scope", "big", "--max-states", "4").out


def test_a_dead_end_is_shown(nim: Nim) -> None:
    nim.edit("spec/nim.py", "return move.number <=", "return move.number == 2 and move.number <=")
    ran = nim.run("explore", "nim")
    assert ran.code == 1
    assert "The nearest dead end:" in ran.out
    assert "stones: 3 → 1" in ran.out


def test_an_error_is_explained() -> None:
    ran = rulewright("error", "rw012")
    assert ran.code == 0
    assert "RW012" in ran.out
    assert len(ran.out.splitlines()) > 3


def test_a_terminal_without_the_characters(nim: Nim) -> None:
    nim.edit("spec/nim.py", "return move.number <=", "return move.number == 2 and move.number <=")
    nim.edit("model/nim.py", "class TakeStones", "class NimmHölzer")
    for file in ("model/nim.py", "spec/nim.py", "proofs/nim.py"):
        text = (nim.root / file).read_text(encoding="utf-8")
        nim.write(file, text.replace("TakeStones", "NimmHölzer"))
    ran = nim.run("check", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert ran.code == 1
    assert "stones: 3 -> 1" in ran.out
    assert "Nimm h?lzer number 2" in ran.out
    assert "Nimm hölzer number 2" in nim.run("check").out


def test_a_reader_that_goes_away(nim: Nim) -> None:
    command = [sys.executable, "-m", "rulewright", "check", "nim"]
    ran = subprocess.Popen(
        command, cwd=nim.root, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert ran.stdout is not None
    assert ran.stderr is not None
    ran.stdout.close()
    err = ran.stderr.read().decode()
    assert ran.wait(timeout=60) == 141
    assert err == ""


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("how", ["--native", "--no-native"])
def test_an_interrupt_ends_cleanly(how: str) -> None:
    command = [sys.executable, "-m", "rulewright", "explore", "star-grid", "--set", "players=6"]
    ran = subprocess.Popen(
        [*command, "--set", "copies=15", "--set", "columns=2", how],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Whoever runs the tests in the background may have interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(4)
    ran.send_signal(signal.SIGINT)
    out, err = ran.communicate(timeout=60)
    assert ran.returncode == 130
    assert b"interrupted" in err
    assert b"Traceback" not in out + err


def test_what_nobody_expected_is_one_line(nim: Nim) -> None:
    script = (
        "import rulewright.project as p; p.Project.find = None; "
        "import rulewright.cli as c; c.main(['list'])"
    )
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, cwd=nim.root, env=environment(), capture_output=True, text=True)
    assert ran.returncode == 70
    assert ran.stderr.startswith("internal error: TypeError: ")
    assert len(ran.stderr.splitlines()) == 1
    shown = environment(RULEWRIGHT_DEBUG="1")
    ran = subprocess.run(command, cwd=nim.root, env=shown, capture_output=True, text=True)
    assert "Traceback" in ran.stderr
