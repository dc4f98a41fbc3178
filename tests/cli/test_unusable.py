"""Input that cannot be used: one message with its place, exit code 2, never a traceback."""

from __future__ import annotations

import pytest

from tests.cli.nim import Nim

SPEC, PROOFS, LISTED = "spec/nim.py", "proofs/nim.py", "pyproject.toml"
SAYS = "return move.number <= pile.stones"

# A file, what is replaced in it, and what the message must say: what is wrong and where.
BROKEN = [
    ("model/nim.py", "def over(", "def over((", "this is no Python", "model/nim.py:"),
    (SPEC, "BOOK = Rule", "BOOK = Rools", "NameError: name 'Roolsbook'", "spec/nim.py:"),
    (SPEC, "GAME, Pile", "GAME, Pyle", "ImportError: cannot import", "spec/nim.py:"),
    (SPEC, "BOOK = ", "COOK = ", "spec.nim has no BOOK", "spec/nim.py:1"),
    (
        SPEC,
        "BOOK = Rulebook(",
        "BOOK = 3\nCOOK = Rulebook(",
        "is a int and no Rulebook",
        "spec/nim",
    ),
    (PROOFS, "@sometimes()", "@sometymes()", "NameError: name 'sometymes'", "proofs/nim.py:"),
    (PROOFS, "from spec import nim", "from spec nim", "this is no Python", "proofs/nim.py:"),
    (SPEC, '@may("N-1")', '@may("N-7")', "error RW050", "spec/nim.py:"),
    (SPEC, SAYS, "return 1.5 > 0", "error RW020", "spec/nim.py:"),
    (SPEC, "spec/nim.tsv", "spec/gone.tsv", "error RW080", ""),
    (LISTED, "[tool", "[[tool", "pyproject.toml", ""),
    (LISTED, 'book = "spec.nim:BOOK"', "book = 3", "where its rulebook is", "pyproject.toml:2"),
    (LISTED, "proofs =", "proof =", "did you mean proofs?", "pyproject.toml:3"),
    (LISTED, "spec.nim:BOOK", "spec.nym:BOOK", "no module spec.nym", "pyproject.toml:2"),
    (LISTED, "spec.nim:BOOK", "spec.nim", "names no rulebook", "pyproject.toml:2"),
    (LISTED, "proofs.nim", "proofs.nym", "no module proofs.nym", "pyproject.toml:3"),
    (LISTED, "spec.nim:BOOK", "../spec:BOOK", "names no rulebook", "pyproject.toml:2"),
    (LISTED, "spec.nim:BOOK", "spec.nim:BOOK:X", "names no rulebook", "pyproject.toml:2"),
    (LISTED, "spec.nim:BOOK", "os:path", "os is no module of this project", "pyproject.toml:2"),
    (LISTED, "proofs.nim", "..proofs", "names no module", "pyproject.toml:3"),
    (LISTED, "proofs.nim", "json", "json is no module of this project", "pyproject.toml:3"),
    (LISTED, "games.nim", 'games."../nim"', "cannot name a game", "pyproject.toml:1"),
    (LISTED, "games.nim", 'games.""', "cannot name a game", "pyproject.toml:1"),
]


@pytest.mark.parametrize(("file", "old", "new", "message", "place"), BROKEN)
def test_a_broken_project(
    nim: Nim, file: str, old: str, new: str, message: str, place: str
) -> None:
    nim.edit(file, old, new)
    ran = nim.run("check")
    assert ran.code == 2, ran.out + ran.err
    assert message in ran.err
    assert place in ran.err


def test_no_project_here(nim: Nim) -> None:
    (nim.root / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    ran = nim.run("check")
    assert ran.code == 2
    assert "no rules project here" in ran.err


def test_a_project_is_found_from_below(nim: Nim) -> None:
    inside = Nim(nim.root / "model")
    assert inside.run("explore", "nim").code == 0


COMMANDS = [
    (("chek",), "did you mean check?"),
    (("check", "nym"), "did you mean nim?"),
    (("check", "--foo"), "No such option"),
    (("explore",), "Missing argument"),
    (("explore", "nym"), "no game 'nym'"),
    (("explore", "nim", "--scope", "tyny"), "did you mean tiny?"),
    (("explore", "nim", "--set", "stons=3"), "did you mean stones?"),
    (("explore", "nim", "--set", "stones=10"), "allows 1 to 9"),
    (("explore", "nim", "--set", "stones=0"), "allows 1 to 9"),
    (("explore", "nim", "--set", "stones=-3"), "allows 1 to 9"),
    (("explore", "nim", "--set", "stones=many"), "no whole number"),
    (("explore", "nim", "--set", "stones=2.5"), "no whole number"),
    (("explore", "nim", "--set", "stones="), "no whole number"),
    (("explore", "nim", "--set", "stones=99999999999999999999"), "far too large"),
    (("explore", "nim", "--set", "stones"), "gives no value"),
    (("explore", "nim", "--set", "stones=2", "--set", "stones=3"), "given twice"),
    (("explore", "nim", "--set", "stones=9"), "the box holds 8 stones"),
    (("explore", "nim", "--max-states", "0"), "max-states"),
    (("explore", "nim", "--edges", "pyproject.toml/edges.jsonl"), "cannot be written"),
    (("cover", "nym"), "no game 'nym'"),
    (("error", "RW999"), "RW999"),
]


@pytest.mark.parametrize(("arguments", "message"), COMMANDS)
def test_a_wrong_command(nim: Nim, arguments: tuple[str, ...], message: str) -> None:
    ran = nim.run(*arguments)
    assert ran.code == 2, ran.out + ran.err
    assert message in ran.err
    assert ran.out == ""


def test_an_error_in_the_code_of_a_project_is_told_as_its_own(nim: Nim) -> None:
    nim.edit("model/nim.py", 'return "the box', 'return 1 // 0 and "the box')
    nim.edit("model/nim.py", "self.stones > 8", "self.stones > 1")
    ran = nim.run("explore", "nim")
    assert ran.code == 2
    assert "ZeroDivisionError" in ran.err
    assert "model/nim.py:" in ran.err
