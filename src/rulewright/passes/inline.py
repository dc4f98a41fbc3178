"""Put small functions where they are called, so that nothing is passed that is not needed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function
from rulewright.ir.walk import calls, every, rebuilt

from .simplify import renamed, simplify

SMALL = 40  # nodes: above this, a call costs less than the copies


def inline(functions: Mapping[str, Function]) -> dict[str, Function]:
    """The functions with calls of small ones replaced by their bodies."""
    numbers = count(1)
    done: dict[str, Function] = {}

    def visit(name: str) -> Function:
        if name not in done:
            function = functions[name]
            for callee in sorted(calls(function.body)):
                visit(callee)
            body = simplify(_inlined(function.body, done, numbers))
            done[name] = Function(name, function.params, body)
        return done[name]

    for name in functions:
        visit(name)
    return {name: done[name] for name in functions}


def _inlined(expr: ir.Expr, done: Mapping[str, Function], numbers: count[int]) -> ir.Expr:
    expr = rebuilt(expr, lambda part: _inlined(part, done, numbers))
    if not isinstance(expr, ir.Call):
        return expr
    function = done[expr.function]
    if sum(1 for _ in every(function.body)) > SMALL:
        return expr
    suffix = f"~{next(numbers)}"
    body = renamed(function.body, suffix, frozenset(name for name, _ in function.params))
    for (name, _), value in reversed(list(zip(function.params, expr.args, strict=True))):
        body = ir.Let(name + suffix, value, body, body.type)
    return body
