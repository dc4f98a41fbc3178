"""Calls: of functions of the project, of rules, definitions and records, of a few built-ins."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import types
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BOOL,
    INT,
    BagT,
    FixedT,
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
from rulewright.words.forces import Definition, Rule
from rulewright.words.terms import Parameters

from .attributes import of_each
from .constants import is_plain
from .ctx import Missing, python_name
from .facts import tags_of_classes
from .folds import bag_of, fold_call, ranged

if TYPE_CHECKING:
    from .ctx import Ctx
    from .unit import Signature

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


# Methods of lists, sets and dicts that a reader may think of first.
CHANGING: Final = {
    "append": "write (*items, item)",
    "extend": "write (*items, *others)",
    "insert": "write (*items[:at], item, *items[at:])",
    "remove": "write tuple(x for x in items if x != item), or bag.minus(item)",
    "pop": "take items[-1], and items[:-1] for what is left",
    "add": "write items | frozenset((item,)), or bag.plus(item)",
    "index": "write the(at for at, x in enumerate(items) if x == item)",
    "get": "ask a Lookup table with table[key]",
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
            return _method(ctx, node, node.func)
        ctx.refuse(
            "RW034",
            node.func,
            f"the function {ast.unparse(node.func)} is not known here",
            "define it in the project or import it",
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
        bool: lambda ctx, node: ctx.test(_args(ctx, node, 1)[0]),
        isinstance: _isinstance,
        dataclasses.replace: _replace,
        helpers.implies: _implies,
        helpers.put: _put,
    }
    return simple[function](ctx, node) if function in simple else None


def _args(ctx: Ctx, node: ast.Call, number: int) -> list[ast.expr]:
    """The plain arguments of a call that takes this many."""
    starred = any(isinstance(arg, ast.Starred) for arg in node.args)
    if starred or node.keywords or len(node.args) != number:
        ctx.refuse(
            "RW063",
            node,
            f"{ast.unparse(node.func)} takes {number} plain argument{'s' if number != 1 else ''}",
            "give each by position",
        )
    return node.args


def _len(ctx: Ctx, node: ast.Call) -> ir.Expr:
    value = ctx.expr(_args(ctx, node, 1)[0])
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
    value = ctx.number(_args(ctx, node, 1)[0])
    name = ctx.fresh("number")
    own = ir.Var(name, INT)
    other = ir.Arith(ir.ArithOp.SUB, ir.Const(0, IntT(0, 0)), own)
    return ir.Let(name, value, ir.Arith(ir.ArithOp.MAX, own, other), INT)


def _int(ctx: Ctx, node: ast.Call) -> ir.Expr:
    """`int(condition)` is 1 or 0."""
    test = ctx.test(_args(ctx, node, 1)[0])
    return one_if(test)


def one_if(test: ir.Expr) -> ir.Expr:
    """1 where a condition holds, else 0."""
    return ir.If(test, ir.Const(1, IntT(1, 1)), ir.Const(0, IntT(0, 0)), IntT(0, 1))


def _least_or_most(ctx: Ctx, node: ast.Call, op: ir.ArithOp) -> ir.Expr:
    from .expressions import arith

    parts = [ctx.number(arg) for arg in _args(ctx, node, len(node.args))]
    whole = parts[0]
    for part in parts[1:]:
        whole = arith(ctx, node, op, whole, part)
    return whole


def _isinstance(ctx: Ctx, node: ast.Call) -> ir.Expr:
    asked, classes = _args(ctx, node, 2)
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
    premise, conclusion = _args(ctx, node, 2)
    return ir.Implies(ctx.test(premise), ctx.test(conclusion))


def _put(ctx: Ctx, node: ast.Call) -> ir.Expr:
    items_node, at, value = _args(ctx, node, 3)
    items = ctx.expr(items_node)
    kind = items.type
    if not isinstance(kind, TupleT):
        ctx.refuse("RW062", node, f"put needs a tuple; this is {words(kind)}", "use replace(…)")
    where = ctx.place(node)
    return ir.Put(items, ctx.number(at), ctx.expr(value, kind.item), where, kind)


def _of_project(ctx: Ctx, node: ast.Call, function: Any, expect: Type | None) -> ir.Expr:
    """A call of a record, a rule, a definition, a claim or a function written in Python."""
    if isinstance(function, Definition):
        name, params, result = ctx.unit.definition(function)
        return ir.Call(name, _passed(ctx, node, params), result)
    if isinstance(function, (Rule, Claim)):
        function = function.speaks if isinstance(function, Rule) else function.says
    if isinstance(function, type):
        return _made(ctx, node, function)
    module = getattr(function, "__module__", "") or ""
    if isinstance(function, types.FunctionType) and module not in ("typing", "builtins"):
        signature = ctx.unit.function(function)
        return ir.Call(signature.name, _passed(ctx, node, signature.params), signature.result)
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
    return ir.Make(_arguments(ctx, node, kind.fields, _defaults(ctx, node, cls)), kind)


def _defaults(ctx: Ctx, node: ast.Call, cls: Any) -> dict[str, ir.Expr]:
    """The defaults of a dataclass's fields, which are constants."""
    found: dict[str, ir.Expr] = {}
    for part in dataclasses.fields(cls):
        if part.default is not dataclasses.MISSING:
            value = ctx.constant(node, part.default)
            if value is not None:
                found[part.name] = value
    return found


def _passed(ctx: Ctx, node: ast.Call, params: tuple[tuple[str, Type], ...]) -> tuple[ir.Expr, ...]:
    """The arguments of a call; the parameters of the game are constants and are not passed."""
    given = _arguments(ctx, node, params, {})
    return tuple(
        a for a, (_, kind) in zip(given, params, strict=True) if not isinstance(kind, FixedT)
    )


def _arguments(
    ctx: Ctx,
    node: ast.Call,
    params: tuple[tuple[str, Type], ...],
    defaults: dict[str, ir.Expr],
) -> tuple[ir.Expr, ...]:
    names = [name for name, _ in params]
    nodes: dict[str, ast.expr] = dict(zip(names, node.args, strict=False))
    for keyword in node.keywords:
        if keyword.arg in names and keyword.arg not in nodes:
            nodes[keyword.arg] = keyword.value
        else:
            ctx.refuse(
                "RW063", node, f"{ast.unparse(node.func)} takes no argument {keyword.arg} here",
                f"it takes {', '.join(names) or 'none'}",
            )  # fmt: skip
    starred = any(isinstance(arg, ast.Starred) for arg in node.args)
    missing = [name for name in names if name not in nodes and name not in defaults]
    if starred or len(node.args) > len(names) or missing:
        ctx.refuse(
            "RW063",
            node,
            f"{ast.unparse(node.func)} takes {len(names)}: {', '.join(names) or 'none'}",
            f"give {', '.join(missing)}" if missing else "give each of them once, without *",
        )
    return tuple(
        ctx.expr(nodes[name], kind) if name in nodes else ctx.coerce(node, defaults[name], kind)
        for name, kind in params
    )


def _method(ctx: Ctx, node: ast.Call, func: ast.Attribute) -> ir.Expr:
    value = ctx.expr(func.value)
    if isinstance(value.type, UnionT):
        return of_each(ctx, node, value, lambda ctx, part: _method_of(ctx, node, func, part))
    return _method_of(ctx, node, func, value)


def _method_of(ctx: Ctx, node: ast.Call, func: ast.Attribute, value: ir.Expr) -> ir.Expr:
    kind, name = value.type, func.attr
    match kind:
        case RecordT(cls, _) | FixedT(object(__class__=cls)):
            method = inspect.getattr_static(cls, name, None)
            if isinstance(method, types.FunctionType) and not is_plain_part(kind, name):
                signature: Signature = ctx.unit.function(method, cls)
                rest = _passed(ctx, node, signature.params[1:])
                own = () if isinstance(kind, FixedT) else (value,)
                return ir.Call(signature.name, (*own, *rest), signature.result)
        case TupleT(item, _, _):
            if name == "count":
                return _count(ctx, node, value, item)
        case BagT():
            return _bag_method(ctx, node, name, value, kind)
        case SetT() | UnionT():
            pass
        case _:
            pass
    ctx.refuse(
        "RW065",
        func,
        f"{words(kind)} has no method {name} that rules may call",
        CHANGING.get(
            name, "a tuple has count; a bag count, plus, minus and total; a record its own"
        ),
    )


def is_plain_part(kind: Type, name: str) -> bool:
    """Whether a name is a field rather than a method."""
    if isinstance(kind, FixedT):
        return is_plain(kind.value, name)
    return isinstance(kind, RecordT) and kind.index(name) >= 0


def _count(ctx: Ctx, node: ast.Call, items: ir.Expr, item: Type) -> ir.Expr:
    sought = ctx.expr(_args(ctx, node, 1)[0])
    joined = ctx.join(node, sought.type, item)
    kind = items.type
    assert isinstance(kind, TupleT)  # the caller looked
    whole = TupleT(joined, kind.least, kind.most)
    return ir.Count(ctx.coerce(node, items, whole), ctx.coerce(node, sought, joined))


def _bag_method(ctx: Ctx, node: ast.Call, name: str, bag: ir.Expr, kind: BagT) -> ir.Expr:
    match name:
        case "total":
            _args(ctx, node, 0)
            return ir.Size(bag)
        case "count":
            return ir.Count(bag, ctx.expr(_args(ctx, node, 1)[0], kind.item))
        case "plus" | "minus":
            if len(node.args) == 1:
                copies: ir.Expr = ir.Const(1, IntT(1, 1))
            else:
                copies = ctx.number(_args(ctx, node, 2)[1])
            value = ctx.expr(node.args[0], kind.item)
            sign = 1 if name == "plus" else -1
            return ir.BagChange(bag, value, copies, sign, ctx.place(node), kind)
        case _:
            ctx.refuse(
                "RW065", node, f"a bag has no method {name} that rules may call",
                "it has count, plus, minus and total",
            )  # fmt: skip
