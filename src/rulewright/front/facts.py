"""What a condition shows of the unions it asks about, as type checkers narrow them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias, assert_never

from rulewright.ir.types import (
    BagT,
    BoolT,
    EnumT,
    FixedT,
    IntT,
    LookupT,
    NoneT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
)
from rulewright.words.bag import Bag, Lookup

from .ctx import Atom, Ctx, Missing, atoms_of, key_of, python_name

Facts: TypeAlias = Mapping[str, frozenset[Atom]]


def facts(ctx: Ctx, test: ast.expr) -> tuple[Facts, Facts]:
    """What is known where the condition holds, and where it does not."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yes, no = facts(ctx, operand)
            return no, yes
        case ast.BoolOp(op=op, values=values):
            return _boolean(ctx, isinstance(op, ast.And), values)
        case ast.Call(func=ast.Name(id="isinstance"), args=[asked, classes]):
            return _split(ctx, asked, lambda union: _atoms_of_classes(ctx, union, classes))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            if isinstance(op, (ast.Is, ast.Eq)):
                return _split(ctx, left, lambda union: _atoms_of_items(ctx, union, [right]))
            if isinstance(op, (ast.IsNot, ast.NotEq)):
                yes, no = _split(ctx, left, lambda union: _atoms_of_items(ctx, union, [right]))
                return no, yes
            if isinstance(op, (ast.In, ast.NotIn)) and isinstance(right, ast.Tuple):
                items = right.elts
                yes, no = _split(ctx, left, lambda union: _atoms_of_items(ctx, union, items))
                return (yes, no) if isinstance(op, ast.In) else (no, yes)
    return {}, {}


def _boolean(ctx: Ctx, is_and: bool, values: list[ast.expr]) -> tuple[Facts, Facts]:
    """For `and`, what all parts show where it holds; for `or`, where it does not."""
    together: dict[str, frozenset[Atom]] = {}
    either: list[Facts] = []
    for value in values:
        yes, no = facts(ctx.knowing(together), value)
        both, one = (yes, no) if is_and else (no, yes)
        for key, atoms in both.items():
            together[key] = together[key] & atoms if key in together else atoms
        either.append(one)
    shared = set.intersection(*(set(one) for one in either))
    apart = {key: frozenset().union(*(one[key] for one in either)) for key in shared}
    return (together, apart) if is_and else (apart, together)


def _split(ctx: Ctx, asked: ast.expr, chosen: Any) -> tuple[Facts, Facts]:
    """The atoms chosen from the union a path holds, and the others; nothing where not known."""
    key = key_of(asked)
    union = union_at(ctx, asked)
    if key is None or union is None:
        return {}, {}
    found = chosen(union)
    if found is None:
        return {}, {}
    yes, no = found
    return ({key: yes} if yes is not None else {}), ({key: no} if no is not None else {})


def union_at(ctx: Ctx, asked: ast.expr) -> UnionT | None:
    """The whole union that a path holds, whatever is known of it here."""
    key = key_of(asked)
    if key is None or key.split(".")[0] not in ctx.names:
        return None
    forgetting = Ctx(
        ctx.unit,
        ctx.source,
        ctx.names,
        {k: v for k, v in ctx.facts.items() if k != key},
        ctx.numbers,
    )
    kind = forgetting.expr(asked).type
    return kind if isinstance(kind, UnionT) else None


def _atoms_of_items(
    ctx: Ctx, union: UnionT, items: list[ast.expr]
) -> tuple[frozenset[Atom] | None, frozenset[Atom] | None] | None:
    """For `is`, `==` and `in` with constants: those atoms, and those that are ruled out by them."""
    every = atoms_of(union)
    inside: set[Atom] = set()
    sure: set[Atom] = set()  # atoms that are gone where the comparison fails
    for item in items:
        thing = (
            None if isinstance(item, ast.Constant) and item.value is None else _object(ctx, item)
        )
        if thing is Missing:
            return None
        for tag, alt in enumerate(union.alts):
            if isinstance(alt, NoneT) and thing is None:
                inside.add((tag, -1))
                sure.add((tag, -1))
            elif isinstance(alt, EnumT) and isinstance(thing, alt.cls):
                inside.add((tag, list(alt.cls).index(thing)))
                sure.add((tag, list(alt.cls).index(thing)))
            elif isinstance(alt, (IntT, BoolT)) and isinstance(thing, int):
                inside.add((tag, -1))
    return frozenset(inside), every - sure


def _object(ctx: Ctx, item: ast.expr) -> Any:
    if isinstance(item, ast.Constant):
        return item.value
    thing = python_name(item, ctx)
    return thing if isinstance(thing, (Enum, int)) or thing is None else Missing


def _atoms_of_classes(
    ctx: Ctx, union: UnionT, classes: ast.expr
) -> tuple[frozenset[Atom], frozenset[Atom]] | None:
    tags = tags_of_classes(ctx, union, classes)
    if tags is None:
        return None
    every = atoms_of(union)
    inside = frozenset(atom for atom in every if atom[0] in tags)
    return inside, every - inside


def tags_of_classes(ctx: Ctx, union: UnionT, classes: ast.expr) -> set[int] | None:
    """The alternatives of a union that are of these classes; None where they are no classes."""
    nodes = classes.elts if isinstance(classes, ast.Tuple) else [classes]
    found: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            inner = tags_of_classes(ctx, union, ast.Tuple([node.left, node.right], ast.Load()))
            if inner is None:
                return None
            found |= inner
            continue
        cls = python_name(node, ctx)
        parts = getattr(cls, "__args__", (cls,)) if not isinstance(cls, type) else (cls,)
        for part in parts:
            if not isinstance(part, type) or part is Missing:
                return None
            found |= {tag for tag, alt in enumerate(union.alts) if is_of(alt, part)}
    return found


def is_of(kind: Type, cls: type) -> bool:
    """Whether values of a type are instances of a class."""
    match kind:
        case BoolT():
            return issubclass(bool, cls)
        case IntT():
            return issubclass(int, cls)
        case NoneT():
            return issubclass(type(None), cls)
        case EnumT(own) | RecordT(own, _):
            return issubclass(own, cls)
        case TupleT():
            return issubclass(tuple, cls)
        case BagT():
            return issubclass(Bag, cls)
        case SetT():
            return issubclass(frozenset, cls)
        case FixedT(value):
            return isinstance(value, cls)
        case LookupT():
            return issubclass(Lookup, cls)
        case UnionT(alts):
            return all(is_of(alt, cls) for alt in alts)
        case _:
            assert_never(kind)
