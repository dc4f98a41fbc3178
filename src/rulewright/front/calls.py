"""Calls: of functions of the project, of rules, definitions and records, of a few built-ins."""

from __future__ import annotations

import ast
import dataclasses
import types
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BOOL,
    INT,
    IntT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
    words,
)
from rulewright.words import helpers
from rulewright.words.bag import Bag
from rulewright.words.claims import Claim
from rulewright.words.duties import DutyKind
from rulewright.words.errors import RulesError
from rulewright.words.forces import Definition, Rule
from rulewright.words.terms import Parameters

from .arguments import by_name, passed_on, plain
from .bags import bag_of
from .ctx import Missing, python_name
from .facts import tags_of_classes
from .folds import fold_call, ranged
from .methods import method

if TYPE_CHECKING:
    from .ctx import Ctx

FOLDS: Final[dict[Any, ir.FoldKind]] = {
    all: ir.FoldKind.ALL,
    any: ir.FoldKind.ANY,
    sum: ir.FoldKind.SUM,
    min: ir.FoldKind.MIN,
    max: ir.FoldKind.MAX,
    helpers.the: ir.FoldKind.THE,
    tuple: ir.FoldKind.TUPLE,
    frozenset: ir.FoldKind.SET,
}


def never(ctx: Ctx, node: ast.Call, expect: Type | None) -> ir.Expr:
    """`assert_never(x)`: a duty that fails where this is reached."""
    kind = BOOL if expect is None else expect
    reason = f"{ast.unparse(node)} was reached"
    return ir.Fail(DutyKind.DEFINED, reason, ctx.place(node), kind)


def call(ctx: Ctx, node: ast.Call, expect: Type | None) -> ir.Expr:
    """The IR of a call."""
    function = python_name(node.func, ctx)
    if function is Missing:
        if isinstance(node.func, ast.Attribute):
            return method(ctx, node, node.func)
        if not isinstance(node.func, ast.Name):
            ctx.expr(node.func)  # it may be refused for what it is itself
        raise RulesError(
            "RW034",
            ctx.place(node.func),
            f"the function {ast.unparse(node.func)} is not known here",
            "define it in the project or import it",
            missing_rule=isinstance(node.func, ast.Name),
        )
    known = _known(ctx, node, function, expect)
    return _of_project(ctx, node, function, expect) if known is None else known


def _known(ctx: Ctx, node: ast.Call, function: Any, expect: Type | None) -> ir.Expr | None:
    """A call of one of the functions that are operators; None for any other."""
    if not isinstance(function, (type, types.FunctionType, types.BuiltinFunctionType)):
        return None
    if function in (min, max) and len(node.args) > 1:
        return _least_or_most(ctx, node, ir.ArithOp.MIN if function is min else ir.ArithOp.MAX)
    if function in FOLDS:
        return fold_call(ctx, node, FOLDS[function], expect)
    if function is Bag:
        return bag_of(ctx, node, expect)
    if function is range:
        return ranged(ctx, node)
    simple: dict[Any, Callable[[Ctx, ast.Call], ir.Expr]] = {
        len: _len,
        abs: _abs,
        int: _int,
        bool: lambda ctx, node: ctx.test(plain(ctx, node, 1)[0]),
        isinstance: _isinstance,
        dataclasses.replace: _replace,
        helpers.implies: _implies,
        helpers.put: _put,
    }
    return simple[function](ctx, node) if function in simple else None


def _len(ctx: Ctx, node: ast.Call) -> ir.Expr:
    value = ctx.expr(plain(ctx, node, 1)[0])
    kind = value.type
    if isinstance(kind, TupleT):
        if kind.most is not None and kind.least == kind.most and isinstance(value, ir.Const):
            return ir.Const(kind.most, IntT(kind.most, kind.most))
        return ir.Size(value, IntT(kind.least, kind.most))
    if isinstance(kind, SetT):
        return ir.Size(value)
    ctx.refuse(
        "RW062", node, f"len needs a tuple or a set; this is {words(kind)}", "a bag has .total()"
    )


def _abs(ctx: Ctx, node: ast.Call) -> ir.Expr:
    value = ctx.number(plain(ctx, node, 1)[0])
    name = ctx.fresh("number")
    own = ir.Var(name, INT)
    other = ir.Arith(ir.ArithOp.SUB, ir.Const(0, IntT(0, 0)), own)
    return ir.Let(name, value, ir.Arith(ir.ArithOp.MAX, own, other), INT)


def _int(ctx: Ctx, node: ast.Call) -> ir.Expr:
    """`int(condition)` is 1 or 0."""
    test = ctx.test(plain(ctx, node, 1)[0])
    return one_if(test)


def one_if(test: ir.Expr) -> ir.Expr:
    """1 where a condition holds, else 0."""
    return ir.If(test, ir.Const(1, IntT(1, 1)), ir.Const(0, IntT(0, 0)), IntT(0, 1))


def _least_or_most(ctx: Ctx, node: ast.Call, op: ir.ArithOp) -> ir.Expr:
    from .expressions import arith

    parts = [ctx.number(arg) for arg in plain(ctx, node, len(node.args))]
    whole = parts[0]
    for part in parts[1:]:
        whole = arith(ctx, node, op, whole, part)
    return whole


def _isinstance(ctx: Ctx, node: ast.Call) -> ir.Expr:
    asked, classes = plain(ctx, node, 2)
    value = ctx.expr(asked)
    union = value.type if isinstance(value.type, UnionT) else UnionT((value.type,))
    tags = tags_of_classes(ctx, union, classes)
    if tags is not None and union is not value.type:
        return ir.Let(ctx.fresh("known"), value, ir.Const(bool(tags), BOOL), BOOL)
    if tags is None:
        ctx.refuse(
            "RW066",
            classes,
            "isinstance needs the name of a class here",
            "name int, an Enum or a frozen dataclass, or several as (A, B)",
        )
    return ir.Is(value, tuple(sorted(tags)))


def _replace(ctx: Ctx, node: ast.Call) -> ir.Expr:
    if len(node.args) != 1 or any(k.arg is None for k in node.keywords):
        ctx.refuse(
            "RW063", node, "replace takes one record and the parts to change by name",
            "write replace(table, turn=…)",
        )  # fmt: skip
    record = ctx.expr(node.args[0])
    kind = record.type
    if not isinstance(kind, RecordT):
        ctx.refuse(
            "RW062", node, f"replace needs a record; this is {words(kind)}",
            "ask first which one it is, with isinstance or match",
        )  # fmt: skip
    changes: list[tuple[int, ir.Expr]] = []
    for keyword in node.keywords:
        at = kind.index(keyword.arg or "")
        if at < 0:
            names = ", ".join(name for name, _ in kind.fields)
            ctx.refuse(
                "RW064",
                keyword,
                f"{words(kind)} has no part called {keyword.arg}",
                f"use one of its fields: {names}",
            )
        changes.append((at, ctx.expr(keyword.value, kind.fields[at][1])))
    return ir.With(record, tuple(changes), kind)


def _implies(ctx: Ctx, node: ast.Call) -> ir.Expr:
    premise, conclusion = plain(ctx, node, 2)
    return ir.Implies(ctx.test(premise), ctx.test(conclusion))


def _put(ctx: Ctx, node: ast.Call) -> ir.Expr:
    items_node, at, value = plain(ctx, node, 3)
    items = ctx.expr(items_node)
    kind = items.type
    if not isinstance(kind, TupleT):
        ctx.refuse(
            "RW062", node, f"put needs a tuple; this is {words(kind)}",
            "write replace(record, part=…), or .plus(item) and .minus(item) of a bag",
        )  # fmt: skip
    where = ctx.place(node)
    return ir.Put(items, ctx.number(at), ctx.expr(value, kind.item), where, kind)


def _of_project(ctx: Ctx, node: ast.Call, function: Any, expect: Type | None) -> ir.Expr:
    """A call of a record, a rule, a definition, a claim or a function written in Python."""
    if isinstance(function, Definition):
        name, params, result = ctx.unit.definition(function)
        return ir.Call(name, passed_on(ctx, node, params), result)
    if isinstance(function, (Rule, Claim)):
        function = function.speaks if isinstance(function, Rule) else function.says
    if isinstance(function, type):
        return _made(ctx, node, function)
    module = getattr(function, "__module__", "") or ""
    if isinstance(function, types.FunctionType) and module not in ("typing", "builtins"):
        signature = ctx.unit.function(function)
        return ir.Call(signature.name, passed_on(ctx, node, signature.params), signature.result)
    if isinstance(function, types.MethodType):
        ctx.refuse("RW065", node, "a method of a class", "define a function at the top of the file")
    ctx.refuse(
        "RW033",
        node,
        f"{ast.unparse(node.func)} is no function that rules may call",
        "call functions of the project, or len, sum, any, all, min, max, abs, tuple, the, put",
    )


def _made(ctx: Ctx, node: ast.Call, cls: type) -> ir.Expr:
    if cls in (list, set, dict):
        ctx.refuse(
            "RW031", node, f"a {cls.__name__} can be changed",
            "write tuple(…), frozenset(…), Bag({…}) or a Lookup table",
        )  # fmt: skip
    if issubclass(cls, (Enum, Parameters)) or not dataclasses.is_dataclass(cls):
        ctx.refuse(
            "RW033", node, f"{cls.__name__} cannot be made here",
            "name a member of the Enum, or make a frozen dataclass",
        )  # fmt: skip
    kind = ctx.unit.annotations.record(cls, ctx.place(node))
    return ir.Make(by_name(ctx, node, kind.fields, _defaults(ctx, node, cls)), kind)


def _defaults(ctx: Ctx, node: ast.Call, cls: Any) -> dict[str, ir.Expr]:
    """The defaults of a dataclass's fields, which are constants."""
    found: dict[str, ir.Expr] = {}
    for part in dataclasses.fields(cls):
        if part.default is not dataclasses.MISSING:
            value = ctx.constant(node, part.default)
            if value is not None:
                found[part.name] = value
    return found
