"""Bags: from nothing, from entries, or from items that are gone over."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from rulewright.ir import nodes as ir
from rulewright.ir.types import BagT, IntT, TupleT, Type, size
from rulewright.words.duties import DutyKind

from .annotations import unbounded
from .folds import iterated

if TYPE_CHECKING:
    from .ctx import Ctx


def bag_of(ctx: Ctx, node: ast.Call, expect: Type | None) -> ir.Expr:
    """`Bag()`, `Bag({item: copies, …})` or `Bag({item: copies for item in …})`."""
    if not node.args and not node.keywords:
        if not isinstance(expect, BagT):
            ctx.refuse(
                "RW069", node, "of what this bag is empty cannot be told",
                "annotate it: `name: Cards = Bag()`",
            )  # fmt: skip
        return _empty(expect)
    source = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if isinstance(source, ast.DictComp) and len(source.generators) == 1:
        return _bag_of_each(ctx, node, source, expect)
    if isinstance(source, ast.Dict) and None not in source.keys:
        return _bag_of_entries(ctx, node, source, expect)
    ctx.refuse(
        "RW069", node, "a bag is made of items with their copies",
        "write Bag({item: copies for item in …})",
    )  # fmt: skip


def _empty(kind: BagT) -> ir.Expr:
    return ir.Const((0,) * size(kind.item), kind)


def _bag_of_each(ctx: Ctx, node: ast.Call, source: ast.DictComp, expect: Type | None) -> ir.Expr:
    generator = source.generators[0]
    target = ast.unparse(generator.target)
    if not isinstance(generator.target, ast.Name) or target != ast.unparse(source.key):
        ctx.refuse(
            "RW070", source.key, "the item must be the name that `for` gives",
            "write Bag({item: copies for item in …})",
        )  # fmt: skip
    over = iterated(ctx, generator.iter, None)
    kind = over.type
    assert isinstance(kind, TupleT)  # `iterated` gives tuples only
    if isinstance(expect, BagT):
        over = ctx.coerce(node, over, TupleT(expect.item, kind.least, kind.most))
        bag = BagT(expect.item)
    else:
        bag = BagT(kind.item)
    if unbounded(bag.item) is not None:
        ctx.refuse("RW040", node, f"a bag of {unbounded(bag.item)}", "go over numbers with bounds")
    own = ir.Var(ctx.fresh("item"), bag.item)
    inner = ctx.bind(target, own)
    where: ir.Expr | None = None
    for test in generator.ifs:
        part = inner.test(test)
        where = part if where is None else ir.And((where, part))
    copies = inner.number(source.value)
    return ir.Fold(ir.FoldKind.BAG, own.name, over, where, copies, None, ctx.place(node), bag)


def _bag_of_entries(ctx: Ctx, node: ast.Call, source: ast.Dict, expect: Type | None) -> ir.Expr:
    keys = [key for key in source.keys if key is not None]
    if isinstance(expect, BagT):
        kind = expect
    else:
        item: Type | None = None
        for key in keys:
            own = ctx.expr(key).type
            item = own if item is None else ctx.join(key, item, own)
        if item is None or unbounded(item) is not None:
            ctx.refuse("RW069", node, "of what this bag is cannot be told", "annotate it")
        kind = BagT(item)
    lets: list[tuple[str, ir.Expr]] = []

    def named(name: str, value: ir.Expr) -> ir.Expr:
        if isinstance(value, ir.Const):
            return value
        lets.append((ctx.fresh(name), value))
        return ir.Var(lets[-1][0], value.type)

    entries = [
        (named("key", ctx.expr(key, kind.item)), named("copies", ctx.number(value)))
        for key, value in zip(keys, source.values, strict=True)
    ]
    whole = _replacing(ctx, node, kind, entries)
    for name, value in reversed(lets):
        whole = ir.Let(name, value, whole, kind)
    return whole


def _replacing(
    ctx: Ctx, node: ast.Call, kind: BagT, entries: list[tuple[ir.Expr, ir.Expr]]
) -> ir.Expr:
    """A bag of entries: one with an item that came before takes its place, none is below 0."""
    at, zero = ctx.place(node), ir.Const(0, IntT(0, 0))
    whole = _empty(kind)
    for number, (key, copies) in enumerate(entries):
        if all(_differ(key, other) for other, _ in entries[:number]):
            whole = ir.BagChange(whole, key, copies, 1, at, kind)
            continue
        held = ir.Var(ctx.fresh("bag"), kind)
        without = ir.BagChange(held, key, ir.Count(held, key), -1, at, kind)
        again = ir.BagChange(without, key, copies, 1, at, kind)
        whole = ir.Let(held.name, whole, again, kind)
    unsure = tuple(
        ir.Compare(ir.Order.LT, copies, zero)
        for _, copies in entries
        if not (isinstance(copies, ir.Const) and copies.value >= 0)
    )
    if not unsure:
        return whole
    fail = ir.Fail(DutyKind.IN_BOUNDS, "a bag holds no fewer than 0 of an item", at, kind)
    return ir.If(ir.Or(unsure), fail, whole, kind)


def _differ(one: ir.Expr, other: ir.Expr) -> bool:
    known = isinstance(one, ir.Const) and isinstance(other, ir.Const)
    return known and bool(getattr(one, "value", None) != getattr(other, "value", None))
