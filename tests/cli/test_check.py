"""`rulewright check` on a small project: what it prints, what it finds, how it exits."""

from __future__ import annotations

import json

from tests.cli.nim import Nim, masked

GOOD = """\
Nim (nim)
  scope tiny: 6 states, 6 moves, all searched in 0.0 s
  scope big: 10 states, 14 moves, all searched in 0.0 s

  ✓ Nobody takes from an empty pile. 0.0 s
      every state of scopes tiny and big (16 states)
  ✓ The second player can take the last stone. 0.0 s
      shown by a play of 2 moves (tiny)
  ✓ Every game ends. 0.0 s
      every state of scopes tiny and big (16 states)

3 of 3 claims as expected; 0 findings. No surprises.
"""

STUCK = """\
Nim (nim)
  scope tiny: 2 states, 1 move, all searched in 0.0 s
  scope big: 3 states, 2 moves, all searched in 0.0 s

  ✓ Nobody takes from an empty pile. 0.0 s
      every state of scopes tiny and big (5 states)
  ✗ The second player can take the last stone. 0.0 s
      fails: no play reaches such a position (tiny) — expected: holds
  ✓ Every game ends. 0.0 s
      every state of scopes tiny and big (5 states)
  ✗ Never is a single stone left. 0.0 s
      fails: it happens here, after 1 move (tiny) — expected: holds

  Questions

    gap-5ca80510, gap-1ca593e8: Nobody has a legal move here and play is not over. What happens?
      scopes: tiny, big
      Start
          stones: 3
          turn: player 1
      1. Player 1: Take stones number 2
           stones: 3 → 1
           turn: player 1 → player 2

  What fails, and how

    Never is a single stone left.
      it happens here
      Start
          stones: 3
          turn: player 1
      1. Player 1: Take stones number 2
           stones: 3 → 1
           turn: player 1 → player 2

2 of 4 claims as expected; 2 findings, 0 settled.
Next: a claim marked ✗ is a surprise. Mend the rule or the claim; a fault that is to stay is \
claimed with expect=Expect.FAILS.
Next: answer each question with a rule, or settle it in proofs/nim.rulings.toml under its name, \
with the reason: gap-5ca80510, gap-1ca593e8.
"""

ONE_LEFT = '''

@never()
def one_is_left(pile: Pile) -> bool:
    """Never is a single stone left."""
    return pile.stones == 1
'''


def only_twos(nim: Nim) -> None:
    nim.edit("spec/nim.py", "return move.number <=", "return move.number == 2 and move.number <=")


def test_a_good_project(nim: Nim) -> None:
    ran = nim.run("check")
    assert (ran.code, masked(ran.out)) == (0, GOOD)
    assert ran.err == ""


def test_a_dead_end_and_a_failing_claim_show_their_plays(nim: Nim) -> None:
    only_twos(nim)
    nim.add("proofs/nim.py", ONE_LEFT)
    ran = nim.run("check", "nim")
    assert (ran.code, masked(ran.out)) == (1, STUCK)


def test_a_known_fault_is_no_surprise_and_another_verdict_is(nim: Nim) -> None:
    nim.add("proofs/nim.py", ONE_LEFT.replace("never()", "never(expect=Expect.FAILS)"))
    ran = nim.run("check")
    assert ran.code == 0
    assert "fails, as expected: it happens here" in ran.out
    assert "stones: 3 → 1" in ran.out
    only_twos(nim)
    nim.edit("proofs/nim.py", "pile.stones == 1", "pile.stones == 2")
    ran = nim.run("check")
    assert ran.code == 1
    assert "— expected: fails" in ran.out


def test_rulings_without_a_reason_are_unusable(nim: Nim) -> None:
    for text in ("[[ruling]]\nfinding = 'x'\n", "ruling = 1\n", "[[", "[other]\n"):
        nim.write("proofs/nim.rulings.toml", text)
        ran = nim.run("check")
        assert ran.code == 2, text
        assert "nim.rulings.toml:1" in ran.err


def test_a_deleted_rule_is_a_surprise_and_other_claims_are_checked(nim: Nim) -> None:
    start = (nim.root / "spec/nim.py").read_text(encoding="utf-8")
    first, last = start.index('@may("N-1")'), start.index('@must("N-2")')
    nim.write("spec/nim.py", start[:first] + start[last:])
    ran = nim.run("check", "--json")
    assert ran.code == 1
    game = json.loads(ran.out)["games"][0]
    verdicts = {claim["name"]: claim["verdict"] for claim in game["claims"]}
    assert verdicts["there_is_something_to_take"] == "unusable"
    why = "cannot be asked: spec.nim has no take_one_or_two (proofs/nim.py:11)"
    assert game["claims"][0]["strength"] == why
    assert verdicts["stones_run_out"] == "exhausted"
    assert {finding["kind"] for finding in game["findings"]} == {"gap", "unreachable", "cover"}


def test_proofs_that_import_a_deleted_rule_are_a_surprise(nim: Nim) -> None:
    for line in ("from spec.nim import gone", "rules.gone"):
        nim.add("proofs/nim.py", f"\n{line}\n")
        ran = nim.run("check", "--json")
        assert ran.code == 1, ran.err
        (claim,) = json.loads(ran.out)["games"][0]["claims"]
        assert claim["verdict"] == "unusable"
        assert claim["strength"].startswith("proofs cannot be loaded: ")
        nim.edit("proofs/nim.py", f"\n{line}\n", "")


def test_a_move_that_does_not_keep_its_rule_is_a_contradiction(nim: Nim) -> None:
    nim.edit("model/nim.py", "pile.stones - move.number", "pile.stones - 1")
    ran = nim.run("check", "--json")
    assert ran.code == 1
    for finding in json.loads(ran.out)["games"][0]["findings"]:
        assert finding["kind"] == "contradiction"
        assert finding["rules"] == ["the_pile_shrinks"]
        assert finding["sentences"] == ["N-2"]
    told = nim.run("check").out
    assert "Player 1: Take stones number 2" in told


def test_a_duty_that_fails_shows_the_move_that_cannot_be_made(nim: Nim) -> None:
    nim.edit("spec/nim.py", "return move.number <= pile.stones", "return move.number > 0")
    ran = nim.run("check", "--json")
    assert ran.code == 1
    findings = json.loads(ran.out)["games"][0]["findings"]
    # Stones below none; and the rules go on where play is over.
    assert {finding["kind"] for finding in findings} == {"contradiction", "gap"}
    assert "Then player" in nim.run("check").out


def test_a_rule_that_never_speaks_is_dead(nim: Nim) -> None:
    nim.edit(
        "spec/nim.py",
        '@must("N-2")',
        '@may("N-1")\ndef take_much(pile: Pile, move: TakeStones) -> bool:\n'
        '    """Many stones."""\n    return move.number > 7\n\n\n@must("N-2")',
    )
    findings = json.loads(nim.run("check", "--json").out)["games"][0]["findings"]
    assert [(f["kind"], f["rules"]) for f in findings] == [("dead rule", ["take_much"])]


def test_a_rule_that_speaks_after_the_end_only_is_not_dead(nim: Nim) -> None:
    nim.edit(
        "spec/nim.py",
        '@must("N-2")',
        "@must_not('N-1')\ndef go_on(pile: Pile, move: TakeStones) -> bool:\n"
        '    """Nothing after the end."""\n    return pile.stones == 0\n\n\n@must("N-2")',
    )
    nim.edit("spec/nim.py", "may, must,", "may, must, must_not,")
    assert nim.run("check").code == 0


def test_ids_of_findings_do_not_depend_on_lines(nim: Nim) -> None:
    only_twos(nim)
    before = json.loads(nim.run("check", "--json").out)["games"][0]["findings"]
    nim.edit("spec/nim.py", '"""The rules of Nim."""', '"""The rules of Nim."""\n\n\n# More.\n')
    after = json.loads(nim.run("check", "--json").out)["games"][0]["findings"]
    assert before == after


def test_a_scope_that_is_not_there_makes_its_claim_unusable(nim: Nim) -> None:
    nim.edit("proofs/nim.py", "@terminates()", '@terminates(scopes=("tyni",))')
    ran = nim.run("check")
    assert ran.code == 1
    assert "the game has no scope 'tyni'; did you mean tiny?" in ran.out
