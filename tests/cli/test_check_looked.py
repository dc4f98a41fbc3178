"""`rulewright check` does not pass without having looked, and says what it has not looked at."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.nim import PROOFS, PYPROJECT, Nim

MODEL = "model/nim.py"
SCOPES = '(Scope("tiny", Box(stones=3)), Scope("big", Box(stones=5)))'
FULL = 'Scope("full", Box(stones=7), searched=False)'
# Looks at no scope that --scope leaves.
ELSEWHERE = PROOFS.replace("ways()", 'ways(scopes=("big",))').replace(
    "times()", 'times(scopes=("big",))'
).replace("nates()", 'nates(scopes=("big",))')  # fmt: skip


def game(nim: Nim, *arguments: str) -> dict[str, Any]:
    found = json.loads(nim.run("check", "--json", *arguments).out)
    assert found["ok"] is (nim.run("check", *arguments).code == 0)
    (told,) = found["games"]
    assert isinstance(told, dict)
    return {"ok": found["ok"]} | told


def scopes(nim: Nim, *listed: str) -> None:
    nim.edit(MODEL, SCOPES, f"({', '.join(listed)},)")


def test_a_search_that_was_cut_off_is_unknown_though_no_claim_needs_it(nim: Nim) -> None:
    nim.write("proofs/nim.py", ELSEWHERE.replace('("big",)', '("tiny",)'))
    assert nim.run("check").code == 0
    ran = nim.run("check", "--max-states", "6")  # tiny has 6 states, big 10
    assert ran.code == 1
    assert "Unknown: the search of scope big was cut off after 6 states." in ran.out
    assert "No surprises" not in ran.out
    found = game(nim, "--max-states", "6")
    assert found["unseen"] == ["the search of scope big was cut off after 6 states"]
    assert [s["seen"] for s in found["scopes"]] == [True, False]
    assert all(claim["as_expected"] for claim in found["claims"])


def test_no_claim_asked_is_no_success(nim: Nim) -> None:
    nim.write("proofs/nim.py", ELSEWHERE)
    assert nim.run("check").code == 0
    ran = nim.run("check", "nim", "--scope", "tiny")
    assert ran.code == 1
    assert "Unknown: no claim of nim is asked of scope tiny." in ran.out
    assert "not looked at: scope big" in ran.out
    found = game(nim, "nim", "--scope", "tiny")
    assert len(found["passed_over"]) == 3
    assert found["scopes"][1] == {"name": "big", "how": "left out", "seen": False}


@pytest.mark.parametrize("proofs", ["proofs = []", "", 'proofs = "proofs.none"'])
def test_nothing_claimed_is_no_success(nim: Nim, proofs: str) -> None:
    nim.write("pyproject.toml", PYPROJECT.replace('proofs = "proofs.nim"', proofs))
    nim.write("proofs/none.py", '"""Nothing yet."""\n')
    ran = nim.run("check")
    assert ran.code == 1
    assert "Unknown: nothing is claimed of nim." in ran.out
    assert "No surprises" not in ran.out
    assert game(nim)["unseen"] == ["nothing is claimed of nim"]


@pytest.mark.parametrize("table", ["[tool.rulewright.games]\n", "[tool.rulewright]\ngames = {}\n"])
def test_a_project_without_games_is_unusable(nim: Nim, table: str) -> None:
    nim.write("pyproject.toml", f"[project]\nname = 'x'\n\n{table}")
    for command in ("check", "list"):
        ran = nim.run(command)
        assert ran.code == 2, command
        assert "lists no games" in ran.err
        assert "pyproject.toml:" in ran.err


def test_a_full_scope_that_no_claim_asks_of_is_played(nim: Nim) -> None:
    scopes(nim, 'Scope("tiny", Box(stones=3))', FULL)
    nim.write("proofs/nim.py", ELSEWHERE.replace('("big",)', '("tiny",)'))
    ran = nim.run("check")
    assert ran.code == 0
    assert "scope full: 16 plays at random" in ran.out
    nim.edit("spec/nim.py", "return move.number <=", "return pile.stones != 7 and move.number <=")
    (finding,) = game(nim)["findings"]
    assert (finding["kind"], finding["scope"]) == ("gap", "full")


def test_scopes_that_differ_in_their_names_alone_are_played_once(nim: Nim) -> None:
    same = FULL.replace("full", "all")
    scopes(
        nim,
        'Scope("tiny", Box(stones=3))',
        FULL,
        same,
        FULL.replace("full", "7").replace("=7", "=6"),
    )
    nim.write("proofs/nim.py", ELSEWHERE.replace('("big",)', '("tiny",)'))
    told = nim.run("check").out
    assert "scope all: its plays are among those of full" in told
    assert "scope full: 8 plays" in told
    assert "scope 7: 8 plays" in told
    nim.add("proofs/nim.py", "\n\n@always(scopes=('all',))\ndef some(pile: Pile) -> bool:\n"
            "    return pile.stones < 8\n")  # fmt: skip
    told = nim.run("check").out
    assert "8 plays sampled (all" in told
    assert "scope full: its plays are among those of all" in told


def test_plays_do_not_depend_on_the_scopes_looked_at(nim: Nim) -> None:
    scopes(nim, 'Scope("tiny", Box(stones=3))', FULL, FULL.replace("full", "6").replace("=7", "=6"))
    told = [line for line in nim.run("check").out.splitlines() if "scope full: 8 plays" in line]
    alone = nim.run("check", "nim", "--scope", "full").out
    assert told[0].split(", made")[0] in alone


def test_a_scope_in_which_no_play_starts_is_no_success(nim: Nim) -> None:
    nim.edit(MODEL, "def start(box: Box) -> Pile:", "@dataclass(frozen=True)\nclass Deal(Move, "
             "by=CHANCE):\n    pick: Annotated[int, between(0, 1)]\n\n    def possible(self, box: "
             "Box) -> bool:\n        return self.pick > box.stones\n\n\ndef start(box: Box, deal: "
             "Deal) -> Pile:")  # fmt: skip
    nim.edit(MODEL, "from rulewright import Game", "from rulewright import CHANCE, Game")
    nim.write("proofs/nim.py", PROOFS.split("@sometimes")[0])
    for listed in ('Scope("tiny", Box(stones=3))', FULL):
        nim.edit(MODEL, "scopes=(", f"scopes=({listed},) and (")
        ran = nim.run("check")
        assert ran.code == 1, ran.out + ran.err
        assert "Unknown: no play can start in scope" in ran.out
        nim.edit(MODEL, f"scopes=({listed},) and (", "scopes=(")


def test_play_that_never_ends_is_no_success_at_random(nim: Nim) -> None:
    scopes(nim, FULL)
    nim.edit(MODEL, "stones=pile.stones - move.number", "stones=pile.stones")
    nim.edit(MODEL, "return pile.stones == 0", "return pile.stones == 0 and pile.turn > 1")
    nim.edit("spec/nim.py", "before.stones - move.number", "before.stones")
    nim.write(
        "proofs/nim.py",
        PROOFS.split("@sometimes")[0]
        .replace("always()", "always(expect=Expect.FAILS)")
        .replace("pile.stones > 0", "pile.stones > 9"),
    )
    ran = nim.run("check")
    assert ran.code == 1
    assert "Unknown: no random play of scope full came to its end." in ran.out
    assert "not looked for: rules that never speak" in ran.out


def test_only_what_fails_stands_under_what_fails(nim: Nim) -> None:
    nim.write("proofs/nim.py", PROOFS + '''

@at_most(3, reached=True, expect=Expect.PROVED, scopes=("tiny",))
def how_many(pile: Pile) -> int:
    """There are three stones at most."""
    return pile.stones


@never(expect=Expect.FAILS)
def one_is_left(pile: Pile) -> bool:
    """Never is a single stone left."""
    return pile.stones == 1
''')  # fmt: skip
    told = nim.run("check").out
    assert "What fails" not in told
    known, met = told.index("Known faults, as claimed"), told.index("Where bounds are met")
    assert known < told.rindex("Never is a single stone left.") < met
    assert met < told.rindex("There are three stones at most.")
    nim.edit("proofs/nim.py", "pile.stones > 0 and", "pile.stones > 1 and")
    told = nim.run("check").out
    assert told.index("What fails, and how") < told.index("Known faults, as claimed")


def test_questions_come_before_the_claims_that_fail(nim: Nim) -> None:
    nim.edit("spec/nim.py", "move.number <=", "move.number < 2 and pile.stones > 1 and 0 <=")
    nim.edit("proofs/nim.py", "pile.stones > 0 and", "pile.stones > 3 and")
    ran = nim.run("check")
    assert ran.code == 1
    assert ran.out.index("Questions") < ran.out.index("What fails")


def test_a_claim_about_a_move_that_cannot_be_made_shows_the_move(nim: Nim) -> None:
    nim.edit("spec/nim.py", "return move.number <= pile.stones", "return pile.stones > 0")
    nim.edit("proofs/nim.py", "pile.stones > 0 and rules", "move.number <= pile.stones and rules")
    told = nim.run("check").out
    failing = told[told.index("What fails, and how") :]
    assert "tries: Take stones number 2" in failing


def test_a_rule_of_all_positions_that_does_not_hold_is_told_so(nim: Nim) -> None:
    nim.edit(
        "spec/nim.py",
        '@must("N-2")',
        '@always("N-2")\ndef many(pile: Pile) -> bool:\n'
        '    """There are stones left."""\n    return pile.stones > 0\n\n\n@must("N-2")',
    )
    nim.edit("spec/nim.py", "may, must,", "always, may, must,")
    told = " ".join(nim.run("check").out.split())
    assert "“There are stones left”: here it does not hold. Which is right" in told


def test_what_a_rule_owes_is_not_hidden_by_a_claim(nim: Nim) -> None:
    """A claim that calls the same function runs into the failing duty first."""
    nim.edit(
        MODEL,
        "def over(",
        "LEFT = (0, 0, 1)\n\n\ndef left(pile: Pile) -> int:\n"
        "    return LEFT[pile.stones]\n\n\ndef over(",
    )
    nim.edit("spec/nim.py", "GAME, Pile", "GAME, Pile, left")
    nim.edit("spec/nim.py", "return move.number <=", "return left(pile) < 2 and move.number <=")
    for name in ("any_is_left", "take_one_or_two"):
        nim.write(
            "proofs/nim.py",
            PROOFS.split("@always")[0] + "from model.nim import left\n\n\n"
            f"@sometimes()\ndef {name}(pile: Pile) -> bool:\n    return left(pile) == 1\n",
        )
        found = game(nim)
        assert not found["ok"]
        assert "gap" in [finding["kind"] for finding in found["findings"]]


def test_play_that_never_ends_is_a_question(nim: Nim) -> None:
    nim.edit(MODEL, "stones=pile.stones - move.number", "stones=pile.stones")
    nim.edit("spec/nim.py", "before.stones - move.number", "before.stones")
    nim.write("proofs/nim.py", PROOFS.split("@sometimes")[0])
    (finding,) = game(nim)["findings"]
    assert finding["kind"] == "unreachable"
    assert (
        finding["question"] == "No play ever comes to its end (in scopes tiny, big). What ends it?"
    )


def test_a_move_after_the_end_is_found_by_random_play(nim: Nim) -> None:
    scopes(nim, FULL)
    nim.edit(MODEL, "return pile.stones == 0", "return pile.stones < 2")
    nim.write("proofs/nim.py", PROOFS.split("@sometimes")[0])
    (finding,) = game(nim)["findings"]
    assert (finding["kind"], finding["scope"]) == ("contradiction", "full")
    assert finding["rules"] == ["take_one_or_two"]
    told = nim.run("check").out
    assert "Play is over here, and the rules still allow TakeStones." in told
    assert "tries: Take stones number 1" in told


def test_a_file_that_no_game_reads_is_told(nim: Nim) -> None:
    for file, text in (("proofs/more.py", PROOFS), ("spec/more.py", "@may('x')\ndef f(): ...\n")):
        nim.write(file, text)
        ran = nim.run("check")
        assert ran.code == 1
        assert f"Unknown: {file} holds rules or claims, and no game reads it." in ran.out
        assert "No surprises" not in ran.out
        found = json.loads(nim.run("check", "--json").out)
        assert (found["ok"], found["unread"]) == (False, [file])
        nim.write(file, '"""Nothing of that kind."""\n\n\ndef helper() -> None: ...\n')
        assert nim.run("check").code == 0
