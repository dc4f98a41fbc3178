"""Short names for nodes and runs of them, for tests of the interpreter."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.backends.interp import Interpreter
from rulewright.ir import nodes as ir
from rulewright.ir.fault import Fault
from rulewright.ir.program import Function, Program
from rulewright.ir.types import BOOL, INT, BagT, IntT, RecordT, SetT, TupleT
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

HERE = Place("rules.py", 7)
ELSEWHERE = Place("rules.py", 9)
INTS = TupleT(INT)
SMALL = IntT(0, 3)
BAG = BagT(SMALL, 9)
SET = SetT(SMALL)


class Pair:
    """A record class for tests; the interpreter never looks at it."""


PAIR = RecordT(Pair, (("left", INT), ("right", INT)))


def program(functions: dict[str, Function]) -> Program:
    """A program that has functions and nothing else."""
    nothing: Any = None
    return Program(
        book=nothing,
        box=nothing,
        state=PAIR,
        functions=functions,
        kinds=(),
        opening=nothing,
        step=(),
        legal=(),
        pending="",
        over="",
        rules=(),
        definitions=(),
        claims=(),
    )


def run(body: ir.Expr, *others: Function, **args: Any) -> Any:
    """What an expression gives where these names stand for these values."""
    main = Function("main", tuple((name, INT) for name in args), body)
    functions = {f.name: f for f in (main, *others)}
    return Interpreter(program(functions)).function("main")(*args.values())


def fault(body: ir.Expr, **args: Any) -> Fault:
    with pytest.raises(Fault) as caught:
        run(body, **args)
    return caught.value


def num(value: int) -> ir.Const:
    return ir.Const(value, INT)


def yes(value: bool) -> ir.Const:
    return ir.Const(value, BOOL)


def items(*values: int) -> ir.Const:
    return ir.Const(values, INTS)


def var(name: str, kind: Any = INT) -> ir.Var:
    return ir.Var(name, kind)


def boom(place: Place = ELSEWHERE, kind: Any = BOOL) -> ir.Fail:
    """An expression that must not be worked out, or that must be the first to fail."""
    return ir.Fail(DutyKind.EXACTLY_ONE, "boom", place, kind)


def bad_index(place: Place) -> ir.At:
    return ir.At(items(), num(0), place, INT)


def fold(kind: ir.FoldKind, over: ir.Expr, body: ir.Expr, **more: Any) -> ir.Fold:
    where, default = more.get("where"), more.get("default")
    return ir.Fold(kind, "x", over, where, body, default, HERE, more.get("type", INT))


X = var("x")
