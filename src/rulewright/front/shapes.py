"""Types as the front end compares them: bounds aside, with unions taking in their alternatives."""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BagT,
    BoolT,
    FixedT,
    IntT,
    LookupT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
    domain,
)


class Clash(Exception):
    """Two types that do not go together."""


def same(a: Type, b: Type) -> bool:
    """The same type, bounds and lengths aside: values of one need no conversion to the other."""
    match a, b:
        case IntT(), IntT():
            return True
        case RecordT(), RecordT():
            return a.cls is b.cls
        case TupleT(), TupleT():
            return same(a.item, b.item)
        case BagT(), BagT():
            return a.item == b.item
        case UnionT(), UnionT():
            return len(a.alts) == len(b.alts) and all(map(same, a.alts, b.alts))
        case _:
            return a == b


def like(a: Type, b: Type) -> bool:
    """The same kind of thing, as `isinstance` tells: how an alternative of a union is found."""
    match a, b:
        case (TupleT(), TupleT()) | (BagT(), BagT()) | (SetT(), SetT()):
            return True
        case _:
            return same(a, b)


def tag_of(union: UnionT, kind: Type) -> int:
    """Which alternative of a union a plain type is; -1 for none."""
    return next((i for i, alt in enumerate(union.alts) if like(alt, kind)), -1)


def join(a: Type, b: Type) -> Type:
    """The least type that takes in both; Clash where a union could not tell them apart."""
    match a, b:
        case IntT(), IntT():
            return a if a == b else IntT(_least(a.low, b.low), _most(a.high, b.high))
        case TupleT(), TupleT():
            return TupleT(join(a.item, b.item), min(a.least, b.least), _most(a.most, b.most))
        case _ if same(a, b):
            return a
        case _:
            left = a.alts if isinstance(a, UnionT) else (a,)
            right = b.alts if isinstance(b, UnionT) else (b,)
            return union((*left, *right))


def _least(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(a, b)


def _most(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else max(a, b)


def union(alts: tuple[Type, ...]) -> Type:
    """The union of these types, each kind once; the type itself where there is only one."""
    kept: list[Type] = []
    for alt in alts:
        at = next((i for i, k in enumerate(kept) if like(k, alt)), -1)
        if at < 0:
            kept.append(alt)
        else:
            kept[at] = join(kept[at], alt)
    kinds = {type(alt) for alt in kept}
    if {BoolT, IntT} <= kinds or kinds & {FixedT, LookupT}:
        raise Clash("a union cannot tell these apart")
    return kept[0] if len(kept) == 1 else UnionT(tuple(kept))


def coerce(value: ir.Expr, target: Type) -> ir.Expr:
    """The value as one of the target type; Clash where it cannot be."""
    kind = value.type
    if same(kind, target):
        return value
    match kind, target:
        case UnionT(), UnionT():
            tags = tuple(tag_of(target, alt) for alt in kind.alts)
            fine = all(
                t >= 0 and same(target.alts[t], a) for t, a in zip(tags, kind.alts, strict=True)
            )
            if fine:
                return ir.Retag(value, tags, target)
        case _, UnionT():
            tag = tag_of(target, kind)
            if tag >= 0:
                return ir.Inject(coerce(value, target.alts[tag]), tag, target)
        case TupleT(), TupleT():
            return _coerce_items(value, target)
        case BagT(), BagT():
            return _coerce_bag(value, kind, target)
        case _:
            pass
    raise Clash("these types do not go together")


def _coerce_items(value: ir.Expr, target: TupleT) -> ir.Expr:
    if isinstance(value, ir.Items) and not any(isinstance(p, ir.Spread) for p in value.parts):
        parts = tuple(coerce(p, target.item) for p in value.parts if not isinstance(p, ir.Spread))
        return ir.Items(parts, TupleT(target.item, len(parts), len(parts)))
    kind = value.type
    if not isinstance(kind, TupleT):
        raise Clash("no tuple")
    name = f"item@{id(value)}"
    body = coerce(ir.Var(name, kind.item), target.item)
    made = TupleT(target.item, kind.least, kind.most)
    return ir.Fold(ir.FoldKind.TUPLE, name, value, None, body, None, None, made)


def _coerce_bag(value: ir.Expr, kind: BagT, target: BagT) -> ir.Expr:
    """A bag over one domain as a bag over another that takes the first in."""
    if not _within(kind.item, target.item):
        raise Clash("the bag may hold items that the other cannot")
    bag = f"bag@{id(value)}"
    wide = ir.Var(f"item@{id(value)}", target.item)
    source = ir.Const(tuple(domain(target.item)), TupleT(target.item))
    back = _narrow(wide, kind.item, copies_of=ir.Var(bag, kind))
    whole = ir.Fold(ir.FoldKind.BAG, wide.name, source, None, back, None, None, target)
    return ir.Let(bag, value, whole, target)


def _within(inner: Type, outer: Type) -> bool:
    if isinstance(inner, IntT) and isinstance(outer, IntT):
        fine = (inner.low, inner.high, outer.low, outer.high)
        if None in fine:
            return False
        return bool(outer.low <= inner.low and inner.high <= outer.high)  # type: ignore[operator]
    if isinstance(outer, UnionT) and not isinstance(inner, UnionT):
        tag = tag_of(outer, inner)
        return tag >= 0 and _within(inner, outer.alts[tag])
    if isinstance(inner, UnionT) and isinstance(outer, UnionT):
        return all(_within(alt, outer) for alt in inner.alts)
    return same(inner, outer)


def _narrow(item: ir.Var, kind: Type, copies_of: ir.Var) -> ir.Expr:
    """How many copies a bag over `kind` holds of an item of a wider type."""
    wide = item.type
    if isinstance(wide, UnionT) and not isinstance(kind, UnionT):
        tag = tag_of(wide, kind)
        there = ir.Count(copies_of, ir.Payload(item, tag, wide.alts[tag]))
        return ir.If(ir.Is(item, (tag,)), there, ir.Const(0, IntT(0, 0)), IntT())
    if isinstance(wide, UnionT) and isinstance(kind, UnionT):
        tags = tuple(tag_of(kind, alt) for alt in wide.alts)
        known = tuple(i for i, tag in enumerate(tags) if tag >= 0)
        there = ir.Count(copies_of, ir.Retag(item, tags, kind))
        return ir.If(ir.Is(item, known), there, ir.Const(0, IntT(0, 0)), IntT())
    return ir.Count(copies_of, item)
