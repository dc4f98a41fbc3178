"""Going over expressions: their parts, and the same expression with other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from .nodes import (
    And,
    Arith,
    At,
    BagChange,
    Call,
    Compare,
    Const,
    Count,
    Equal,
    Expr,
    Fail,
    Fold,
    Get,
    Has,
    If,
    Implies,
    Inject,
    Is,
    Items,
    Let,
    Lookup,
    Make,
    Not,
    Or,
    Payload,
    Put,
    Range,
    Retag,
    SetMerge,
    Size,
    Slice,
    Spread,
    Var,
    With,
)


def rebuilt(expr: Expr, of: Callable[[Expr], Expr]) -> Expr:
    """The expression with each of its direct parts replaced by what `of` makes of it."""
    match expr:
        case Const() | Var() | Fail():
            return expr
        case Let(_, value, body):
            return replace(expr, value=of(value), body=of(body))
        case If(test, then, other):
            return replace(expr, test=of(test), then=of(then), other=of(other))
        case And(parts) | Or(parts) | Make(parts):
            return replace(expr, parts=tuple(map(of, parts)))
        case Implies(premise, conclusion):
            return replace(expr, premise=of(premise), conclusion=of(conclusion))
        case Arith() | Compare() | Equal() | SetMerge():
            return replace(expr, left=of(expr.left), right=of(expr.right))
        case Get(record):
            return replace(expr, record=of(record))
        case With(record, changes):
            return replace(expr, record=of(record), changes=tuple((i, of(e)) for i, e in changes))
        case Not() | Inject() | Is() | Payload() | Retag() | Size():
            return replace(expr, value=of(expr.value))
        case Items() | Range() | At() | Slice() | Put() | Count() | Has():
            return _rebuilt_items(expr, of)
        case Fold(_, _, over, where, body, default):
            return replace(
                expr,
                over=of(over),
                where=_maybe(where, of),
                body=of(body),
                default=_maybe(default, of),
            )
        case BagChange(bag, value, copies):
            return replace(expr, bag=of(bag), value=of(value), copies=of(copies))
        case Lookup(_, key):
            return replace(expr, key=of(key))
        case Call(_, args):
            return replace(expr, args=tuple(map(of, args)))
        case _:
            assert_never(expr)


def _rebuilt_items(
    expr: Items | Range | At | Slice | Put | Count | Has, of: Callable[[Expr], Expr]
) -> Expr:
    match expr:
        case Items(parts):
            made = tuple(Spread(of(p.value)) if isinstance(p, Spread) else of(p) for p in parts)
            return replace(expr, parts=made)
        case Range(start, stop):
            return replace(expr, start=of(start), stop=of(stop))
        case At(items, index):
            return replace(expr, items=of(items), index=of(index))
        case Slice(items, start, stop):
            return replace(expr, items=of(items), start=_maybe(start, of), stop=_maybe(stop, of))
        case Put(items, index, value):
            return replace(expr, items=of(items), index=of(index), value=of(value))
        case Count(items, value) | Has(items, value):
            return replace(expr, items=of(items), value=of(value))
        case _:
            assert_never(expr)


def _maybe(expr: Expr | None, of: Callable[[Expr], Expr]) -> Expr | None:
    return None if expr is None else of(expr)


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The direct parts of an expression, in the order in which they are worked out."""
    found: list[Expr] = []

    def note(part: Expr) -> Expr:
        found.append(part)
        return part

    rebuilt(expr, note)
    return tuple(found)


def every(expr: Expr) -> Iterator[Expr]:
    """The expression and all that is inside it, from the outside in."""
    waiting = [expr]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(parts(current)))


def calls(expr: Expr) -> frozenset[str]:
    """The functions that an expression calls itself."""
    return frozenset(part.function for part in every(expr) if isinstance(part, Call))
