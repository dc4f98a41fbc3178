"""Conditions on the state alone that a predicate over (state, move) cannot hold without.

A short cut for whoever looks for moves: where a kind's `possible` says that it is for another phase
of play, none of its moves need be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.nodes import And, Call, Const, Expr, Fold, Let, Var
from rulewright.ir.program import Function, Program
from rulewright.ir.types import BOOL
from rulewright.ir.walk import every

from .subject import Subject


def guard(subject: Subject, function: str) -> Callable[[Any], bool]:
    """Whether some move might satisfy a function (state, move) in a state; False is certain.

    Where that cannot be worked out it might.
    """
    program = subject.program
    (name, kind), *_ = program.functions[function].params
    found = tuple(_conditions(program, program.functions[function].body, frozenset((name,))))
    if not found:
        return lambda state: True
    whole = Function(f"guard/{function}", ((name, kind),), And((*found, Const(True, BOOL))))
    run = subject.interpreter.compiled(whole)

    def might(state: Any) -> bool:
        try:
            return bool(run(state))
        except Fault:
            return True

    return might


def _conditions(program: Program, expr: Expr, known: frozenset[str]) -> Iterator[Expr]:
    """What must hold for the expression to hold, as far as it needs no other than these names."""
    match expr:
        case _ if _free(expr) <= known:
            yield expr
        case And(parts):
            for part in parts:
                yield from _conditions(program, part, known)
        case Let(name, value, body):
            if _free(value) <= known:
                inner = _conditions(program, body, known | {name})
                yield from (Let(name, value, condition, BOOL) for condition in inner)
            else:
                yield from _conditions(program, body, known - {name})
        case Call(function, args):
            yield from _of_call(program, function, args, known)
        case _:
            return


def _of_call(
    program: Program, function: str, args: tuple[Expr, ...], known: frozenset[str]
) -> Iterator[Expr]:
    """The conditions of a call that need no more than one argument, under the callee's name."""
    called = program.functions[function]
    for (name, _), arg in zip(called.params, args, strict=True):
        if _free(arg) <= known:
            for condition in _conditions(program, called.body, frozenset((name,))):
                yield Let(name, arg, condition, BOOL)


def _free(expr: Expr) -> frozenset[str]:
    """The names that an expression needs; a function gives no name twice."""
    inside = list(every(expr))
    bound = {part.name for part in inside if isinstance(part, Let | Fold)}
    return frozenset(part.name for part in inside if isinstance(part, Var)) - bound
