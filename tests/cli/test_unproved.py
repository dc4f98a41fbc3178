"""What stands in the way of a proof is shown in the words of the game."""

from __future__ import annotations

from tests.cli.nim import Nim

CLAIM = '''
from rulewright import Expect, always, terminates


@terminates(expect=Expect.PROVED, scopes=("big",))
def the_pile_grows(pile: Pile) -> int:
    """What was taken runs out."""
    return 9 - pile.stones


@always(expect=Expect.PROVED, scopes=("tiny",))
def a_pile_is_never_of_one_after_two_moves(pile: Pile) -> bool:
    """Whoever begins never finds four stones."""
    return pile.stones != 4
'''


def test_a_position_that_a_proof_cannot_rule_out(nim: Nim) -> None:
    nim.add("proofs/nim.py", CLAIM)
    model = (nim.root / "model/nim.py").read_text(encoding="utf-8")
    nim.write("model/nim.py", model.replace("Box(stones=5))", "Box(stones=5), searched=False)"))
    ran = nim.run("check")
    assert ran.code == 1
    assert "the measure is not lowered" in ran.out
    _, _, shown = ran.out.partition("What was taken runs out.\n      no proof")
    position = [line.strip() for line in shown.splitlines()[1:5]]
    assert position[0] == "In this position"
    assert position[1].startswith("stones: ")
    assert position[2].startswith("turn: player ")
    assert position[3].startswith("Then: Take stones number ")
    assert "Pile(" not in ran.out
    assert "Box(" not in ran.out
