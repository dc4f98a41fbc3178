"""Patterns of `match`: classes, members of enums, None, numbers, alternatives, names and `_`."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.types import EnumT, FixedT, NoneT, RecordT, UnionT, words

from . import shapes
from .ctx import Atom, Ctx, Missing, atoms_of, narrowed, python_name
from .facts import is_of


@dataclass(frozen=True)
class Found:
    """What a pattern asks and gives.

    test: the condition, None where it always fits. ctx: with the names it binds. atoms: what a
    union may hold where it fits. excludes: what it cannot hold any more where it does not fit.
    """

    test: ir.Expr | None
    ctx: Ctx
    atoms: frozenset[Atom] | None = None
    excludes: frozenset[Atom] | None = None


def pattern(ctx: Ctx, node: ast.pattern, held: ir.Expr) -> Found:
    """A pattern against a value that has a name in the program."""
    match node:
        case ast.MatchAs(pattern=None, name=None):
            return Found(None, ctx)
        case ast.MatchAs(pattern=None, name=str() as name):
            return Found(None, ctx.bind(name, held))
        case ast.MatchAs(pattern=ast.pattern() as inner, name=str() as name):
            found = pattern(ctx, inner, held)
            shown = held if found.atoms is None else narrowed(held, found.atoms)
            return Found(found.test, found.ctx.bind(name, shown), found.atoms, found.excludes)
        case ast.MatchOr(patterns=patterns):
            return _either(ctx, node, [pattern(ctx, part, held) for part in patterns])
        case ast.MatchSingleton(value=value):
            return _value(ctx, node, held, ast.copy_location(ast.Constant(value), node))
        case ast.MatchValue(value=value):
            return _value(ctx, node, held, value)
        case ast.MatchClass():
            return _class(ctx, node, held)
        case _:
            ctx.refuse(
                "RW073",
                node,
                f"the pattern `{ast.unparse(node)}` is no part of the rule language",
                "match classes, enum members, numbers, None, or `_`",
            )


def _either(ctx: Ctx, node: ast.MatchOr, parts: list[Found]) -> Found:
    for part, own in zip(parts, node.patterns, strict=True):
        if part.ctx is not ctx:
            ctx.refuse(
                "RW073", own, "an alternative of a pattern that gives names to parts",
                "name the whole, `case (A() | B()) as it:`, or write a case for each",
            )  # fmt: skip
    tests = [part.test for part in parts]
    sets = [part.atoms for part in parts]
    gone = [part.excludes for part in parts]
    atoms = None if None in sets else frozenset().union(*(s for s in sets if s is not None))
    excludes = frozenset().union(*(s for s in gone if s is not None))
    if None in tests:
        return Found(None, ctx, atoms, excludes)
    return Found(ir.Or(tuple(t for t in tests if t is not None)), ctx, atoms, excludes)


def _value(ctx: Ctx, node: ast.pattern, held: ir.Expr, value: ast.expr) -> Found:
    from .expressions import equal

    right = ctx.expr(value)
    test = equal(ctx, node, held, right)
    union = held.type
    tag = shapes.tag_of(union, right.type) if isinstance(union, UnionT) else 0
    index = right.value if isinstance(right, ir.Const) and isinstance(right.value, int) else -1
    atoms = frozenset(a for a in atoms_of(union) if a[0] == tag and a[1] in (-1, index))
    whole = isinstance(right.type, (EnumT, NoneT))
    return Found(test, ctx, atoms, atoms if whole else frozenset())


def _class(ctx: Ctx, node: ast.MatchClass, held: ir.Expr) -> Found:
    cls = python_name(node.cls, ctx)
    if not isinstance(cls, type) or cls is Missing:
        ctx.refuse("RW073", node, f"{ast.unparse(node.cls)} is no class", "name a class")
    union = held.type
    if not isinstance(union, UnionT):
        if not is_of(union, cls):
            ctx.refuse(
                "RW068", node, f"{words(union)} is never a {cls.__name__}", "leave the case out"
            )
        tests, inner = _parts(ctx, node, held)
        every = atoms_of(union)
        return Found(_all(tests), inner, every, frozenset() if tests else every)
    atoms = frozenset(a for a in atoms_of(union) if is_of(union.alts[a[0]], cls))
    if not atoms:
        ctx.refuse("RW068", node, f"{words(union)} is never a {cls.__name__}", "leave the case out")
    tags = tuple(sorted({tag for tag, _ in atoms}))
    part = narrowed(held, atoms)
    tests, inner = _parts(ctx, node, part)
    asked = ir.Is(held, tags)
    return Found(_all([asked, *tests]), inner, atoms, frozenset() if tests else atoms)


def _all(tests: list[ir.Expr]) -> ir.Expr | None:
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else ir.And(tuple(tests))


def _parts(ctx: Ctx, node: ast.MatchClass, held: ir.Expr) -> tuple[list[ir.Expr], Ctx]:
    """The parts of a class pattern: what they ask, and the context with the names they bind."""
    kind = held.type
    if not node.patterns and not node.kwd_patterns:
        return [], ctx
    if isinstance(kind, UnionT):
        ctx.refuse(
            "RW073", node, f"this is {words(kind)}, whose parts cannot be matched at once",
            "write a case for each class, the narrower ones first",
        )  # fmt: skip
    if not isinstance(kind, RecordT):
        ctx.refuse(
            "RW073",
            node,
            f"{words(kind)} has no parts to match",
            f"write `case {ast.unparse(node.cls)}() as it:`",
        )
    if len(node.patterns) > len(getattr(kind.cls, "__match_args__", ())):
        ctx.refuse(
            "RW063", node, f"{len(node.patterns)} parts are matched, and {words(kind)} holds fewer",
            f"it holds {', '.join(n for n, _ in kind.fields) or 'none'}",
        )  # fmt: skip
    names = [*getattr(kind.cls, "__match_args__", ())][: len(node.patterns)] + node.kwd_attrs
    tests: list[ir.Expr] = []
    for name, part in zip(names, [*node.patterns, *node.kwd_patterns], strict=False):
        at = kind.index(name)
        if at < 0:
            ctx.refuse(
                "RW064", part, f"{words(kind)} has no part called {name}",
                f"use one of its fields: {', '.join(n for n, _ in kind.fields)}",
            )  # fmt: skip
        own = kind.fields[at][1]
        value = ir.Const((), own) if isinstance(own, FixedT) else ir.Get(held, at, own)
        found = pattern(ctx, part, value)
        ctx = found.ctx
        if found.test is not None:
            tests.append(found.test)
    return tests, ctx
