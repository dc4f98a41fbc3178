"""Every node as Z3 terms against the interpreter, on random values of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest

from rulewright.backends.interp import Interpreter
from rulewright.backends.smt import Evaluator, Misplaced
from rulewright.engines.sample_values import Dice, any_value
from rulewright.ir import nodes as ir
from rulewright.ir.fault import Fault
from rulewright.ir.program import Function
from rulewright.ir.types import (
    BOOL,
    INT,
    NONE,
    BagT,
    BoolT,
    IntT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
)
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place
from tests.unit.interp_nodes import program

CASES = 60
FEW = IntT(-2, 3)
THREE = TupleT(FEW, 3, 3)
SOME = TupleT(FEW, 0, 4)
BAG = BagT(IntT(0, 3), 2)
SET = SetT(IntT(0, 3))


class Point:
    """A record class; nobody looks at it."""


class Wide:
    """A record that stands in a union."""


POINT = RecordT(Point, (("x", FEW), ("up", BOOL)))
WIDE = RecordT(Wide, (("list", SOME),))
OPTION = UnionT((FEW, NONE))
MIXED = UnionT((NONE, WIDE, BOOL, IntT(0, 5)))
PARAMS: dict[str, Type] = {
    "a": FEW, "b": FEW, "p": BOOL, "q": BOOL, "v": THREE, "w": SOME, "g": BAG, "s": SET, "t": SET,
    "r": POINT, "o": OPTION, "m": MIXED,
}  # fmt: skip


def var(name: str) -> ir.Var:
    return ir.Var(name, PARAMS[name])


A, B, P, Q, V, W, G, S, T, R, E, M = map(var, PARAMS)


def place(line: int) -> Place:
    return Place("rules.py", line)


def num(value: int) -> ir.Const:
    return ir.Const(value, INT)


def arith(op: ir.ArithOp, left: ir.Expr, right: ir.Expr, line: int = 1) -> ir.Arith:
    return ir.Arith(op, left, right, place(line))


def at(items: ir.Expr, index: ir.Expr, line: int = 2) -> ir.At:
    return ir.At(items, index, place(line), FEW)


def fold(kind: ir.FoldKind, over: ir.Expr, body: ir.Expr, kind_of: Type, **more: Any) -> ir.Fold:
    where, default = more.get("where"), more.get("default")
    return ir.Fold(kind, "i", over, where, body, default, place(3), kind_of)


I = ir.Var("i", FEW)  # noqa: E741 (the name of the item of every fold)
POSITIVE = ir.Compare(ir.Order.GT, I, num(0))
BAG_OF_ITEMS = BagT(FEW, None)

BODIES: dict[str, ir.Expr] = {
    "const": ir.Const((1, 2), TupleT(INT)),
    "let": ir.Let("x", arith(ir.ArithOp.ADD, A, B), ir.Equal(ir.Var("x", INT), A), BOOL),
    "let, a failing value is due": ir.Let("x", at(W, num(2)), A, FEW),
    "if": ir.If(P, A, B, FEW),
    "if, one side fails": ir.If(P, at(W, A), B, FEW),
    "if, both sides fail": ir.If(P, at(W, num(9), 5), at(W, num(8), 6), FEW),
    "not": ir.Not(P),
    "and": ir.And((P, ir.Compare(ir.Order.GT, at(W, num(1)), A), Q)),
    "or": ir.Or((P, ir.Compare(ir.Order.GT, at(W, num(1)), A), Q)),
    "and, a part always fails": ir.And((P, ir.Fail(DutyKind.DEFINED, "no", place(9), BOOL))),
    "implies": ir.Implies(P, ir.Compare(ir.Order.GT, at(W, num(0)), A)),
    **{f"arith {op.value}": arith(op, A, B) for op in ir.ArithOp},
    "arith, nested": arith(ir.ArithOp.DIV, arith(ir.ArithOp.MUL, A, B), at(V, B)),
    **{f"compare {op.value}": ir.Compare(op, A, B) for op in ir.Order},
    "equal records": ir.Equal(R, ir.Make((A, P), POINT)),
    "equal tuples": ir.Equal(V, W),
    "equal unions": ir.Equal(E, ir.Inject(A, 0, OPTION)),
    "equal mixed": ir.Equal(M, ir.Inject(ir.Make((W,), WIDE), 1, MIXED)),
    "equal bags": ir.Equal(G, ir.Const((1, 0, 2, 0), BAG)),
    "equal sets": ir.Equal(S, T),
    "make": ir.Make((A, Q), POINT),
    "get": ir.Get(R, 1, BOOL),
    "with": ir.With(R, ((0, A), (1, P)), POINT),
    "inject": ir.If(P, ir.Inject(A, 0, OPTION), ir.Inject(ir.Const((), NONE), 1, OPTION), OPTION),
    "is": ir.Is(M, (1, 3)),
    "payload": ir.If(ir.Is(E, (0,)), ir.Payload(E, 0, FEW), num(-9), INT),
    "payload of a record": ir.If(ir.Is(M, (1,)), ir.Get(ir.Payload(M, 1, WIDE), 0, SOME), W, SOME),
    "retag": ir.Retag(E, (3, 0), UnionT((NONE, WIDE, BOOL, FEW))),
    "items": ir.Items((A, ir.Spread(W), B, ir.Spread(V)), TupleT(FEW)),
    "range": ir.Range(A, B, 1, TupleT(INT)),
    "range down": ir.Range(arith(ir.ArithOp.ADD, A, num(2)), B, -2, TupleT(INT)),
    "at": at(V, A),
    "at a sequence": at(W, A),
    "slice": ir.Slice(W, A, B, 1, TupleT(FEW)),
    "slice by two": ir.Slice(V, A, None, 2, TupleT(FEW)),
    "slice to": ir.Slice(W, None, B, 1, TupleT(FEW)),
    "put": ir.Put(V, A, B, place(4), THREE),
    "put in a sequence": ir.Put(W, A, B, place(4), SOME),
    "size of a tuple": ir.Size(W),
    "size of a bag": ir.Size(G),
    "size of a set": ir.Size(S),
    "count in a tuple": ir.Count(W, A),
    "count in a bag": ir.Count(G, A),
    "has in a tuple": ir.Has(W, A),
    "has in a bag": ir.Has(G, A),
    "has in a set": ir.Has(S, A),
    "all": fold(ir.FoldKind.ALL, W, ir.Compare(ir.Order.LT, at(V, I), A), BOOL),
    "any": fold(ir.FoldKind.ANY, W, ir.Compare(ir.Order.LT, at(V, I), A), BOOL, where=POSITIVE),
    "sum": fold(ir.FoldKind.SUM, W, arith(ir.ArithOp.MUL, I, num(2)), INT, where=POSITIVE),
    "min": fold(ir.FoldKind.MIN, W, I, INT, where=POSITIVE),
    "max": fold(ir.FoldKind.MAX, W, arith(ir.ArithOp.SUB, I, A), INT),
    "max with a default": fold(ir.FoldKind.MAX, W, I, INT, where=POSITIVE, default=at(V, B, 8)),
    "the": fold(ir.FoldKind.THE, W, I, FEW, where=POSITIVE),
    "tuple": fold(ir.FoldKind.TUPLE, W, I, TupleT(FEW), where=POSITIVE),
    "flat": fold(
        ir.FoldKind.FLAT, W, ir.Items((I, A), TupleT(FEW)), TupleT(FEW), where=POSITIVE
    ),
    "bag": fold(ir.FoldKind.BAG, W, arith(ir.ArithOp.ADD, I, A), BAG_OF_ITEMS),
    "bag of too few kinds": fold(ir.FoldKind.BAG, W, num(1), BagT(IntT(0, 2))),
    "set": fold(ir.FoldKind.SET, W, I, SetT(FEW), where=POSITIVE),
    "set of too few kinds": fold(ir.FoldKind.SET, W, I, SetT(IntT(0, 2))),
    "over a set": fold(ir.FoldKind.TUPLE, S, I, TupleT(FEW), where=POSITIVE),
    "bag and more": ir.BagChange(G, A, B, 1, place(6), BAG),
    "bag and fewer": ir.BagChange(G, A, B, -1, place(6), BAG),
    **{f"sets {op.value}": ir.SetMerge(op, S, T, SET) for op in ir.SetOp},
    "lookup": ir.Lookup(((-1, 7), (2, 5), (0, 5)), A, place(7), INT),
    "call": ir.Call("helper", (arith(ir.ArithOp.ADD, A, B), W), FEW),
    "fail": ir.If(P, ir.Fail(DutyKind.IN_BOUNDS, "no", place(9), INT), A, INT),
}  # fmt: skip
HELPER = Function(
    "helper",
    (("n", INT), ("list", SOME)),
    ir.If(ir.Compare(ir.Order.GT, ir.Var("n", INT), num(0)),
          at(ir.Var("list", SOME), ir.Var("n", INT), 11), ir.Var("n", INT), INT),
)  # fmt: skip


def answer(function: Callable[..., Any], args: list[Any]) -> Any:
    """The value, or the duty that failed with its place."""
    try:
        return function(*args)
    except Fault as fault:
        return fault.kind, fault.place


@pytest.mark.parametrize("name", BODIES)
def test_node_agrees_with_the_interpreter(name: str) -> None:
    functions = {
        "main": Function("main", tuple(PARAMS.items()), BODIES[name]),
        "helper": HELPER,
    }
    terms = Evaluator(program(functions), "main")
    interpreted = Interpreter(program(functions)).function("main")
    dice = Dice(name)
    for _ in range(CASES):
        args = [any_value(kind, dice) for kind in PARAMS.values()]
        assert answer(terms, args) == answer(interpreted, args), dict(
            zip(PARAMS, args, strict=True)
        )


def test_every_node_is_among_them() -> None:
    """A new node must be tried here too."""

    def inside(e: Any) -> set[type]:
        if isinstance(e, tuple):
            return set().union(*map(inside, e))
        if not hasattr(e, "__dataclass_fields__") or isinstance(e, BoolT):
            return set()
        parts = (getattr(e, name) for name in e.__dataclass_fields__ if name != "type")
        return {type(e)}.union(*map(inside, parts))

    found = set[type]().union(*map(inside, BODIES.values()))
    assert set(get_args(ir.Expr)) <= found


def test_a_value_outside_its_bounds_is_refused() -> None:
    functions = {"main": Function("main", (("a", FEW),), ir.Var("a", FEW))}
    terms = Evaluator(program(functions), "main")
    assert terms(3) == 3
    with pytest.raises(Misplaced):
        terms(4)
