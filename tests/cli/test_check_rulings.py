"""A ruling settles what the designer has seen, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.nim import Nim

SPEC, MODEL, PROOFS, INDEX = "spec/nim.py", "model/nim.py", "proofs/nim.py", "spec/nim.tsv"
RULE = "return move.number <= pile.stones"
SETTLED = "The stuck player loses."


def findings(nim: Nim, *arguments: str) -> list[dict[str, Any]]:
    found = json.loads(nim.run("check", "--json", *arguments).out)["games"][0]["findings"]
    assert isinstance(found, list)
    return found


def settle(nim: Nim) -> list[dict[str, Any]]:
    """Settle all that is found, with one ruling; give it."""
    found = findings(nim)
    names = json.dumps([finding["id"] for finding in found])
    nim.write("proofs/nim.rulings.toml", f'[[ruling]]\nfinding = {names}\nreason = "{SETTLED}"\n')
    assert found
    assert all(finding["settled"] for finding in findings(nim))
    return found


def only_twos(nim: Nim) -> None:
    nim.edit(SPEC, RULE, "return move.number == 2 and move.number <= pile.stones")
    nim.edit(PROOFS, "@sometimes()", "@sometimes(expect=Expect.FAILS)")


def test_a_ruling_settles_what_it_was_made_on(nim: Nim) -> None:
    only_twos(nim)
    settle(nim)
    ran = nim.run("check")
    assert ran.code == 0
    assert f"settled: {SETTLED}" in ran.out


def test_another_dead_end_is_another_finding(nim: Nim) -> None:
    only_twos(nim)
    before = {finding["id"] for finding in settle(nim)}
    nim.edit(SPEC, "move.number == 2 and move.number <= pile.stones", "pile.stones == 3")
    after = [f for f in findings(nim) if f["kind"] == "gap"]
    assert after
    assert not any(f["settled"] or f["id"] in before for f in after)
    assert nim.run("check").code == 1


def test_one_dead_end_more_of_the_same_sort_is_another_finding(nim: Nim) -> None:
    nim.edit(SPEC, RULE, "return move.number <= pile.stones and pile.stones != 1")
    settle(nim)
    nim.edit(SPEC, "pile.stones != 1", "pile.stones > 2")
    assert not any(f["settled"] for f in findings(nim) if f["kind"] == "gap")


def play_at_random(nim: Nim) -> None:
    nim.edit(MODEL, 'Scope("big", Box(stones=5))', 'Scope("big", Box(stones=5), searched=False)')


def test_a_dead_end_of_random_play_is_known_by_its_positions(nim: Nim) -> None:
    play_at_random(nim)
    only_twos(nim)
    settle(nim)
    assert all(f["settled"] for f in findings(nim, "--scope", "big"))
    nim.edit(SPEC, "move.number == 2 and", "move.number == 2 and pile.stones != 3 and")
    found = [f for f in findings(nim, "--scope", "big") if f["kind"] == "gap"]
    assert found
    assert not any(f["settled"] for f in found)


IRRELEVANT: list[tuple[str, str, str]] = [
    (SPEC, '"""The rules of Nim."""', '"""The rules of Nim."""\n\n\n# More.\n'),
    (SPEC, "One or two stones are taken", "Take one stone or take two"),
    (MODEL, 'Scope("tiny"', 'Scope("least"'),
    (MODEL, 'scopes=(Scope("tiny", Box(stones=3)),', 'scopes=(Scope("tiny", Box(stones=3)), '
     'Scope("one", Box(stones=2)),'),
    (MODEL, '    stones: Annotated[int, between(0, "stones")]\n    turn: Annotated[int, '
     'between(0, "players - 1")]\n', '    turn: Annotated[int, between(0, "players - 1")]\n'
     '    stones: Annotated[int, between(0, "stones")]\n'),
    (INDEX, "Take one or two stones.", "take one or  two stones"),
    (SPEC, '@must("N-2")', '@must("N-1")\ndef nobody_passes(before: Pile, move: TakeStones, '
     'after: Pile) -> bool:\n    """The turn passes."""\n    return after.turn != before.turn\n'
     '\n\n@must("N-2")'),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new"), IRRELEVANT)
def test_what_has_no_part_in_it_changes_no_name(nim: Nim, file: str, old: str, new: str) -> None:
    only_twos(nim)
    settle(nim)
    nim.edit(file, old, new)
    if "turn: Annotated" in new:
        nim.edit(MODEL, "Pile(box, box.stones, 0)", "Pile(box, 0, box.stones)")
    found = findings(nim)
    assert found
    assert all(finding["settled"] for finding in found)


def dead_rule(nim: Nim) -> None:
    rule = '@may("N-1")\ndef take_much(pile: Pile, move: TakeStones) -> bool:\n'
    text = '    """Many stones."""\n    return move.number > 7\n\n\n'
    nim.edit(SPEC, '@must("N-2")', f'{rule}{text}@must("N-2")')


def uncited(nim: Nim) -> None:
    nim.write(INDEX, (nim.root / INDEX).read_text() + "N-3\tPlay\t3\tNobody passes.\t\n")


def broken(nim: Nim) -> None:
    nim.edit(MODEL, "pile.stones - move.number", "pile.stones - 1")


def late(nim: Nim) -> None:
    nim.edit(MODEL, "return pile.stones == 0", "return pile.stones < 2")


def unbounded(nim: Nim) -> None:
    nim.edit(SPEC, RULE, "return move.number <= pile.stones + 1 and pile.stones > 0")


OTHERS: list[tuple[Callable[[Nim], None], str, tuple[str, str, str], str]] = [
    (dead_rule, "dead rule", (SPEC, "move.number > 7", "move.number > 7 + pile.stones"), ""),
    (dead_rule, "dead rule", (SPEC, "Many stones.", "A lot."), "settled"),
    (uncited, "cover", (INDEX, "Nobody passes.", "Everybody passes."), ""),
    (uncited, "cover", (INDEX, "Nobody passes.", "nobody passes"), "settled"),
    (broken, "contradiction", (MODEL, "pile.stones - 1,", "pile.stones - pile.stones,"), ""),
    (broken, "contradiction", (MODEL, "def over", "# Play ends.\ndef over"), "settled"),
    (late, "contradiction", (MODEL, "pile.stones < 2", "pile.stones < 3"), ""),
    (unbounded, "gap", (SPEC, "pile.stones > 0", "pile.stones != 2"), ""),
    (unbounded, "gap", (SPEC, "pile.stones > 0", "0 < pile.stones"), "settled"),
]


@pytest.mark.parametrize(("fault", "kind", "edit", "then"), OTHERS)
def test_each_kind_of_finding_is_known_by_what_was_seen(
    nim: Nim, fault: Callable[[Nim], None], kind: str, edit: tuple[str, str, str], then: str
) -> None:
    fault(nim)
    settle(nim)
    nim.edit(*edit)
    found = [finding for finding in findings(nim) if finding["kind"] == kind]
    assert found
    assert all(finding["settled"] for finding in found) is (then == "settled")


def test_a_ruling_is_stale_only_where_it_was_looked_for(nim: Nim) -> None:
    only_twos(nim)
    tiny, big = (finding["id"] for finding in settle(nim))
    assert tiny != big
    for scope in ("tiny", "big"):
        found = findings(nim, "--scope", scope)
        assert [finding["kind"] for finding in found] == ["gap"], scope
        assert nim.run("check", "--scope", scope).code == 0
    for ran in (nim.run("check", "--max-states", "1"), nim.run("check", "--scope", "tiny")):
        assert "answers nothing" not in ran.out
    assert nim.run("check", "--max-states", "1").code == 1


def test_a_stale_ruling_is_told_with_what_to_do_about_it(nim: Nim) -> None:
    ruling = '[[ruling]]\nfinding = "{}"\nreason = "Once it was so."\n'
    for name in ("gap-12345678", "dead-rule-12345678", "cover-12345678", "nothing-1"):
        nim.write("proofs/nim.rulings.toml", ruling.format(name))
        ran = nim.run("check")
        assert ran.code == 1
        assert f"The ruling on {name} answers nothing that is found any more." in ran.out
        assert "take rulings that answer nothing any more out of proofs/nim.rulings.toml" in ran.out
        assert "settle it in" not in ran.out


def test_a_ruling_on_nothing_is_unusable(nim: Nim) -> None:
    for named in ("[]", "['x', 3]", "['x', 'x']", "['']"):
        nim.write("proofs/nim.rulings.toml", f"[[ruling]]\nfinding = {named}\nreason = 'so'\n")
        ran = nim.run("check")
        assert ran.code == 2, named
        assert "nim.rulings.toml:1" in ran.err
