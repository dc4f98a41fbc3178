"""Calls of methods: of records, of the parameters, of tuples and of bags."""

from __future__ import annotations

import ast
import inspect
import types
from typing import TYPE_CHECKING, Final

from rulewright.ir import nodes as ir
from rulewright.ir.types import BagT, FixedT, IntT, RecordT, SetT, TupleT, Type, UnionT, words

from .arguments import passed_on, plain
from .attributes import of_each
from .constants import is_plain

if TYPE_CHECKING:
    from .ctx import Ctx
    from .unit import Signature

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


def method(ctx: Ctx, node: ast.Call, func: ast.Attribute) -> ir.Expr:
    """A call of a method of whatever a value turns out to be."""
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
                rest = passed_on(ctx, node, signature.params[1:])
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
    sought = ctx.expr(plain(ctx, node, 1)[0])
    joined = ctx.join(node, sought.type, item)
    kind = items.type
    assert isinstance(kind, TupleT)  # the caller looked
    whole = TupleT(joined, kind.least, kind.most)
    return ir.Count(ctx.coerce(node, items, whole), ctx.coerce(node, sought, joined))


def _bag_method(ctx: Ctx, node: ast.Call, name: str, bag: ir.Expr, kind: BagT) -> ir.Expr:
    match name:
        case "total":
            plain(ctx, node, 0)
            return ir.Size(bag)
        case "count":
            return ir.Count(bag, ctx.expr(plain(ctx, node, 1)[0], kind.item))
        case "plus" | "minus":
            if len(node.args) == 1:
                copies: ir.Expr = ir.Const(1, IntT(1, 1))
            else:
                copies = ctx.number(plain(ctx, node, 2)[1])
            value = ctx.expr(node.args[0], kind.item)
            sign = 1 if name == "plus" else -1
            if sign > 0 and not (isinstance(copies, ir.Const) and copies.value >= 0):
                # Fewer than 0 more are so many fewer, which owes that the bag holds them.
                zero = ir.Const(0, IntT(0, 0))
                sign, copies = -1, ir.Arith(ir.ArithOp.SUB, zero, copies)
            return ir.BagChange(bag, value, copies, sign, ctx.place(node), kind)
        case _:
            ctx.refuse(
                "RW065", node, f"a bag has no method {name} that rules may call",
                "it has count, plus, minus and total",
            )  # fmt: skip
