"""Expressions of the rule language, one function a family of constructs."""

from __future__ import annotations

import ast
from typing import Final

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BOOL,
    INT,
    BoolT,
    EnumT,
    IntT,
    LookupT,
    NoneT,
    SetT,
    TupleT,
    Type,
    UnionT,
    words,
)

from . import shapes
from .attributes import attribute
from .calls import call
from .ctx import Ctx, Missing, key_of, narrowed, python_name
from .facts import facts
from .refusals import refuse_expression

ARITH: Final = {
    ast.Add: ir.ArithOp.ADD,
    ast.Sub: ir.ArithOp.SUB,
    ast.Mult: ir.ArithOp.MUL,
    ast.FloorDiv: ir.ArithOp.DIV,
    ast.Mod: ir.ArithOp.MOD,
}
ORDER: Final = {
    ast.Lt: ir.Order.LT,
    ast.LtE: ir.Order.LE,
    ast.Gt: ir.Order.GT,
    ast.GtE: ir.Order.GE,
}
SETS: Final = {
    ast.BitOr: ir.SetOp.UNION,
    ast.BitAnd: ir.SetOp.INTERSECTION,
    ast.Sub: ir.SetOp.DIFFERENCE,
}


def expression(ctx: Ctx, node: ast.expr, expect: Type | None) -> ir.Expr:
    """The IR of an expression; `expect` helps where a value alone does not tell its type."""
    match node:
        case ast.Constant():
            return _literal(ctx, node)
        case ast.Name() | ast.Attribute():
            return _known(ctx, node, _named(ctx, node))
        case ast.BoolOp():
            return _bool_op(ctx, node)
        case ast.UnaryOp():
            return _unary(ctx, node)
        case ast.BinOp():
            return _binary(ctx, node, expect)
        case ast.Compare():
            return _compare(ctx, node)
        case ast.IfExp():
            return _conditional(ctx, node, expect)
        case ast.Tuple():
            return _tuple(ctx, node, expect)
        case ast.Subscript():
            return _known(ctx, node, _subscript(ctx, node))
        case ast.Call():
            return call(ctx, node, expect)
        case _:
            refuse_expression(ctx, node)


def _literal(ctx: Ctx, node: ast.Constant) -> ir.Expr:
    if isinstance(node.value, (bool, int)) or node.value is None:
        found = ctx.constant(node, node.value)
        if found is not None:
            return found
    refuse_expression(ctx, node)


def _known(ctx: Ctx, node: ast.expr, value: ir.Expr) -> ir.Expr:
    """The value as the part of its union that the tests around it leave."""
    key = key_of(node)
    return value if key is None or key not in ctx.facts else narrowed(value, ctx.facts[key])


def _named(ctx: Ctx, node: ast.Name | ast.Attribute) -> ir.Expr:
    if isinstance(node, ast.Name) and node.id in ctx.names:
        return ctx.names[node.id]
    thing = python_name(node, ctx)
    if thing is not Missing:
        found = ctx.constant(node, thing)
        if found is not None:
            return found
        ctx.refuse(
            "RW033",
            node,
            f"{ast.unparse(node)} is no value that rules can use",
            "use whole numbers, enum members, frozen dataclasses, tuples and Lookup tables; "
            "call functions with (…)",
        )
    if isinstance(node, ast.Attribute):
        return attribute(ctx, node)
    ctx.refuse(
        "RW034",
        node,
        f"the name {node.id} is not known here",
        "define it on every way to this line, or import it",
    )


def _bool_op(ctx: Ctx, node: ast.BoolOp) -> ir.Expr:
    parts: list[ir.Expr] = []
    for value in node.values:
        parts.append(ctx.test(value))
        yes, no = facts(ctx, value)
        ctx = ctx.knowing(yes if isinstance(node.op, ast.And) else no)
    return ir.And(tuple(parts)) if isinstance(node.op, ast.And) else ir.Or(tuple(parts))


def _unary(ctx: Ctx, node: ast.UnaryOp) -> ir.Expr:
    match node.op:
        case ast.Not():
            return ir.Not(ctx.test(node.operand))
        case ast.USub():
            zero = ir.Const(0, IntT(0, 0))
            return arith(ctx, node, ir.ArithOp.SUB, zero, ctx.number(node.operand))
        case ast.UAdd():
            return ctx.number(node.operand)
        case _:
            refuse_expression(ctx, node)


def _binary(ctx: Ctx, node: ast.BinOp, expect: Type | None) -> ir.Expr:
    op = type(node.op)
    if op not in ARITH and op not in SETS:
        refuse_expression(ctx, node)
    left = ctx.unit.expression(ctx, node.left, expect)
    if isinstance(left.type, TupleT) and op is ast.Add:
        right = ctx.unit.expression(ctx, node.right, expect)
        if not isinstance(right.type, TupleT):
            ctx.refuse(
                "RW062", node.right, f"a tuple is needed after +; this is {words(right.type)}",
                "write (*items, item) to add one item",
            )  # fmt: skip
        return concatenated(ctx, node, (ir.Spread(left), ir.Spread(right)), expect)
    if isinstance(left.type, SetT) and op in SETS:
        right = ctx.expr(node.right, left.type)
        return ir.SetMerge(SETS[op], left, right, left.type)
    if op not in ARITH:
        refuse_expression(ctx, node)
    number = ctx.as_number(node.left, left)
    return arith(ctx, node, ARITH[op], number, ctx.number(node.right))


def arith(ctx: Ctx, node: ast.expr, op: ir.ArithOp, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A whole number made of two; worked out at once where both are known."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        a, b = left.value, right.value
        if not (op in (ir.ArithOp.DIV, ir.ArithOp.MOD) and b == 0):
            value = {
                ir.ArithOp.ADD: lambda: a + b,
                ir.ArithOp.SUB: lambda: a - b,
                ir.ArithOp.MUL: lambda: a * b,
                ir.ArithOp.DIV: lambda: a // b,
                ir.ArithOp.MOD: lambda: a % b,
                ir.ArithOp.MIN: lambda: min(a, b),
                ir.ArithOp.MAX: lambda: max(a, b),
            }[op]()
            return ir.Const(value, IntT(value, value))
    return ir.Arith(op, left, right, ctx.place(node))


def _compare(ctx: Ctx, node: ast.Compare) -> ir.Expr:
    """A comparison, or a chain of them: a middle part is worked out once."""
    if len(node.ops) == 1:
        return _one_comparison(ctx, node)
    left_name, middle_name = ctx.fresh("left"), ctx.fresh("middle")
    left = ctx.expr(node.left)
    middle = ctx.expr(node.comparators[0])
    inner = ctx.bind(f"<{middle_name}>", ir.Var(middle_name, middle.type))
    rest = ast.Compare(
        ast.copy_location(ast.Name(f"<{middle_name}>", ast.Load()), node.comparators[0]),
        node.ops[1:],
        node.comparators[1:],
    )
    first = comparison(
        ctx, node, ir.Var(left_name, left.type), node.ops[0], ir.Var(middle_name, middle.type)
    )
    whole = ir.And((first, _compare(inner, ast.copy_location(rest, node))))
    return ir.Let(left_name, left, ir.Let(middle_name, middle, whole, BOOL), BOOL)


def _one_comparison(ctx: Ctx, node: ast.Compare) -> ir.Expr:
    op, right = node.ops[0], node.comparators[0]
    if type(op) in ORDER:
        return ir.Compare(ORDER[type(op)], ctx.number(node.left), ctx.number(right))
    left = ctx.expr(node.left)
    sought = TupleT(left.type) if isinstance(op, (ast.In, ast.NotIn)) else left.type
    return comparison(ctx, node, left, op, ctx.unit.expression(ctx, right, _hint(right, sought)))


def _hint(node: ast.expr, sought: Type) -> Type | None:
    """What an empty literal is empty of, from what it is compared with."""
    empty = isinstance(node, ast.Call) and not node.args and not node.keywords
    return sought if empty else None


def comparison(
    ctx: Ctx, node: ast.Compare, left: ir.Expr, op: ast.cmpop, right: ir.Expr
) -> ir.Expr:
    """One comparison of two values."""
    if isinstance(op, (ast.In, ast.NotIn)):
        found = _membership(ctx, node, left, right)
        return found if isinstance(op, ast.In) else ir.Not(found)
    if isinstance(op, (ast.Is, ast.IsNot)) and not (_single(left.type) or _single(right.type)):
        ctx.refuse(
            "RW074",
            node,
            f"`is` asks for the same object, not for an equal value; this is {words(left.type)}",
            "write == or !=; `is` is for None and the members of an Enum",
        )
    if isinstance(op, (ast.Eq, ast.Is)):
        return equal(ctx, node, left, right)
    if isinstance(op, (ast.NotEq, ast.IsNot)):
        return ir.Not(equal(ctx, node, left, right))
    for side in (left, right):
        if not isinstance(side.type, IntT):
            ctx.refuse(
                "RW060",
                node,
                f"only whole numbers have an order; this is {words(side.type)}",
                "compare numbers, or use == and !=",
            )
    return ir.Compare(ORDER[type(op)], left, right)


def equal(ctx: Ctx, node: ast.AST, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Whether two values are the same; an error where they can never be."""
    lefts = left.type.alts if isinstance(left.type, UnionT) else (left.type,)
    rights = right.type.alts if isinstance(right.type, UnionT) else (right.type,)
    if not any(shapes.like(a, b) for a in lefts for b in rights):
        ctx.refuse(
            "RW068",
            node,
            f"{words(left.type)} is never {words(right.type)}",
            "compare values of one type",
        )
    kind = ctx.join(node, left.type, right.type)
    return ir.Equal(ctx.coerce(node, left, kind), ctx.coerce(node, right, kind))


def _single(kind: Type) -> bool:
    """Whether each value of a type is one object, so that `is` means the same as `==`."""
    return isinstance(kind, (EnumT, NoneT, BoolT)) or (
        isinstance(kind, UnionT) and all(map(_single, kind.alts))
    )


def _membership(ctx: Ctx, node: ast.Compare, item: ir.Expr, items: ir.Expr) -> ir.Expr:
    kind = items.type
    if isinstance(kind, TupleT):
        if kind.most == 0:
            return ir.Has(items, item)
        joined = ctx.join(node, kind.item, item.type)
        whole = TupleT(joined, kind.least, kind.most)
        return ir.Has(ctx.coerce(node, items, whole), ctx.coerce(node, item, joined))
    part = getattr(kind, "item", None)
    if part is None:
        ctx.refuse(
            "RW062",
            node,
            f"`in` needs a tuple, a bag or a set; this is {words(kind)}",
            "write `in (a, b)`, or compare with ==",
        )
    return ir.Has(items, ctx.coerce(node, item, part))


def _conditional(ctx: Ctx, node: ast.IfExp, expect: Type | None) -> ir.Expr:
    test = ctx.test(node.test)
    yes, no = facts(ctx, node.test)
    then = ctx.knowing(yes).unit.expression(ctx.knowing(yes), node.body, expect)
    other = ctx.knowing(no).unit.expression(ctx.knowing(no), node.orelse, expect)
    kind = expect or ctx.join(node, then.type, other.type)
    return ir.If(
        test, ctx.coerce(node.body, then, kind), ctx.coerce(node.orelse, other, kind), kind
    )


def _tuple(ctx: Ctx, node: ast.Tuple, expect: Type | None) -> ir.Expr:
    item = expect.item if isinstance(expect, TupleT) else None
    parts: list[ir.Expr | ir.Spread] = []
    for part in node.elts:
        if isinstance(part, ast.Starred):
            spread = ctx.unit.expression(ctx, part.value, expect)
            if not isinstance(spread.type, TupleT):
                ctx.refuse(
                    "RW062", part, f"* needs a tuple; this is {words(spread.type)}", "leave * out"
                )
            parts.append(ir.Spread(spread))
        else:
            parts.append(ctx.unit.expression(ctx, part, item))
    return concatenated(ctx, node, tuple(parts), expect)


def concatenated(
    ctx: Ctx, node: ast.expr, parts: tuple[ir.Expr | ir.Spread, ...], expect: Type | None
) -> ir.Expr:
    """A tuple of single items and of the items of others, all brought to one type."""
    kind: Type | None = expect.item if isinstance(expect, TupleT) else None
    if kind is None:
        for part in parts:
            own = part.value.type if isinstance(part, ir.Spread) else part.type
            item = own.item if isinstance(part, ir.Spread) and isinstance(own, TupleT) else own
            kind = item if kind is None else ctx.join(node, kind, item)
    item_kind = INT if kind is None else kind
    least, most = 0, 0
    made: list[ir.Expr | ir.Spread] = []
    for part in parts:
        if isinstance(part, ir.Spread):
            own = part.value.type
            assert isinstance(own, TupleT)  # spread parts are made of tuples only
            target = TupleT(item_kind, own.least, own.most)
            made.append(ir.Spread(ctx.coerce(node, part.value, target)))
            least += own.least
            most = -1 if own.most is None or most < 0 else most + own.most
        else:
            made.append(ctx.coerce(node, part, item_kind))
            least, most = least + 1, most + 1 if most >= 0 else most
    return ir.Items(tuple(made), TupleT(item_kind, least, None if most < 0 else most))


def _subscript(ctx: Ctx, node: ast.Subscript) -> ir.Expr:
    items = ctx.expr(node.value)
    kind, at = items.type, ctx.place(node)
    if isinstance(kind, LookupT) and isinstance(items, ir.Const):
        return ir.Lookup(items.value, ctx.expr(node.slice, kind.key), at, kind.value)
    if not isinstance(kind, TupleT):
        ctx.refuse(
            "RW062",
            node,
            f"only a tuple or a Lookup table has items by number; this is {words(kind)}",
            "use a field's name, or `.count(item)` of a bag",
        )
    if isinstance(node.slice, ast.Slice):
        return _slice(ctx, node.slice, items, kind)
    return ir.At(items, ctx.number(node.slice), at, kind.item)


def _slice(ctx: Ctx, node: ast.Slice, items: ir.Expr, kind: TupleT) -> ir.Expr:
    step = 1 if node.step is None else ctx.number(node.step)
    if isinstance(step, ir.Const):
        step = step.value
    if not isinstance(step, int) or step < 1:
        ctx.refuse(
            "RW032",
            node.step or node,
            "a slice's step must be a whole number known before play, 1 or more",
            "write tuple(items[i] for i in range(…)) for another order",
        )
    start = None if node.lower is None else ctx.number(node.lower)
    stop = None if node.upper is None else ctx.number(node.upper)
    return ir.Slice(items, start, stop, step, TupleT(kind.item, 0, kind.most))
