"""Reads at an index that is not known: leaving them open must only ever forget something."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.backends.smt import Algebra, Answer, Bool, Executor, Outcome, Reads, Solver, Split
from rulewright.ir import nodes as ir
from rulewright.ir.program import Function
from rulewright.ir.types import BOOL, INT, IntT, TupleT, Type
from rulewright.words.errors import Place
from tests.unit.interp_nodes import program

CELL = IntT(0, 2)
GRID = TupleT(CELL, 2, 2)
GRIDS = TupleT(GRID, 3, 3)
SEAT = IntT(0, 2)
PARAMS: dict[str, Type] = {
    "grids": GRIDS, "i": SEAT, "j": SEAT, "at": IntT(0, 1), "x": CELL, "p": BOOL,
}  # fmt: skip
HERE = Place("rules.py", 1)
GS, I_, J_, AT_, X, P = (ir.Var(name, kind) for name, kind in PARAMS.items())
EACH = ir.Var("each", GRID)


def at(items: ir.Expr, index: ir.Expr, kind: Type) -> ir.At:
    return ir.At(items, index, HERE, kind)


def put(items: ir.Expr, index: ir.Expr, value: ir.Expr, kind: Type) -> ir.Put:
    return ir.Put(items, index, value, HERE, kind)


def total(grids: ir.Expr, body: ir.Expr) -> ir.Fold:
    return ir.Fold(ir.FoldKind.SUM, "each", grids, None, body, None, HERE, INT)


def some(grids: ir.Expr) -> ir.Fold:
    return ir.Fold(ir.FoldKind.ANY, "each", grids, None, ir.Has(EACH, X), None, HERE, BOOL)


MINE = at(GS, I_, GRID)
CHANGED = put(GS, I_, put(MINE, AT_, X, GRID), GRIDS)
TWICE = put(CHANGED, I_, ir.Const((0, 1), GRID), GRIDS)
OTHER = put(CHANGED, J_, ir.Const((0, 1), GRID), GRIDS)
MAYBE = ir.If(P, CHANGED, GS, GRIDS)
EITHER = ir.If(P, TWICE, CHANGED, GRIDS)
COUNT = ir.Count(EACH, X)
PRODUCT = ir.Arith(ir.ArithOp.DIV, ir.Const(6, INT), at(EACH, ir.Const(0, INT), CELL), HERE)

BODIES: dict[str, ir.Expr] = {
    "a read": MINE,
    "a part of a read": at(MINE, AT_, CELL),
    "what was put": at(CHANGED, I_, GRID),
    "another than what was put": at(CHANGED, J_, GRID),
    "a known place after a put": at(CHANGED, ir.Const(1, INT), GRID),
    "put twice": TWICE,
    "put at two places": OTHER,
    "put or not": MAYBE,
    "one put or another": EITHER,
    "a count over a put": ir.Count(put(MINE, AT_, X, GRID), X),
    "a count over puts of whole items": ir.Count(CHANGED, ir.Const((0, 1), GRID)),
    "a sum over a put": total(CHANGED, COUNT),
    "a sum over a put or none": total(MAYBE, COUNT),
    "a sum over two puts": total(OTHER, COUNT),
    "a sum with duties": total(CHANGED, PRODUCT),
    "some item of a put": some(CHANGED),
    "an item is in a put": ir.Has(CHANGED, ir.Const((0, 1), GRID)),
    "a put is the same": ir.Equal(CHANGED, GS),
}


def outcomes(body: ir.Expr, reads: Reads) -> tuple[Algebra, Outcome, Outcome, Bool]:
    """What a body gives with open and with exact reads, and what the open ones are."""
    main = Function("main", tuple(PARAMS.items()), body)
    whole = program({"main": main})
    algebra = Algebra()
    open_, exact = Executor(whole, algebra, reads=reads), Executor(whole, algebra)
    args = [open_.values.fresh(kind, name) for name, kind in PARAMS.items()]
    found = open_.call("main", args)
    return algebra, found, exact.call("main", args), open_.links()


def answer(*formulas: Bool) -> Answer:
    solver = Solver()
    for formula in formulas:
        solver.add(formula)
    return solver.check(30)


@pytest.mark.parametrize("reads", [Reads.OPAQUE, Reads.PARTS])
@pytest.mark.parametrize("name", BODIES)
def test_an_open_read_is_the_exact_one_once_it_is_told_which(name: str, reads: Reads) -> None:
    body = BODIES[name]
    algebra, open_, exact, links = outcomes(body, reads)
    values: Any = Executor(program({}), algebra).values
    same = values.equal(body.type, open_.value, exact.value)
    sound = algebra.same(open_.sound(algebra), exact.sound(algebra))
    known = (links, exact.sound(algebra))
    assert answer(links, algebra.negation(sound)) is Answer.UNSAT
    assert answer(*known, algebra.negation(same)) is Answer.UNSAT
    assert answer(*known) is Answer.SAT


def test_without_that_it_may_be_any_item() -> None:
    algebra, open_, exact, _ = outcomes(MINE, Reads.OPAQUE)
    values: Any = Executor(program({}), algebra).values
    differs = algebra.negation(values.equal(GRID, open_.value, exact.value))
    assert answer(differs) is Answer.SAT


def test_the_same_read_is_the_same_item() -> None:
    twice = ir.Equal(MINE, at(GS, I_, GRID))
    _, open_, _, _ = outcomes(twice, Reads.OPAQUE)
    assert open_.value is True


def test_a_sum_over_a_put_changes_by_that_item_alone() -> None:
    """No item that the put leaves alone stands in the difference of the sums."""
    sums = ir.Arith(ir.ArithOp.SUB, total(CHANGED, COUNT), total(GS, COUNT), HERE)
    _, open_, _, _ = outcomes(sums, Reads.PARTS)
    names = {str(leaf) for leaf in _leaf_names(open_.value)}
    assert names
    assert not any(name.startswith(("grids[0]", "grids[1]", "grids[2]")) for name in names)


def _leaf_names(number: Any) -> set[str]:
    from rulewright.backends.smt import Support

    algebra = Algebra()
    return {leaf.name for leaf in Support().leaves(algebra.zero(number))}


def test_an_index_with_room_splits() -> None:
    whole = program({"main": Function("main", tuple(PARAMS.items()), MINE)})
    executor = Executor(whole, Algebra(), room=8)
    args = [executor.values.fresh(kind, name) for name, kind in PARAMS.items()]
    with pytest.raises(Split) as split:
        executor.call("main", args)
    assert (split.value.leaf.name, list(split.value.values())) == ("i", [0, 1, 2])
    fixed = [executor.values.fresh(k, n, {split.value.leaf: 2}) for n, k in PARAMS.items()]
    assert executor.call("main", fixed).value is args[0].slots[2]
