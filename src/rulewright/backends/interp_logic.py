"""Closures of the interpreter for names, truth and whole numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from rulewright.ir.fault import Fault
from rulewright.ir.nodes import ArithOp, Order
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

Frame: TypeAlias = list[Any]
Run: TypeAlias = Callable[[Frame], Any]


def const(value: Any) -> Run:
    return lambda f: value


def var(slot: int) -> Run:
    return lambda f: f[slot]


def let(bound: tuple[tuple[int, Run], ...], body: Run) -> Run:
    if len(bound) == 1:
        ((slot, value),) = bound

        def run_one(f: Frame) -> Any:
            f[slot] = value(f)
            return body(f)

        return run_one

    def run(f: Frame) -> Any:
        for at, each in bound:
            f[at] = each(f)
        return body(f)

    return run


def if_(test: Run, then: Run, other: Run) -> Run:
    return lambda f: then(f) if test(f) else other(f)


def not_(value: Run) -> Run:
    return lambda f: not value(f)


def and_(parts: tuple[Run, ...]) -> Run:
    match parts:
        case (a, b):
            return lambda f: a(f) and b(f)
        case (a, b, c):
            return lambda f: a(f) and b(f) and c(f)

    def run(f: Frame) -> Any:
        for part in parts:  # noqa: SIM110 (a generator would cost another frame)
            if not part(f):
                return False
        return True

    return run


def or_(parts: tuple[Run, ...]) -> Run:
    match parts:
        case (a, b):
            return lambda f: a(f) or b(f)
        case (a, b, c):
            return lambda f: a(f) or b(f) or c(f)

    def run(f: Frame) -> Any:
        for part in parts:  # noqa: SIM110 (a generator would cost another frame)
            if part(f):
                return True
        return False

    return run


def implies(premise: Run, conclusion: Run) -> Run:
    def run(f: Frame) -> Any:
        holds = premise(f)
        follows = conclusion(f)
        return not holds or follows

    return run


def arith(op: ArithOp, left: Run, right: Run, place: Place | None) -> Run:
    match op:
        case ArithOp.ADD:
            return lambda f: left(f) + right(f)
        case ArithOp.SUB:
            return lambda f: left(f) - right(f)
        case ArithOp.MUL:
            return lambda f: left(f) * right(f)
        case ArithOp.DIV:
            return _divided(operator.floordiv, left, right, place)
        case ArithOp.MOD:
            return _divided(operator.mod, left, right, place)
        case ArithOp.MIN:
            return lambda f: min(left(f), right(f))
        case ArithOp.MAX:
            return lambda f: max(left(f), right(f))
        case _:
            assert_never(op)


def _divided(made: Callable[[Any, Any], Any], left: Run, right: Run, place: Place | None) -> Run:
    def run(f: Frame) -> Any:
        number = left(f)
        divisor = right(f)
        if divisor == 0:
            raise Fault(DutyKind.DEFINED, f"{number} cannot be divided by 0", place)
        return made(number, divisor)

    return run


def compare(op: Order, left: Run, right: Run, known: tuple[Any] | None) -> Run:
    if known is not None:
        return _compare_const(op, left, known[0])
    match op:
        case Order.LT:
            return lambda f: left(f) < right(f)
        case Order.LE:
            return lambda f: left(f) <= right(f)
        case Order.GT:
            return lambda f: left(f) > right(f)
        case Order.GE:
            return lambda f: left(f) >= right(f)
        case _:
            assert_never(op)


def _compare_const(op: Order, left: Run, right: Any) -> Run:
    match op:
        case Order.LT:
            return lambda f: left(f) < right
        case Order.LE:
            return lambda f: left(f) <= right
        case Order.GT:
            return lambda f: left(f) > right
        case Order.GE:
            return lambda f: left(f) >= right
        case _:
            assert_never(op)


def equal(left: Run, right: Run, wanted: bool) -> Run:
    if wanted:
        return lambda f: left(f) == right(f)
    return lambda f: left(f) != right(f)


def equal_const(left: Run, right: Any, wanted: bool) -> Run:
    if wanted:
        return lambda f: left(f) == right
    return lambda f: left(f) != right


def equal_name(slot: int, steps: tuple[int, ...], right: Any, wanted: bool) -> Run:
    """Compares what a name stands for, or a part of it, with a constant."""
    if not steps:
        if wanted:
            return lambda f: f[slot] == right
        return lambda f: f[slot] != right
    (at,) = steps
    if wanted:
        return lambda f: f[slot][at] == right
    return lambda f: f[slot][at] != right
