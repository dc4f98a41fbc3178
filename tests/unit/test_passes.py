"""The passes: what they simplify, what they must leave, and that their promises are kept."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from rulewright.front import compile_book
from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, Program
from rulewright.ir.types import BOOL, INT, IntT, TupleT
from rulewright.passes import PASSES, run
from rulewright.passes.simplify import simplify
from rulewright.passes.wellformed import faults
from spec.star_grid import BOOK

ONE, TWO = ir.Const(1, IntT(1, 1)), ir.Const(2, IntT(2, 2))
X, T = ir.Var("x", INT), ir.Var("t", BOOL)
YES, NO = ir.Const(True, BOOL), ir.Const(False, BOOL)
ROW = TupleT(INT)


@pytest.fixture(scope="module")
def program() -> Program:
    return compile_book(BOOK, BOOK.game.scopes[0].box)


def risky(at: int = 9) -> ir.Expr:
    """An item that may not be there: it must never be dropped, doubled or moved."""
    return ir.At(ir.Var("row", ROW), ir.Const(at, INT), None, BOOL)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (ir.If(YES, ONE, TWO, INT), ONE),
        (ir.If(NO, ONE, TWO, INT), TWO),
        (ir.If(T, YES, NO, BOOL), T),
        (ir.Not(ir.Not(T)), T),
        (ir.And((YES, T)), T),
        (ir.And((YES, YES)), YES),
        (ir.Or((NO, T)), T),
        (ir.Or((T, YES)), None),
        (ir.And((T, NO, risky())), None),
        (ir.Let("y", X, ir.Var("y", INT), INT), X),
    ],
)
def test_settled_choices_are_taken(before: ir.Expr, after: ir.Expr | None) -> None:
    made = simplify(before)
    if after is None:
        assert type(made) is type(before)
    elif isinstance(after, ir.Const):
        assert isinstance(made, ir.Const)
        assert made.value == after.value
    else:
        assert made is after


def test_what_comes_after_a_certain_no_is_dropped_but_not_what_comes_before() -> None:
    made = simplify(ir.And((risky(), NO, T)))
    assert isinstance(made, ir.And)
    assert len(made.parts) == 2
    assert isinstance(made.parts[0], ir.At)


def test_a_name_for_what_may_fail_stays() -> None:
    made = simplify(ir.Let("y", risky(), YES, BOOL))
    assert isinstance(made, ir.Let)


def test_each_pass_keeps_its_promises(program: Program) -> None:
    assert not list(faults(program, "front"))
    for name, work in PASSES:
        program = replace(program, functions=MappingProxyType(work(program)))
        assert not list(faults(program, name))


def with_body(program: Program, body: ir.Expr) -> Program:
    functions = dict(program.functions)
    functions["over"] = Function("over", (("x", INT),), body)
    return replace(program, functions=MappingProxyType(functions))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (ir.Var("z", BOOL), "z is not bound"),
        (ir.Let("x", ONE, YES, BOOL), "x is bound twice"),
        (ir.Call("nowhere", (), BOOL), "not there"),
        (ir.Call("over", (), BOOL), "with 0 arguments"),
        (ir.Call("over", (X,), BOOL), "over calls over"),
        (ir.If(X, YES, NO, BOOL), "a test is"),
        (ir.Not(X), "a test is"),
        (ir.Fold(ir.FoldKind.ANY, "e", ir.Var("e", ROW), None, YES, None, None, BOOL), "e is not"),
    ],
)
def test_a_program_that_is_not_well_formed_is_told(
    program: Program, body: ir.Expr, said: str
) -> None:
    assert any(said in fault for fault in faults(with_body(program, body), "front"))


def test_needless_names_and_functions_are_told_after_their_pass(program: Program) -> None:
    wrong = with_body(program, ir.Let("y", X, YES, BOOL))
    assert any("only renames" in fault for fault in faults(wrong, "inline"))
    assert any("over is needed by nothing" in fault for fault in faults(wrong, "prune"))


def test_the_passes_leave_fewer_calls(program: Program) -> None:
    def count(p: Program) -> int:
        from rulewright.ir.walk import every

        bodies = [f.body for f in p.functions.values()]
        return sum(isinstance(part, ir.Call) for body in bodies for part in every(body))

    assert count(run(program)) < count(program) / 2
