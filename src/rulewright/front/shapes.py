"""Types as the front end compares them: bounds aside, with unions taking in their alternatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

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

Fresh: TypeAlias = Callable[[str], str]  # gives a name that no other part of the function uses


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
    """The least type that takes in both; Clash where a union could not tell them apart.

    A union that takes in the other type is kept as it is, so that its values need no conversion.
    """
    match a, b:
        case TupleT(most=0), TupleT():
            return TupleT(b.item, 0, b.most)
        case TupleT(), TupleT(most=0):
            return TupleT(a.item, 0, a.most)
        case IntT(), IntT():
            return a if a == b else IntT(_least(a.low, b.low), _most(a.high, b.high))
        case TupleT(), TupleT():
            return TupleT(join(a.item, b.item), min(a.least, b.least), _most(a.most, b.most))
        case BagT(), BagT():
            return BagT(join(a.item, b.item), _most(a.most, b.most))
        case SetT(), SetT():
            return SetT(join(a.item, b.item))
        case _ if same(a, b):
            return a
        case _:
            left = a.alts if isinstance(a, UnionT) else (a,)
            right = b.alts if isinstance(b, UnionT) else (b,)
            if not _takes_in(a, right) and _takes_in(b, left):
                left, right = right, left
            return union((*left, *right))


def _takes_in(kind: Type, alts: tuple[Type, ...]) -> bool:
    """Whether a type is a union with an alternative for each of these."""
    return isinstance(kind, UnionT) and all(tag_of(kind, alt) >= 0 for alt in alts)


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


def coerce(value: ir.Expr, target: Type, fresh: Fresh) -> ir.Expr:
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
                return ir.Inject(coerce(value, target.alts[tag], fresh), tag, target)
        case TupleT(), TupleT():
            return _coerce_items(value, kind, target, fresh)
        case BagT(), BagT():
            return _coerce_bag(value, kind, target, fresh)
        case SetT(), SetT():
            return _coerce_set(value, kind, target, fresh)
        case _:
            pass
    raise Clash("these types do not go together")


def _coerce_items(value: ir.Expr, kind: TupleT, target: TupleT, fresh: Fresh) -> ir.Expr:
    if isinstance(value, ir.Items) and not any(isinstance(p, ir.Spread) for p in value.parts):
        parts = tuple(
            coerce(p, target.item, fresh) for p in value.parts if not isinstance(p, ir.Spread)
        )
        return ir.Items(parts, TupleT(target.item, len(parts), len(parts)))
    if kind.most == 0:
        # It has no item to convert, whatever it is called a tuple of.
        empty = TupleT(target.item, 0, 0)
        nothing = ir.Const((), empty)
        return (
            nothing
            if isinstance(value, (ir.Const, ir.Items))
            else ir.Let(fresh("empty"), value, nothing, empty)
        )
    name = fresh("item")
    body = coerce(ir.Var(name, kind.item), target.item, fresh)
    made = TupleT(target.item, kind.least, kind.most)
    return ir.Fold(ir.FoldKind.TUPLE, name, value, None, body, None, None, made)


def _coerce_bag(value: ir.Expr, kind: BagT, target: BagT, fresh: Fresh) -> ir.Expr:
    """A bag over one domain as a bag over another that takes the first in."""
    if not _within(kind.item, target.item):
        raise Clash("the bag may hold items that the other cannot")
    bag = fresh("bag")
    wide = ir.Var(fresh("item"), target.item)
    back = _narrow(wide, kind.item, copies_of=ir.Var(bag, kind))
    every = _every(target.item)
    whole = ir.Fold(ir.FoldKind.BAG, wide.name, every, None, back, None, None, target)
    return ir.Let(bag, value, whole, target)


def _coerce_set(value: ir.Expr, kind: SetT, target: SetT, fresh: Fresh) -> ir.Expr:
    """A set over one domain as a set over another that takes the first in."""
    if not _within(kind.item, target.item):
        raise Clash("the set may hold items that the other cannot")
    held = ir.Var(fresh("set"), kind)
    item = ir.Var(fresh("item"), kind.item)
    every, there = _every(kind.item), ir.Has(held, item)
    body = coerce(item, target.item, fresh)
    whole = ir.Fold(ir.FoldKind.SET, item.name, every, there, body, None, None, target)
    return ir.Let(held.name, value, whole, target)


def _every(kind: Type) -> ir.Const:
    values = tuple(domain(kind))
    return ir.Const(values, TupleT(kind, len(values), len(values)))


def _within(inner: Type, outer: Type) -> bool:
    if isinstance(inner, IntT) and isinstance(outer, IntT):
        fine = (inner.low, inner.high, outer.low, outer.high)
        if None in fine:
            return False
        return bool(outer.low <= inner.low and inner.high <= outer.high)  # type: ignore[operator]
    if isinstance(inner, TupleT) and isinstance(outer, TupleT):
        fits = outer.most is None or (inner.most is not None and inner.most <= outer.most)
        return fits and outer.least <= inner.least and _within(inner.item, outer.item)
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
