"""What every program must satisfy, and what a stage promises besides.

| after | promised |
|---|---|
| front | names bound and unique; calls of known functions with all arguments; no circles |
| inline | besides: no name stands for a constant, another name or a field |
| prune | besides: every function is needed by some part of the program |
| under_terms | for native play alone: as after front |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, Program
from rulewright.ir.types import BoolT
from rulewright.ir.walk import calls, every, parts

from .prune import prune


def faults(program: Program, stage: str) -> Iterator[str]:
    """What is wrong with a program after a stage, a sentence each; nothing where all is well."""
    for function in program.functions.values():
        yield from _names(function)
        yield from _calls(function, program.functions)
        yield from _tests(function)
    yield from _circles(program.functions)
    if stage in ("inline", "prune"):
        yield from _needless(program)
    if stage == "prune":
        kept = prune(program)
        yield from (f"{n} is needed by nothing" for n in program.functions if n not in kept)


def _names(function: Function) -> Iterator[str]:
    seen: set[str] = {name for name, _ in function.params}

    def visit(expr: ir.Expr, bound: frozenset[str]) -> Iterator[str]:
        if isinstance(expr, ir.Var) and expr.name not in bound:
            yield f"{function.name}: {expr.name} is not bound"
        if isinstance(expr, (ir.Let, ir.Fold)):
            if expr.name in seen:
                yield f"{function.name}: {expr.name} is bound twice"
            seen.add(expr.name)
        if isinstance(expr, ir.Let):
            yield from visit(expr.value, bound)
            yield from visit(expr.body, bound | {expr.name})
        elif isinstance(expr, ir.Fold):
            yield from visit(expr.over, bound)
            if expr.default is not None:
                yield from visit(expr.default, bound)
            for part in (expr.where, expr.body):
                if part is not None:
                    yield from visit(part, bound | {expr.name})
        else:
            for part in parts(expr):
                yield from visit(part, bound)

    yield from visit(function.body, frozenset(name for name, _ in function.params))


def _calls(function: Function, known: Mapping[str, Function]) -> Iterator[str]:
    for part in every(function.body):
        if isinstance(part, ir.Call):
            if part.function not in known:
                yield f"{function.name} calls {part.function}, which is not there"
            elif len(part.args) != len(known[part.function].params):
                yield f"{function.name} calls {part.function} with {len(part.args)} arguments"


def _tests(function: Function) -> Iterator[str]:
    for part in every(function.body):
        tests: tuple[ir.Expr, ...] = ()
        if isinstance(part, ir.If):
            tests = (part.test,)
        elif isinstance(part, (ir.And, ir.Or)):
            tests = part.parts
        elif isinstance(part, ir.Not):
            tests = (part.value,)
        for test in tests:
            if not isinstance(test.type, BoolT):
                yield f"{function.name}: a test is {test.type}"


def _circles(functions: Mapping[str, Function]) -> Iterator[str]:
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> Iterator[str]:
        if name in above:
            yield f"{' calls '.join([*above[above.index(name) :], name])}"
        elif name not in done and name in functions:
            for callee in sorted(calls(functions[name].body)):
                yield from visit(callee, (*above, name))
            done.add(name)

    for name in functions:
        yield from visit(name, ())


def _needless(program: Program) -> Iterator[str]:
    for function in program.functions.values():
        for part in every(function.body):
            if isinstance(part, ir.Let) and isinstance(part.value, (ir.Const, ir.Var)):
                yield f"{function.name}: {part.name} only renames"
