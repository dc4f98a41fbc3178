"""Attributes: fields of records, parts of the parameters, properties."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NoReturn

from rulewright.ir import nodes as ir
from rulewright.ir.types import FixedT, RecordT, Type, UnionT, words

from .constants import constant, is_plain

if TYPE_CHECKING:
    from .ctx import Ctx


def attribute(ctx: Ctx, node: ast.Attribute) -> ir.Expr:
    """A field of a value, or a property worked out by its function."""
    value = ctx.expr(node.value)
    if isinstance(value.type, UnionT):
        return of_each(ctx, node, value, lambda ctx, part: _of(ctx, node, part))
    return _of(ctx, node, value)


def of_each(ctx: Ctx, node: ast.expr, value: ir.Expr, of: object) -> ir.Expr:
    """What `of` makes of each alternative of a union, chosen by what the union holds."""
    union = value.type
    assert isinstance(union, UnionT) and callable(of)
    name = ctx.fresh("any")
    held = ir.Var(name, union)
    parts: list[ir.Expr] = [
        of(ctx, ir.Payload(held, tag, alt)) for tag, alt in enumerate(union.alts)
    ]
    kind: Type = parts[0].type
    for part in parts[1:]:
        kind = ctx.join(node, kind, part.type)
    whole = ctx.coerce(node, parts[-1], kind)
    for tag in range(len(parts) - 2, -1, -1):
        whole = ir.If(ir.Is(held, (tag,)), ctx.coerce(node, parts[tag], kind), whole, kind)
    return ir.Let(name, value, whole, kind)


def _of(ctx: Ctx, node: ast.Attribute, value: ir.Expr) -> ir.Expr:
    kind = value.type
    if isinstance(kind, FixedT):
        if is_plain(kind.value, node.attr):
            found = constant(getattr(kind.value, node.attr), ctx.unit.annotations)
            if found is not None:
                return found
        _no_field(ctx, node, kind)
    if not isinstance(kind, RecordT):
        _no_field(ctx, node, kind)
    at = kind.index(node.attr)
    if at >= 0:
        part = kind.field(node.attr)
        return ir.Const((), part) if isinstance(part, FixedT) else ir.Get(value, at, part)
    found_property = getattr(kind.cls, node.attr, None)
    if isinstance(found_property, property) and found_property.fget is not None:
        signature = ctx.unit.function(found_property.fget, kind.cls)
        return ir.Call(signature.name, (value,), signature.result)
    _no_field(ctx, node, kind)


def _no_field(ctx: Ctx, node: ast.Attribute, kind: Type) -> NoReturn:
    names = ", ".join(n for n, _ in kind.fields) if isinstance(kind, RecordT) else ""
    if isinstance(kind, UnionT) or not names:
        instead = "ask first which one it is, with isinstance or `is not None`"
    else:
        instead = f"use one of its fields: {names}"
    ctx.refuse("RW064", node, f"{words(kind)} has no part called {node.attr}", instead)
