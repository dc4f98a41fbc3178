"""Native code finds what the interpreter finds: states in order, counts, rules, claims, faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from model.star_grid import Box
from proofs import star_grid as proofs
from rulewright import Claim
from rulewright.engines.explore import check
from rulewright.engines.explore_found import Exploration
from rulewright.engines.explore_how import explore
from rulewright.engines.explore_native import explore_natively
from rulewright.engines.explore_search import interpreted
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import Bounded, Budget, How, Unknown
from spec.star_grid import BOOK
from tests.differential import workbench_rules
from tests.differential.mutating import mutants
from tests.differential.running import games
from tests.unit.explore_alike import counts, differences, everything

pytest.importorskip("llvmlite")

CLAIMS = tuple(value for value in vars(proofs).values() if isinstance(value, Claim))
TINY = BOOK.game.scopes[0]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("objects")


def subject(box: Box = TINY.box, claims: tuple[Any, ...] = CLAIMS) -> Subject:
    return Subject.of(BOOK, TINY, box, claims)


def alike(one: Exploration, other: Exploration) -> list[str]:
    assert other.native
    return differences(everything(one), everything(other))


@pytest.mark.parametrize("scope", ["tiny", "wide"])
def test_star_grid(scope: str, cache: Path) -> None:
    chosen = BOOK.game.scope(scope)
    of = Subject.of(BOOK, chosen, chosen.box, CLAIMS)
    native = explore_natively(of, Budget(), cache=cache)
    assert alike(interpreted(of, Budget()), native) == []
    assert len(native.states) == {"tiny": 4575, "wide": 3433}[scope]
    assert verdicts(chosen, How.INTERPRETED) == verdicts(chosen, How.NATIVE)


def verdicts(scope: Any, how: How) -> dict[str, str]:
    of = Subject.of(BOOK, scope, scope.box, CLAIMS)
    return {e.claim.name: repr(check(e, of, Budget(how=how))) for e in of.program.claims}


def test_the_workbench(cache: Path) -> None:
    book = workbench_rules.BOOK
    scope = book.game.scopes[0]
    of = Subject.of(book, scope, scope.box, workbench_rules.CLAIMS)
    budget = Budget(states=400)
    slow, fast = interpreted(of, budget), explore_natively(of, budget, cache=cache)
    size = min(len(slow.states), len(fast.states), 400)
    assert list(slow.states[:size]) == list(fast.states[:size])
    assert len(slow.failures) == len(fast.failures) > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", [g.name for g in games() if g.name.startswith("good/")])
def test_small_games(game: str, cache: Path) -> None:
    (played,) = [g for g in games() if g.name == game]
    for scope in played.book.game.scopes:
        of = Subject.of(played.book, scope, scope.box, played.claims)
        slow = interpreted(of, Budget(states=2_000))
        if slow.complete:
            assert alike(slow, explore_natively(of, Budget(), cache=cache)) == []


@pytest.mark.slow
@pytest.mark.parametrize("scope", ["tiny", "wide"])
def test_without_coverage_only_the_counting_is_missing(scope: str, cache: Path) -> None:
    chosen = BOOK.game.scope(scope)
    of = Subject.of(BOOK, chosen, chosen.box, CLAIMS)
    native = explore_natively(of, Budget(coverage=False), cache=cache)
    assert alike(interpreted(of, Budget(coverage=False)), native) == []
    assert not native.uses
    whole = everything(interpreted(of, Budget()))
    assert differences(whole | {"uses": []}, everything(native)) == []


@pytest.mark.parametrize("share", range(4))
def test_rules_that_are_wrong(share: int, cache: Path) -> None:
    """Broken rules, moves after the end, failing duties and dead ends are met in the same cases."""
    box = replace(TINY.box, copies=2)
    right = subject(box)
    names = [n for n in right.program.functions if n.startswith(("spec.", "model.", "proofs."))]
    wrong = list(mutants(right.program, names))[share::24]
    assert len(wrong) > 3
    seen = set()
    for at, (what, program) in enumerate(wrong):
        coverage = bool(at % 3)
        of = Subject(TINY, box, program)
        try:
            slow = interpreted(of, Budget(states=3_000, coverage=coverage))
        except (TypeError, IndexError, AttributeError):
            continue  # the change made no program
        if not slow.complete:
            continue
        fast = explore_natively(of, Budget(coverage=coverage), cache=cache)
        assert alike(slow, fast) == [], what
        kinds = (slow.broken, slow.failures, slow.deadlocks, slow.late)
        seen |= {kind for kind, some in enumerate(kinds) if some}
    assert seen


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_no_count(threads: int, cache: Path) -> None:
    of = subject()
    one = counts(explore_natively(of, Budget(), cache=cache))
    assert (
        differences(one, counts(explore_natively(of, Budget(threads=threads), cache=cache))) == []
    )


@pytest.mark.slow
def test_counts_do_not_depend_on_the_number_of_threads(cache: Path) -> None:
    of = subject(Box(players=2, columns=1, rows=3, values=2, copies=4, stars=1))
    first = counts(explore_natively(of, Budget(), cache=cache))
    for run in range(50):
        budget = Budget(threads=1 + run % 7)
        found = explore_natively(of, budget, cache=cache)
        assert differences(first, counts(found)) == [], budget.threads


def test_the_yardstick(cache: Path) -> None:
    box = Box(players=3, columns=1, rows=2, values=2, copies=4, stars=2)
    found = explore_natively(subject(box), Budget(), cache=cache)
    assert (len(found.states), found.transitions, found.levels) == (179_439, 714_375, 12)
    assert (found.final, len(found.deadlocks), found.complete) == (31_365, 0, True)


def test_a_search_that_is_cut_off_is_no_success(cache: Path) -> None:
    of = subject()
    found = explore_natively(of, Budget(states=1_000), cache=cache)
    assert not found.complete
    assert found.expanded < len(found.states)
    assert isinstance(found.strength(), Bounded)
    assert isinstance(found.cut_off(), Unknown)
    whole = interpreted(of, Budget())
    size = len(found.states)
    assert list(found.states) == list(whole.states[:size])


def test_memory_that_is_full_is_said(cache: Path) -> None:
    box = Box(players=2, columns=2, rows=2, values=2, copies=4, stars=2)
    found = explore_natively(subject(box, ()), Budget(memory=4 << 20), cache=cache)
    assert not found.complete
    assert found.note
    assert 1_000 < len(found.states) < 483_984


def test_small_searches_are_left_to_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not explore(subject(), Budget()).native


def test_without_native_code_the_interpreter_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.backends.native import jit

    def none(*_: Any, **__: Any) -> Any:
        raise jit.Unavailable("there is no compiler on this island")

    monkeypatch.setattr("rulewright.backends.native.plan.compiled", none)
    monkeypatch.setattr("rulewright.engines.explore_how.FEW_STATES", 100)
    told: list[str] = []
    found = explore(subject(), Budget(progress=lambda _, note: told.append(note)))
    assert found.complete
    assert not found.native
    assert "no compiler on this island" in found.note
    assert any("no compiler on this island" in note for note in told)
