"""Attributes: fields of records, parts of the parameters, properties."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Final, NoReturn

from rulewright.ir import nodes as ir
from rulewright.ir.types import BagT, EnumT, FixedT, RecordT, TupleT, Type, UnionT, words

from .constants import is_plain

if TYPE_CHECKING:
    from .ctx import Ctx

    Of = Callable[[Ctx, ir.Expr], ir.Expr]


UNION: Final = "ask first which one it is, with isinstance, match or `is not None`"
NONE: Final = "use a field of a frozen dataclass"
PLAIN: Final[dict[type, str]] = {
    EnumT: "put what a member stands for into a Lookup table: WORTH[card]",
    TupleT: "take an item by its index, or len(…)",
    BagT: "call .count(item) or .total()",
}


def attribute(ctx: Ctx, node: ast.Attribute) -> ir.Expr:
    """A field of a value, or a property worked out by its function."""
    value = ctx.expr(node.value)
    if isinstance(value.type, UnionT):
        return of_each(ctx, node, value, lambda ctx, part: _of(ctx, node, part, value.type))
    return _of(ctx, node, value)


def of_each(ctx: Ctx, node: ast.expr, value: ir.Expr, of: Of) -> ir.Expr:
    """What `of` makes of each alternative of a union, chosen by what the union holds."""
    union = value.type
    assert isinstance(union, UnionT)  # the callers looked
    name = ctx.fresh("any")
    held = ir.Var(name, union)
    parts = [of(ctx, ir.Payload(held, tag, alt)) for tag, alt in enumerate(union.alts)]
    kind: Type = parts[0].type
    for part in parts[1:]:
        kind = ctx.join(node, kind, part.type)
    whole = ctx.coerce(node, parts[-1], kind)
    for tag in range(len(parts) - 2, -1, -1):
        whole = ir.If(ir.Is(held, (tag,)), ctx.coerce(node, parts[tag], kind), whole, kind)
    return ir.Let(name, value, whole, kind)


def _of(ctx: Ctx, node: ast.Attribute, value: ir.Expr, whole: Type | None = None) -> ir.Expr:
    kind = value.type
    if isinstance(kind, FixedT):
        if is_plain(kind.value, node.attr):
            found = ctx.constant(node, getattr(kind.value, node.attr))
            if found is not None:
                return found
        _no_field(ctx, node, kind, whole)
    if not isinstance(kind, RecordT):
        _no_field(ctx, node, kind, whole)
    at = kind.index(node.attr)
    if at >= 0:
        part = kind.field(node.attr)
        return ir.Const((), part) if isinstance(part, FixedT) else ir.Get(value, at, part)
    found_property = getattr(kind.cls, node.attr, None)
    if isinstance(found_property, property) and found_property.fget is not None:
        signature = ctx.unit.function(found_property.fget, kind.cls)
        return ir.Call(signature.name, (value,), signature.result)
    _no_field(ctx, node, kind, whole)


def _no_field(ctx: Ctx, node: ast.Attribute, kind: Type, whole: Type | None) -> NoReturn:
    if whole is not None:
        reason, instead = f"this is {words(whole)}, and {words(kind)}", UNION
    elif isinstance(kind, RecordT):
        names = ", ".join(name for name, _ in kind.fields)
        reason, instead = words(kind), f"use one of its fields: {names}" if names else NONE
    elif isinstance(kind, FixedT):
        names = ", ".join(f.name for f in fields(kind.value))
        reason, instead = f"the class {type(kind.value).__name__}", f"use a parameter: {names}"
    else:
        reason, instead = words(kind), PLAIN.get(type(kind), NONE)
    ctx.refuse("RW064", node, f"{reason} has no part called {node.attr}", instead)
