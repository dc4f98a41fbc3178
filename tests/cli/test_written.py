"""What Python accepts and a rulebook cannot be; names that are not there; files that change."""

from __future__ import annotations

import json

import pytest

from tests.cli.nim import SPEC as SPEC_TEXT
from tests.cli.nim import Nim

SPEC, MODEL, PROOFS = "spec/nim.py", "model/nim.py", "proofs/nim.py"
NEW = '@may("N-1")\ndef {}(pile: Pile, move: TakeStones) -> bool:\n    return False\n\n\n'
CLAIM = "\n\n@always()\ndef {}(pile: Pile) -> bool:\n    return True\n"

# A file, what is replaced in it, and the number, text and place of the error.
LOST = [
    (SPEC, "BOOK =", NEW.format("take_one_or_two") + "BOOK =", "RW051", "is written twice", 19),
    (SPEC, "BOOK =", "take_one_or_two = 3\nBOOK =", "RW051", "is written twice", 19),
    (SPEC, "BOOK =", "del take_one_or_two\nBOOK =", "RW051", "is written twice", 19),
    (SPEC, "BOOK =", "from model.nim import over as take_one_or_two\nBOOK =", "RW051", "twice", 19),
    (SPEC, "BOOK =", "if GAME:\n    take_one_or_two = 3\nBOOK =", "RW051", "is written twice", 20),
    (PROOFS, "@terminates()", CLAIM.format("stones_run_out")[2:] + "\n\n@terminates()", "RW051",
     "is written twice", 25),
    (MODEL, '"big", Box', '"tiny", Box', "RW051", "two scopes called tiny", 49),
    (MODEL, "stones=5", "stones=10", "RW084", "stones is 10, and Box allows 1 to 9", 49),
    (MODEL, "Box(stones=5)", 'Box(stones=5), across={"stones": range(8, 11)}', "RW084", "10", 49),
    (MODEL, "Box(stones=5)", 'Box(stones=5), across={"stons": range(3)}', "RW084", "no para", 49),
    (MODEL, "Box(stones=5)", 'Box(stones=5), across={"stones": range(0)}', "RW084", "no value", 49),
    (MODEL, "Box(stones=5)", "Box", "RW084", "no set of parameters", 49),
    (SPEC, "(__name__))\n", "(__name__))\n\n\n" + NEW.format("more"), "RW079",
     "more is a rule", 22),
    (SPEC, "BOOK =", "class Rules:\n    @must('N-1')\n    def one(pile: Pile, move: TakeStones) -> "
     "bool:\n        return True\n\n\nBOOK =", "RW079", "one stands inside Rules", 20),
    (PROOFS, "from spec import nim", CLAIM.format("high").replace("always()", 'always("N-1")')
     + "\n\nfrom spec import nim", "RW079", "high is a rule that Nim does not have", 7),
    (PROOFS, "@terminates()", "if TakeStones is Pile:\n    @always()\n    def low(pile: Pile) -> "
     "bool:\n        return False\n\n\n@terminates()", "RW079", "does not come by", 21),
    (PROOFS, "@terminates()", "def low(pile: Pile) -> bool:\n    return False\n\n\nALL = "
     "[always()(low)]\n\n\n@terminates()", "RW079", "ALL holds the claim low", 20),
    (SPEC, "BOOK =", "def low(pile: Pile, move: TakeStones) -> bool:\n    return False\n\n\n"
     "MORE = {1: may('N-1')(low)}\nBOOK =", "RW079", "low is a rule that Nim does not have", 19),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "code", "told", "line"), LOST)
def test_what_would_be_lost_in_silence(
    nim: Nim, file: str, old: str, new: str, code: str, told: str, line: int
) -> None:
    nim.edit(file, old, new)
    for command in (("check",), ("explore", "nim")):
        ran = nim.run(*command)
        assert ran.code == 2, ran.out + ran.err
        assert ran.err.startswith(f"error {code}: ")
        assert told in ran.err
        assert f"--> {file}:{line}:" in ran.err, ran.err
        assert "--set" not in ran.err


def test_rules_in_a_file_that_the_rulebook_does_not_name(nim: Nim) -> None:
    nim.write("spec/more.py", "from model.nim import Pile, TakeStones\nfrom rulewright import may\n"
              "\n\n" + NEW.format("more"))  # fmt: skip
    nim.edit(SPEC, "from rulewright", "from spec import more\nfrom rulewright")
    ran = nim.run("check")
    assert ran.code == 2
    assert "error RW079: more is a rule" in ran.err
    nim.edit(SPEC, "rules_of(__name__)", "rules_of(__name__, more.__name__)")
    assert "RW079" not in nim.run("check").err


def test_claims_in_a_file_that_no_game_lists(nim: Nim) -> None:
    nim.write("proofs/more.py", "from model.nim import Pile\nfrom rulewright import always\n"
              + CLAIM.format("more"))  # fmt: skip
    nim.add(PROOFS, "\nfrom proofs import more\n")
    ran = nim.run("check")
    assert ran.code == 2
    assert "error RW079: more is claimed in proofs.more, which no game lists" in ran.err
    nim.edit("pyproject.toml", '"proofs.nim"', '["proofs.nim", "proofs.more"]')
    assert nim.run("check").code == 0


RIGHT = [
    (SPEC, "BOOK =", "take_one_or_two = may('N-2')(take_one_or_two)\nBOOK ="),
    (SPEC, "BOOK =", "also = take_one_or_two\nBOOK ="),
    (SPEC, '@must("N-2")', "if GAME.name == 'nim':\n    LEAST = 1\nelse:\n    LEAST = 2\n\n\n"
     "@must('N-2')"),
    (SPEC, '@may("N-1")\n', '@may("N-2")\n@may("N-1")\n'),
    (SPEC, "BOOK =", "OLD = Rulebook('Old', GAME, 'x.tsv', (take_one_or_two,))\nBOOK ="),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new"), RIGHT)
def test_what_loses_nothing_is_let_be(nim: Nim, file: str, old: str, new: str) -> None:
    nim.edit(file, old, new)
    assert nim.run("check").code == 0


def test_a_rule_of_another_arm_is_let_be(nim: Nim) -> None:
    first, last = SPEC_TEXT.index('@may("N-1")'), SPEC_TEXT.index('@must("N-2")')
    rule = SPEC_TEXT[first:last].strip().replace("\n", "\n    ")
    either = f"if GAME.name == 'nim':\n    {rule}\nelse:\n    {rule}\n\n\n"
    nim.write(SPEC, SPEC_TEXT[:first] + either + SPEC_TEXT[last:])
    ran = nim.run("check")
    assert ran.code == 0, ran.err


# A name that is nowhere, and whether a rule may have had it.
NAMES = [
    ("return move.number <=", "return tabel.stones > 0 and move.number <=", "RW034"),
    ("return move.number <=", "return move.number > limit and move.number <=", "RW034"),
    ("return move.number <=", "return tabel.left() and move.number <=", "RW034"),
    ("return move.number <=", "return gone(pile) and move.number <=", ""),
    ('@may("N-1")', '@may("N-1", instead_of="gone")', ""),
    ('@may("N-1")', '@may("N-1", instead_of=gone)', ""),
    ("rules=rules_of(__name__)", "rules=rules_of(__name__), wins='gone'", ""),
    ("rules=rules_of(__name__)", "rules=rules_of(__name__), wins='worht'", "RW052"),
    ("rules=rules_of(__name__)", "rules=rules_of(__name__), scores='worths'", "RW052"),
    ("rules=rules_of(__name__)", "rules=rules_of(__name__), wins='the_pile_shrinks'", "RW052"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code"), NAMES)
def test_only_a_name_that_a_rule_may_have_had_is_a_missing_rule(
    nim: Nim, old: str, new: str, code: str
) -> None:
    nim.edit(SPEC, old, new)
    nim.edit(SPEC, "may, must,", "counts_as, may, must,")
    nim.edit(SPEC, "BOOK =", '@counts_as("N-1")\ndef worth(pile: Pile) -> int:\n    return 1\n\n\n'
             "BOOK =")  # fmt: skip
    ran = nim.run("check", "--json")
    if code:
        assert ran.code == 2, ran.out
        assert ran.err.startswith(f"error {code}: ")
        assert "--> spec/nim.py:" in ran.err
        return
    assert ran.code == 1, ran.err
    (finding,) = json.loads(ran.out)["games"][0]["findings"]
    assert finding["kind"] == "missing rule"
    assert "gone" in finding["question"]
    told = nim.run("check").out
    assert "Next: write the rule that is missing" in told
    assert "No surprises" not in told


# Saves a file of the project while the game is being checked: when a scope is set up.
SAVING = """def refusal(self) -> str:
        from pathlib import Path

        file = Path(__file__).parents[1] / {file!r}
        file.write_text(file.read_text().replace({old!r}, {new!r}))
"""


def saving(nim: Nim, file: str, old: str, new: str) -> None:
    text = SAVING.format(file=file, old=old, new=new)
    nim.edit(MODEL, "def refusal(self) -> str:\n", text)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (SPEC, "return move.number <= pile", "return move.number >= pile"),
        (MODEL, "return pile.stones == 0", "return pile.stones == 1"),
        (PROOFS, "pile.stones == 0", "pile.stones == 3"),
        (PROOFS, "pile.stones == 0", "pile.stones == 0"),  # saved anew, and perhaps read between
        ("spec/nim.tsv", "Take one", "Give one"),
        ("pyproject.toml", "spec.nim", "spec.none"),
    ],
)
def test_a_file_saved_while_it_is_checked_ends_the_check(
    nim: Nim, file: str, old: str, new: str
) -> None:
    saving(nim, file, old, new)
    for arguments in (("check",), ("check", "--json")):
        ran = nim.run(*arguments)
        assert ran.code == 2, ran.out + ran.err
        assert f"error: {file} was changed while it was being worked on" in ran.err
        assert ran.out == ""
        path = nim.root / file
        path.write_text(path.read_text().replace(new, old))


def test_a_file_of_another_game_may_be_saved(nim: Nim) -> None:
    nim.write("spec/other.py", '"""Not of this game."""\n')
    saving(nim, "spec/other.py", "Not", "None")
    ran = nim.run("check")
    assert (ran.code, ran.err) == (0, "")
