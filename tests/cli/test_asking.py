"""Which engine is asked what, and what several answers come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from model import star_grid
from model.star_grid import Table
from rulewright import Claim, ClaimKind, Expect
from rulewright.engines.checking_asking import (
    Answer,
    Engine,
    as_expected,
    decided,
    overall,
    questions,
)
from rulewright.engines.verdict import (
    Bounded,
    Exhausted,
    Fails,
    Proved,
    Sampled,
    Unknown,
    Vacuous,
    Verdict,
)

# One scope that is searched and one that is not.
GAME = replace(
    star_grid.GAME, scopes=tuple(s for s in star_grid.GAME.scopes if s.name in ("tiny", "full"))
)
SEEN, DRAWN, SURE = Exhausted("tiny", 7), Sampled("full", 3, 30), Proved("full", "")
OPEN, SHORT, IDLE = Unknown("tiny", "?"), Bounded("tiny", 3), Vacuous("tiny", "?")
WRONG = Fails("tiny", None, "no")


def holds(table: Table) -> bool:
    return True


def claim(kind: ClaimKind = ClaimKind.ALWAYS, **how: Any) -> Claim[Any, Any]:
    return Claim(kind, holds, **how)


def answers(about: Claim[Any, Any], *verdicts: Verdict) -> list[Answer]:
    """These verdicts to the questions in order; where there are more, the last is asked again."""
    asked = questions(about, GAME)
    return [Answer(asked[min(i, len(asked) - 1)], v, 0.0) for i, v in enumerate(verdicts)]


def engines(about: Claim[Any, Any]) -> list[tuple[Engine, str, bool]]:
    return [(q.engine, q.scope.name, q.extra) for q in questions(about, GAME)]


def test_who_is_asked() -> None:
    searched = (Engine.SEARCH, "tiny", False)
    assert engines(claim()) == [searched, (Engine.SAMPLE, "full", True)]
    assert engines(claim(expect=Expect.PROVED)) == [(Engine.PROVE, "full", False)]
    assert engines(claim(expect=Expect.PROVED, scopes=("tiny",))) == [(Engine.PROVE, "tiny", False)]
    assert engines(claim(scopes=("tiny",))) == [searched]
    assert engines(claim(scopes=("full",))) == [(Engine.SAMPLE, "full", False)]
    assert engines(claim(scopes=("full",), given=(claim(),))) == [(Engine.PROVE, "full", False)]
    assert engines(claim(ClaimKind.TERMINATES)) == [searched]
    assert engines(claim(ClaimKind.AT_MOST, bound=1, reached=True)) == [searched]


@pytest.mark.parametrize(
    ("expect", "verdicts", "verdict", "good"),
    [
        (Expect.HOLDS, [SEEN, DRAWN], SEEN, True),
        (Expect.HOLDS, [SEEN, OPEN], SEEN, True),  # random play is welcome and not needed
        (Expect.HOLDS, [OPEN, DRAWN], OPEN, False),
        (Expect.HOLDS, [SHORT, DRAWN], SHORT, False),
        (Expect.HOLDS, [IDLE], IDLE, False),
        (Expect.HOLDS, [IDLE, DRAWN], DRAWN, True),
        (Expect.HOLDS, [SEEN, WRONG], WRONG, False),
        (Expect.FAILS, [WRONG], WRONG, True),
        (Expect.FAILS, [SEEN, DRAWN], SEEN, False),
        (Expect.FAILS, [OPEN], OPEN, False),
        (Expect.EXHAUSTED, [SEEN, DRAWN], SEEN, True),
        (Expect.EXHAUSTED, [DRAWN], DRAWN, False),
        (Expect.PROVED, [SURE, SURE], SURE, True),
        (Expect.PROVED, [SURE, OPEN], OPEN, False),
        (Expect.PROVED, [SEEN], SEEN, False),
        (Expect.SAMPLED, [IDLE, DRAWN], DRAWN, True),
    ],
)
def test_what_answers_come_to(
    expect: Expect, verdicts: list[Verdict], verdict: Verdict, good: bool
) -> None:
    about = claim(expect=expect)
    found = answers(about, *verdicts)
    assert overall(about, found) == verdict
    assert as_expected(about, found) is good


def test_nothing_asked_is_no_success() -> None:
    about = claim()
    assert isinstance(overall(about, []), Unknown)
    assert not as_expected(about, [])


def test_something_that_can_happen_needs_one_scope_only() -> None:
    about = claim(ClaimKind.SOMETIMES)
    assert overall(about, answers(about, OPEN, WRONG)) == OPEN
    assert overall(about, answers(about, WRONG, OPEN)) == WRONG  # the sample decides nothing
    assert not decided(about, answers(about, WRONG))
    assert as_expected(about, answers(about, SURE, WRONG))
    assert decided(about, answers(about, SURE))


def test_a_failure_or_a_missing_proof_ends_the_asking() -> None:
    assert decided(claim(), answers(claim(), WRONG))
    assert not decided(claim(), answers(claim(), OPEN))
    proof = claim(expect=Expect.PROVED)
    assert decided(proof, answers(proof, OPEN))
