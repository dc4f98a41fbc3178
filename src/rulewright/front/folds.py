"""Comprehensions and what gathers them: any, all, sum, min, max, the, tuple, frozenset, Bag."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BOOL,
    INT,
    BagT,
    BoolT,
    EnumT,
    IntT,
    SetT,
    TupleT,
    Type,
    words,
)
from rulewright.words.errors import Place

from .annotations import unbounded
from .ctx import python_name
from .facts import facts

if TYPE_CHECKING:
    from .ctx import Ctx

K = ir.FoldKind


def fold_call(ctx: Ctx, node: ast.Call, kind: ir.FoldKind, expect: Type | None) -> ir.Expr:
    """A call of a built-in that gathers items: over a generator, or over a tuple as it is."""
    default = None
    for keyword in node.keywords:
        if keyword.arg == "default" and kind in (K.MIN, K.MAX):
            default = ctx.number(keyword.value)
        else:
            ctx.refuse(
                "RW063", node, f"{kind.value} takes no {keyword.arg}",
                "gather the numbers themselves; the(x for x in … if … == best) finds whose it is"
                if keyword.arg == "key" else "leave it out",
            )  # fmt: skip
    if not node.args and kind in (K.TUPLE, K.SET):
        return _nothing(ctx, node, kind, expect)
    if len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        ctx.refuse(
            "RW063", node, f"{kind.value} takes one tuple or one `… for … in …`",
            f"write {kind.value}(items) or {kind.value}(… for … in …), without *",
        )  # fmt: skip
    at = ctx.place(node)
    source = node.args[0]
    item = getattr(expect, "item", None) if kind in (K.TUPLE, K.SET) else None
    if not isinstance(source, ast.GeneratorExp):
        return _of_items(ctx, node, kind, default, item)
    direct = kind in (K.ALL, K.ANY, K.SUM) or len(source.generators) == 1
    if direct:
        return _nest(ctx, source, 0, kind, default, item, at)
    flat = _nest(ctx, source, 0, K.TUPLE, None, item, at)
    if kind is K.TUPLE:
        return flat
    return _gather(ctx, node, kind, flat, default, item, at)


def _nothing(ctx: Ctx, node: ast.Call, kind: ir.FoldKind, expect: Type | None) -> ir.Expr:
    if kind is K.TUPLE and isinstance(expect, TupleT):
        return ir.Const((), TupleT(expect.item, 0, 0))
    if kind is K.SET and isinstance(expect, SetT):
        empty = ir.Const((), TupleT(expect.item, 0, 0))
        item = ir.Var(ctx.fresh("item"), expect.item)
        return ir.Fold(K.SET, item.name, empty, None, item, None, None, expect)
    ctx.refuse(
        "RW069", node, "of what this is empty cannot be told", "annotate it: `name: Type = …`"
    )


def _of_items(
    ctx: Ctx, node: ast.Call, kind: ir.FoldKind, default: ir.Expr | None, item: Type | None
) -> ir.Expr:
    at = ctx.place(node)
    expect = None if item is None else TupleT(item)
    over = iterated(ctx, node.args[0], expect)
    if kind is K.TUPLE:
        return over
    return _gather(ctx, node, kind, over, default, item, at)


def _gather(
    ctx: Ctx,
    node: ast.AST,
    kind: ir.FoldKind,
    over: ir.Expr,
    default: ir.Expr | None,
    item: Type | None,
    at: Place,
) -> ir.Expr:
    """A fold over the items of a tuple as they are."""
    items = over.type
    assert isinstance(items, TupleT)  # `iterated` gives tuples only
    own = ir.Var(ctx.fresh("item"), items.item)
    body = _body(ctx, node, kind, own if item is None else ctx.coerce(node, own, item))
    result = _result(ctx, node, kind, body, items, item)
    return ir.Fold(kind, own.name, over, None, body, default, at, result)


def _body(ctx: Ctx, node: ast.AST, kind: ir.FoldKind, body: ir.Expr) -> ir.Expr:
    """The body as the fold needs it: conditions for any and all, numbers for sum, min and max."""
    if kind is K.SUM and isinstance(body.type, BoolT):
        return ir.If(body, ir.Const(1, IntT(1, 1)), ir.Const(0, IntT(0, 0)), IntT(0, 1))
    wanted = BOOL if kind in (K.ALL, K.ANY) else INT if kind in (K.SUM, K.MIN, K.MAX) else None
    if wanted is not None and type(body.type) is not type(wanted):
        ctx.refuse(
            "RW061" if wanted is BOOL else "RW060",
            node,
            f"{kind.value} needs {words(wanted)} for each item; this is {words(body.type)}",
            "write a condition for any and all, a number for sum, min and max",
        )
    return body


def _result(
    ctx: Ctx, node: ast.AST, kind: ir.FoldKind, body: ir.Expr, over: TupleT, item: Type | None
) -> Type:
    match kind:
        case K.ALL | K.ANY:
            return BOOL
        case K.SUM:
            return INT
        case K.MIN | K.MAX | K.THE:
            return body.type
        case K.TUPLE | K.FLAT | K.BAG:
            return TupleT(body.type, over.least, over.most)
        case K.SET:
            made = item or body.type
            if unbounded(made) is not None:
                ctx.refuse(
                    "RW040", node, f"a set of {unbounded(made)}",
                    "annotate it: `name: frozenset[Card] = …`, or go over what has bounds",
                )  # fmt: skip
            return SetT(made)


def _nest(
    ctx: Ctx,
    source: ast.GeneratorExp,
    depth: int,
    kind: ir.FoldKind,
    default: ir.Expr | None,
    item: Type | None,
    at: Place,
) -> ir.Expr:
    """The fold of one `for` of a generator, around that of the next."""
    generator = source.generators[depth]
    if generator.is_async:
        ctx.refuse("RW024", source, "`async for` is no part of the rule language", "write `for`")
    loop = gone_over(ctx, generator.iter)
    over = loop.over
    whole = over.type
    assert isinstance(whole, TupleT)  # `gone_over` gives tuples only
    own = ir.Var(ctx.fresh("each"), whole.item)
    inner = _bound(ctx, loop, generator.target, own)
    where: ir.Expr | None = None
    for test in generator.ifs:
        part = inner.test(test)
        where = part if where is None else ir.And((where, part))
        inner = inner.knowing(facts(inner, test)[0])
    last = depth == len(source.generators) - 1
    if last:
        made = inner.unit.expression(inner, source.elt, item)
        body = _body(
            inner, source.elt, kind, made if item is None else inner.coerce(source.elt, made, item)
        )
        own_kind = kind
    else:
        body = _nest(inner, source, depth + 1, kind, default, item, at)
        own_kind = K.FLAT if kind is K.TUPLE else kind
    least = 0 if where is not None else whole.least
    if own_kind is K.FLAT:
        flat = body.type
        assert isinstance(flat, TupleT)  # the inner fold is a TUPLE or FLAT
        most = None if whole.most is None or flat.most is None else whole.most * flat.most
        result: Type = TupleT(flat.item, least * flat.least, most)
    else:
        over_kind = TupleT(whole.item, least, whole.most)
        result = _result(ctx, source, own_kind, body, over_kind, item)
    fold: ir.Expr = ir.Fold(own_kind, own.name, over, where, body, default, at, result)
    for name, value in reversed(loop.before):
        fold = ir.Let(name.name, value, fold, fold.type)
    return fold


def _bound(ctx: Ctx, loop: Loop, target: ast.expr, own: ir.Var) -> Ctx:
    """The context of one round: the target's names for the item, or for each part of it."""
    if not loop.parts:
        return _bind_target(ctx, target, own)
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(loop.parts):
        ctx.refuse("RW070", target, "this gives several names at once", "write `for i, x in …`")
    for element, part in zip(target.elts, loop.parts, strict=True):
        if part is None:
            ctx = _bind_target(ctx, element, own)
        else:
            items = part.type
            assert isinstance(items, TupleT)  # zipped parts are tuples
            ctx = _bind_target(ctx, element, ir.At(part, own, None, items.item))
    return ctx


def _bind_target(ctx: Ctx, target: ast.expr, value: ir.Expr) -> Ctx:
    if not isinstance(target, ast.Name):
        ctx.refuse("RW070", target, "one name is needed here", "use a field of the item instead")
    return ctx.bind(target.id, value)


@dataclass(frozen=True, eq=False)
class Loop:
    """What a `for … in …` goes over.

    parts: for `enumerate` and `zip`, what each target is looked up in by position, None for the
    position itself; empty where the items are gone over as they are. before: names to be worked
    out once, before the fold.
    """

    over: ir.Expr
    parts: tuple[ir.Var | None, ...] = ()
    before: tuple[tuple[ir.Var, ir.Expr], ...] = ()


def gone_over(ctx: Ctx, source: ast.expr) -> Loop:
    """What a `for` goes over: a tuple, or the positions of those that are enumerated or zipped."""
    if isinstance(source, ast.Call):
        function = python_name(source.func, ctx)
        if function in (enumerate, zip):
            values = [iterated(ctx, arg, None) for arg in _side_by_side(ctx, source, function)]
            names = [ir.Var(ctx.fresh("items"), value.type) for value in values]
            parts = (None, *names) if function is enumerate else tuple(names)
            return Loop(positions(names), parts, tuple(zip(names, values, strict=True)))
    return Loop(iterated(ctx, source, None))


def _side_by_side(ctx: Ctx, node: ast.Call, function: Any) -> list[ast.expr]:
    """The tuples that enumerate or zip takes. `strict=False` says nothing new and may stand."""
    strict = [k.value for k in node.keywords if k.arg == "strict"]
    if function is enumerate and (len(node.args) != 1 or node.keywords):
        ctx.refuse(
            "RW063", node, "enumerate takes one tuple and counts from 0 here",
            "add to the number where you use it: `at + 1`",
        )  # fmt: skip
    plain = all(isinstance(s, ast.Constant) and s.value is False for s in strict)
    if not node.args or len(strict) < len(node.keywords) or not plain:
        ctx.refuse(
            "RW063", node, "zip takes tuples, and goes to the end of the shortest",
            "leave `strict` out or write strict=False; state equal lengths as a claim",
        )  # fmt: skip
    return node.args


def positions(parts: list[ir.Var]) -> ir.Expr:
    """The positions that all of these tuples have."""
    stop: ir.Expr = ir.Size(parts[0])
    for part in parts[1:]:
        stop = ir.Arith(ir.ArithOp.MIN, stop, ir.Size(part))
    most = [p.type.most for p in parts if isinstance(p.type, TupleT) and p.type.most is not None]
    bound = min(most) if most else None
    item = IntT(0, None if bound is None else max(0, bound - 1))
    return ir.Range(ir.Const(0, IntT(0, 0)), stop, 1, TupleT(item, 0, bound))


def iterated(ctx: Ctx, source: ast.expr, expect: Type | None) -> ir.Expr:
    """A tuple to go over, or the error that this is none."""
    if isinstance(source, ast.GeneratorExp):
        ctx.refuse("RW029", source, "a generator is worked out bit by bit", "put it into tuple(…)")
    cls = python_name(source, ctx)
    if isinstance(cls, type) and issubclass(cls, Enum):
        return ir.Const(tuple(range(len(cls))), TupleT(EnumT(cls), len(cls), len(cls)))
    over = ctx.unit.expression(ctx, source, expect)
    if not isinstance(over.type, TupleT):
        bags = isinstance(over.type, (BagT, SetT))
        ctx.refuse(
            "RW071",
            source,
            f"only tuples and ranges can be gone over; this is {words(over.type)}",
            "go over range(…) or a tuple of the values and ask `in` or `.count(…)`"
            if bags
            else "go over a tuple, range(…), enumerate(…) or zip(…)",
        )
    return over


def ranged(ctx: Ctx, node: ast.Call) -> ir.Expr:
    """`range(stop)`, `range(start, stop)` or with a constant step."""
    if node.keywords or not 1 <= len(node.args) <= 3:
        ctx.refuse("RW063", node, "range takes one to three numbers", "write range(start, stop)")
    numbers = [ctx.number(arg) for arg in node.args]
    start, stop = (
        (numbers[0], numbers[1]) if len(numbers) > 1 else (ir.Const(0, IntT(0, 0)), numbers[0])
    )
    step = 1
    if len(numbers) == 3:
        if not isinstance(numbers[2], ir.Const) or numbers[2].value == 0:
            ctx.refuse(
                "RW032", node.args[2], "a step must be known before play, and not 0", "write 1"
            )
        step = numbers[2].value
    if isinstance(start, ir.Const) and isinstance(stop, ir.Const):
        values = tuple(range(start.value, stop.value, step))
        item = IntT(min(values), max(values)) if values else IntT(0, 0)
        return ir.Const(values, TupleT(item, len(values), len(values)))
    low = getattr(start.type, "low", None) if step > 0 else None
    most = getattr(stop.type, "high", None) if step > 0 else None
    bound = None if low is None or most is None else max(0, (most - low + step - 1) // step)
    item = IntT(low, None if most is None else most - 1)
    return ir.Range(start, stop, step, TupleT(item, 0, bound))
