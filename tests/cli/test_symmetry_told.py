"""`explore --symmetry`: what it tells, and what it refuses."""

from __future__ import annotations

import json

import pytest

from tests.cli.nim import Nim, rulewright

ORDER = """

@dataclass(frozen=True)
class Pile:
    box: Box
    stones: Annotated[int, between(0, "stones")]
    shown: Annotated[tuple[bool, ...], length(2), unordered()]
    turn: Annotated[int, between(0, "players - 1")]
"""


@pytest.fixture
def shown(nim: Nim) -> Nim:
    """Nim with two marks in no order, of which each move sets one."""
    text = (nim.root / "model/nim.py").read_text(encoding="utf-8")
    first, last = (
        text.index("\n\n@dataclass(frozen=True)\nclass Pile"),
        text.index("\n\n@dataclass(frozen=True)\nclass TakeStones"),
    )
    nim.write("model/nim.py", text[:first] + ORDER + text[last:])
    nim.edit("model/nim.py", "Scope, between", "Scope, between, length, place_in, put, unordered")
    nim.edit(
        "model/nim.py",
        "    number: Annotated[int, between(1, 2)]",
        "    number: Annotated[int, between(1, 2)]\n"
        '    at: Annotated[int, between(0, 1), place_in("shown")]',
    )
    nim.edit("model/nim.py", "box.stones, 0)", "box.stones, (False, False), 0)")
    nim.edit(
        "model/nim.py",
        "turn=1 - pile.turn)",
        "turn=1 - pile.turn, shown=put(pile.shown, move.at, True))",
    )
    return nim


def test_it_is_told(shown: Nim) -> None:
    whole = json.loads(shown.run("explore", "nim", "--json").out)
    ran = shown.run("explore", "nim", "--symmetry")
    data = json.loads(shown.run("explore", "nim", "--symmetry", "--json").out)
    assert ran.code == 0, ran.err
    assert data["symmetry"] == "shown (items)"
    assert data["states"] < data["whole"] == whole["states"]
    assert data["endless"] is None
    assert f"{data['states']} states up to symmetry, 1 start among them" in ran.out
    assert "unordered: shown (items)" in ran.out
    assert f"the whole has {whole['states']} states" in ran.out
    assert "Endless play was not looked for" in ran.out
    assert "up to symmetry" not in shown.run("explore", "nim").out


def test_a_rule_that_looks_at_the_first_is_named(shown: Nim) -> None:
    shown.edit(
        "spec/nim.py",
        "return move.number <=",
        "return (move.number == 1 or not pile.shown[0]) and move.number <=",
    )
    ran = shown.run("explore", "nim", "--symmetry")
    assert ran.code == 2
    assert "take_one_or_two does not treat shown alike, as in Pile(" in ran.err
    assert "search without --symmetry" in ran.err
    assert shown.run("explore", "nim").code == 0


def test_a_dead_end_is_shown_by_a_play_that_is_real(shown: Nim) -> None:
    shown.edit("spec/nim.py", "return move.number <=", "return move.number == 2 and move.number <=")
    ran = shown.run("explore", "nim", "--symmetry")
    assert ran.code == 1
    assert "The nearest dead end:" in ran.out
    assert "stones: 3 → 1" in ran.out


def test_what_does_not_go_with_it(nim: Nim) -> None:
    ran = nim.run("explore", "nim", "--symmetry")
    assert ran.code == 2
    assert "declares nothing unordered" in ran.err
    ran = rulewright("explore", "star-grid", "--symmetry", "--edges", "edges.jsonl")
    assert ran.code == 2
    assert "--symmetry" in ran.err
