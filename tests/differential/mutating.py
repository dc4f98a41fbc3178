"""Programs with a single node changed, to see that a comparison notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, Program
from rulewright.ir.types import BoolT, IntT
from rulewright.ir.walk import every, rebuilt

_ORDERS = {
    ir.Order.LT: ir.Order.LE,
    ir.Order.LE: ir.Order.LT,
    ir.Order.GT: ir.Order.GE,
    ir.Order.GE: ir.Order.LT,
}
_OPS = {
    ir.ArithOp.ADD: ir.ArithOp.SUB,
    ir.ArithOp.SUB: ir.ArithOp.ADD,
    ir.ArithOp.MUL: ir.ArithOp.ADD,
    ir.ArithOp.DIV: ir.ArithOp.MOD,
    ir.ArithOp.MOD: ir.ArithOp.DIV,
    ir.ArithOp.MIN: ir.ArithOp.MAX,
    ir.ArithOp.MAX: ir.ArithOp.MIN,
}
_KINDS = {
    ir.FoldKind.ALL: ir.FoldKind.ANY,
    ir.FoldKind.ANY: ir.FoldKind.ALL,
    ir.FoldKind.MIN: ir.FoldKind.MAX,
    ir.FoldKind.MAX: ir.FoldKind.MIN,
}


def turned(expr: ir.Expr) -> ir.Expr | None:
    """The node made another of the same type; None for kinds of nodes that are left alone."""
    match expr:
        case ir.Const(value, BoolT()):
            return replace(expr, value=not value)
        case ir.Const(value, IntT()):
            return replace(expr, value=value + 1)
        case ir.If(_, then, other):
            return replace(expr, then=other, other=then)
        case ir.Not(value):
            return value
        case ir.And(parts):
            return ir.Or(parts)
        case ir.Or(parts):
            return ir.And(parts)
        case ir.Implies(premise, conclusion):
            return replace(expr, premise=conclusion, conclusion=premise)
        case ir.Arith(op):
            return replace(expr, op=_OPS[op])
        case ir.Compare(op):
            return replace(expr, op=_ORDERS[op])
        case ir.Equal() | ir.Has() | ir.Is():
            return ir.Not(expr)
        case ir.BagChange():
            return replace(expr, sign=-expr.sign)
        case ir.SetMerge(op):
            other_op = ir.SetOp.UNION if op is not ir.SetOp.UNION else ir.SetOp.INTERSECTION
            return replace(expr, op=other_op)
        case ir.Slice(start=None, stop=stop) if stop is not None:
            return replace(expr, start=stop, stop=None)
        case ir.Fold() if expr.kind in _KINDS:
            return replace(expr, kind=_KINDS[expr.kind])
        case ir.Fold() if expr.where is not None:
            return replace(expr, where=ir.Not(expr.where))
        case _:
            return None


def mutants(program: Program, names: list[str]) -> Iterator[tuple[str, Program]]:
    """Each program that differs from this one by a node of one of these functions."""
    for name in names:
        function = program.functions[name]
        for node in every(function.body):
            new = turned(node)
            if new is not None:
                body = _with(function.body, node, new)
                changed = Function(name, function.params, body)
                functions = MappingProxyType({**program.functions, name: changed})
                what = f"{name}: {type(node).__name__}"
                yield what, replace(program, functions=functions)


def _with(expr: ir.Expr, old: ir.Expr, new: ir.Expr) -> ir.Expr:
    return new if expr is old else rebuilt(expr, lambda part: _with(part, old, new))
