"""Leave out what cannot matter: names for names, choices that are settled, parts of what was just
made. No arithmetic is done here, and nothing that could fail a duty is dropped.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir.types import BOOL
from rulewright.ir.walk import every, rebuilt

TRUE = ir.Const(True, BOOL)
FALSE = ir.Const(False, BOOL)


def simplify(expr: ir.Expr) -> ir.Expr:
    """The expression with settled choices taken and needless names replaced, inside first."""
    return simplified(rebuilt(expr, simplify))


def simplified(expr: ir.Expr) -> ir.Expr:
    """The same of an expression whose parts are simple already."""
    match expr:
        case ir.Let():
            return _let(expr)
        case ir.If(ir.Const(value), then, other):
            return then if value else other
        case ir.If(test, ir.Const(True), ir.Const(False)):
            return test
        case ir.Not(ir.Const(value)):
            return FALSE if value else TRUE
        case ir.Not(ir.Not(value)):
            return value
        case ir.And(parts):
            return _joined(parts, True)
        case ir.Or(parts):
            return _joined(parts, False)
        case ir.Get(ir.Make(parts), index) if all(plain(p) for p in parts):
            return parts[index]
        case ir.Get(ir.Const(value), index, kind):
            return ir.Const(value[index], kind)
        case ir.Get(ir.With(record, changes), index, kind) if all(plain(c) for _, c in changes):
            changed = dict(changes).get(index)
            return ir.Get(record, index, kind) if changed is None else changed
        case ir.Is(ir.Inject(value, tag), tags) if plain(value):
            return TRUE if tag in tags else FALSE
        case ir.Is(ir.Const((tag, _)), tags):
            return TRUE if tag in tags else FALSE
        case ir.Payload(ir.Inject(value, tag), wanted) if tag == wanted:
            return value
        case ir.Payload(ir.Const((tag, held)), wanted, kind) if tag == wanted:
            return ir.Const(held, kind)
        case ir.Inject(ir.Const(value), tag, kind):
            return ir.Const((tag, value), kind)
        case ir.Retag(ir.Inject(value, tag), tags, kind) if tags[tag] >= 0:
            return simplified(ir.Inject(value, tags[tag], kind))
        case ir.Retag(ir.Const((tag, value)), tags, kind) if tags[tag] >= 0:
            return ir.Const((tags[tag], value), kind)
        case _:
            return expr


def plain(expr: ir.Expr) -> bool:
    """Whether working an expression out can neither fail nor cost anything."""
    match expr:
        case ir.Const() | ir.Var():
            return True
        case ir.Get(record):
            return plain(record)
        case ir.Inject(value) | ir.Payload(value):
            return plain(value)
        case _:
            return False


def _joined(parts: tuple[ir.Expr, ...], is_and: bool) -> ir.Expr:
    """`and` or `or` without the parts that do not decide, up to the first that is certain to."""
    kept: list[ir.Expr] = []
    for part in parts:
        inner = part.parts if isinstance(part, ir.And if is_and else ir.Or) else (part,)
        for each in inner:
            if isinstance(each, ir.Const) and each.value is is_and:
                continue
            kept.append(each)
            if isinstance(each, ir.Const):
                break
        if kept and isinstance(kept[-1], ir.Const):
            break
    if not kept:
        return TRUE if is_and else FALSE
    if len(kept) == 1:
        return kept[0]
    return ir.And(tuple(kept)) if is_and else ir.Or(tuple(kept))


def _let(expr: ir.Let) -> ir.Expr:
    """A name for a constant, another name or a field is replaced by it."""
    value = expr.value
    if plain(value):
        return substituted(expr.body, {expr.name: value})
    if isinstance(expr.body, ir.Var) and expr.body.name == expr.name:
        return value
    return expr


def substituted(expr: ir.Expr, values: dict[str, ir.Expr]) -> ir.Expr:
    """The expression with names replaced. Names are unique in a function, so none is captured."""
    if isinstance(expr, ir.Var):
        return values.get(expr.name, expr)
    made = rebuilt(expr, lambda part: substituted(part, values))
    return simplified(made) if made is not expr else expr


def renamed(expr: ir.Expr, suffix: str, also: frozenset[str]) -> ir.Expr:
    """The expression with the names that it binds, and some others, made new by a suffix."""
    bound = also | {part.name for part in every(expr) if isinstance(part, (ir.Let, ir.Fold))}

    def visit(part: ir.Expr) -> ir.Expr:
        part = rebuilt(part, visit)
        if isinstance(part, (ir.Let, ir.Fold, ir.Var)) and part.name in bound:
            return replace(part, name=part.name + suffix)
        return part

    return visit(expr)
