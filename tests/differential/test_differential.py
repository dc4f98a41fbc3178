"""The comparison itself, and that it notices."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import pytest

from rulewright.backends.interp import worked_out
from rulewright.backends.native.machine import Fails as Failing
from rulewright.backends.native.machine import Machine
from rulewright.backends.smt import Evaluator
from rulewright.engines.sample_values import Dice
from rulewright.engines.subject import Subject
from rulewright.ir.program import Program
from rulewright.passes.under_terms import under_terms
from rulewright.passes.wellformed import faults

from . import workbench_rules
from .cases import cases
from .comparing import Comparison, Difference
from .mutating import mutants
from .running import Plan, games, run
from .scopes import drawn, plain

SHARES = 4  # that can run side by side
SOLVED = 1_000  # cases of each share that Z3 is asked about


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_cpython_the_interpreter_and_z3_agree(share: int, differential_cases: int) -> None:
    number = -(-differential_cases // SHARES)
    every = max(1, number // SOLVED)
    plan = Plan(number, at_scope=250, solve_every=every, questions=2, seed=share, native_every=3)
    report = run(plan, list(games()))
    print(report)
    assert not report.differences, str(report)
    assert report.cases == number
    assert report.failing > 0
    assert report.compared["Z3"] >= report.solved_cases > 0
    assert report.compared["native"] > 0


@pytest.fixture(scope="module")
def bench() -> Subject:
    book = workbench_rules.BOOK
    scope = book.game.scopes[0]
    return plain(book, scope, scope.box, workbench_rules.CLAIMS)


def found(subject: Subject, program: Program, number: int, smt: int = 0) -> list[Difference]:
    """What differs where the interpreter and Z3 run another program than CPython."""
    comparison = Comparison("workbench", subject, program)
    dice = Dice(1)
    differences = comparison.openings(dice)
    for case in islice(cases(subject, dice), number):
        differences += comparison.case(case, dice, smt)
        if differences:
            break
    return differences


def test_a_program_that_was_not_changed_shows_no_difference(bench: Subject) -> None:
    assert found(bench, bench.program, 60) == []


def test_a_flipped_comparison_is_noticed_and_can_be_asked_again(bench: Subject) -> None:
    name = next(n for n in bench.program.functions if n.endswith("draw_while_there_is_room"))
    changed = next(p for what, p in mutants(bench.program, [name]) if what.endswith("Compare"))
    differences = found(bench, changed, 400)
    assert differences
    shown = str(differences[0])
    for part in ("workbench at Box(", "state  Shop(", "move   Draw(", "CPython", "interpreter"):
        assert part in shown


@pytest.mark.slow
def test_nearly_every_change_of_a_node_is_noticed(bench: Subject) -> None:
    names = [name for name in bench.program.functions if name.startswith("tests.differential")]
    some = list(mutants(bench.program, names))[::6]
    assert len(some) > 40
    unnoticed = [what for what, program in some if not found(bench, program, 200)]
    # Some changes change nothing, such as `>=` for `>` where the numbers are never the same, and
    # what needs more than two players is not seen here.
    assert len(unnoticed) <= len(some) // 6, unnoticed


def test_native_code_is_compared_too(bench: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    comparison, dice = Comparison("workbench", bench, native=True), Dice(5)
    every = list(islice(cases(bench, dice), 10))
    assert [d for case in every for d in comparison.case(case, dice)] == []
    assert comparison.compared["native"] > 100

    def wrong(self: Machine, name: str) -> object:
        def fails(*args: object) -> object:
            raise Failing

        return fails

    monkeypatch.setattr(Machine, "function", wrong)
    assert comparison.case(every[0], dice)


def under(state: Any, at: int, terms: Any) -> Any:
    """A state under other terms."""
    return (*state[:at], terms, *state[at + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("passed", [False, True])
def test_programs_under_terms_mean_the_same(passed: bool) -> None:
    """What is put in place for native play, by the interpreter and by native code."""
    book, dice = workbench_rules.BOOK, Dice(8)
    for round_ in range(4):
        subject = drawn(book, workbench_rules.CLAIMS, dice, passed=passed)
        for terms in subject.start_terms:
            fixed = under_terms(subject.program, terms, partial(worked_out, subject.interpreter))
            changed = [n for n, f in fixed.functions.items() if f != subject.program.functions[n]]
            assert len(changed) > 20
            assert list(faults(fixed, "front")) == []
            native = round_ == 0
            comparison = Comparison("workbench", subject, fixed, native=native)
            for case in islice(cases(subject, dice), 15):
                state, after = (under(s, subject.terms_at, terms) for s in (case.state, case.after))
                differences = comparison.case(replace(case, state=state, after=after), dice)
                assert differences == [], str(differences[0])
            assert comparison.failing > 0


def test_z3_is_compared_too(bench: Subject) -> None:
    comparison = Comparison("workbench", bench)
    dice = Dice(5)
    for case in islice(cases(bench, dice), 10):
        assert comparison.case(case, dice, 5) == []
    assert comparison.compared["Z3"] > 20


def test_a_wrong_answer_of_z3_is_noticed(bench: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Evaluator, *args: object) -> object:
        return "no answer"

    monkeypatch.setattr(Evaluator, "__call__", wrong)
    comparison, dice = Comparison("workbench", bench), Dice(5)
    case = next(cases(bench, dice))
    differences = comparison.case(case, dice, 3)
    assert differences
    assert all(d.answers["CPython"] == d.answers["interpreter"] for d in differences)
