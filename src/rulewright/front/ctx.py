"""What the front end knows at a point of a function: names, what tests have shown, where it is."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn

from rulewright.ir import nodes as ir
from rulewright.ir.types import BOOL, BoolT, EnumT, IntT, Type, UnionT, words
from rulewright.ir.values import Misfit
from rulewright.words.errors import Place, RulesError

from . import shapes
from .constants import constant
from .source import Source, place

if TYPE_CHECKING:
    from .unit import Unit

# What is left of a union: (tag, member index), the index -1 for an alternative that is no enum.
Atom = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Ctx:
    """A point of a function. Contexts are never changed; binding a name gives a new one.

    names: the local names. facts: for a path such as `move.line`, the atoms its union may still
    hold here. numbers: gives names that are unique in the function.
    """

    unit: Unit
    source: Source
    names: Mapping[str, ir.Expr]
    facts: Mapping[str, frozenset[Atom]]
    numbers: count[int]

    def refuse(self, code: str, node: ast.AST, reason: str, instead: str) -> NoReturn:
        """Raise the numbered error at a construct."""
        raise RulesError(code, place(self.source.file, node), reason, instead)

    def fresh(self, name: str) -> str:
        """A name for the program that no other part of the function uses."""
        return f"{name}#{next(self.numbers)}"

    def bind(self, name: str, value: ir.Expr) -> Ctx:
        """The context with a local name; what was known of a former one is forgotten."""
        facts = {k: v for k, v in self.facts.items() if k != name and not k.startswith(f"{name}.")}
        return replace(self, names={**self.names, name: value}, facts=facts)

    def knowing(self, facts: Mapping[str, frozenset[Atom]]) -> Ctx:
        """The context with more known of some paths."""
        if not facts:
            return self
        merged = dict(self.facts)
        for key, atoms in facts.items():
            merged[key] = merged[key] & atoms if key in merged else atoms
        return replace(self, facts=merged)

    def expr(self, node: ast.expr, expect: Type | None = None) -> ir.Expr:
        """The IR of an expression, of the expected type where one is given."""
        value = self.unit.expression(self, node, expect)
        return value if expect is None else self.coerce(node, value, expect)

    def test(self, node: ast.expr) -> ir.Expr:
        """The IR of a condition, which must be a bool."""
        value = self.expr(node)
        if not shapes.same(value.type, BOOL):
            self.refuse(
                "RW061",
                node,
                f"a condition must be a yes or no; this is {words(value.type)}",
                "write a comparison, such as `!= 0`, `is not None` or `len(…) > 0`",
            )
        return value

    def number(self, node: ast.expr) -> ir.Expr:
        """The IR of a whole number."""
        return self.as_number(node, self.expr(node))

    def as_number(self, node: ast.AST, value: ir.Expr) -> ir.Expr:
        """The value, which must be a whole number."""
        if not isinstance(value.type, IntT):
            hints: dict[type, str] = {
                UnionT: "ask first what it is: `isinstance(x, int)` or `x is not None`",
                EnumT: "put what a member is worth into a Lookup table: WORTH[card]",
                BoolT: "write int(…) of a condition, or sum(…) of several",
            }
            self.refuse(
                "RW060",
                node,
                f"a whole number is needed here; this is {words(value.type)}",
                hints.get(type(value.type), "use a field, an item, a .count(…) or a len(…) of it"),
            )
        return value

    def coerce(self, node: ast.AST, value: ir.Expr, target: Type) -> ir.Expr:
        """The value as one of the target type, or the error that it is none."""
        try:
            return shapes.coerce(value, target, self.fresh)
        except shapes.Clash:
            needed, given = words(target), words(value.type)
            self.refuse(
                "RW062",
                node,
                f"{needed}{' of other bounds' if needed == given else ''} is needed here; "
                f"this is {given}",
                "give a value of that type, or ask with isinstance which one it is",
            )

    def constant(self, node: ast.AST, thing: Any) -> ir.Const | None:
        """A Python object as a constant; None where it is nothing that rules can use."""
        try:
            return constant(thing, self.unit.annotations)
        except Misfit as misfit:
            self.refuse(
                "RW075",
                node,
                f"this constant does not fit its type: {misfit}",
                "change the constant, or the bounds of the type",
            )

    def join(self, node: ast.AST, a: Type, b: Type) -> Type:
        """The type that takes in both, or the error that there is none."""
        try:
            return shapes.join(a, b)
        except shapes.Clash:
            self.refuse(
                "RW067",
                node,
                f"{words(a)} and {words(b)} cannot stand in one place",
                "make both the same type",
            )

    def place(self, node: ast.AST) -> Place:
        """The place of a construct of this function."""
        return place(self.source.file, node)


def key_of(node: ast.expr) -> str | None:
    """The path that an expression names (`card`, `move.line`, `cards[0]`), None for others."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            base = key_of(value)
            return None if base is None else f"{base}.{attr}"
        case ast.Subscript(value=value, slice=ast.Constant(value=int() as at)):
            base = key_of(value)
            return None if base is None else f"{base}.[{at}]"
    return None


def atoms_of(kind: Type) -> frozenset[Atom]:
    """Everything a union may hold, members of enums one by one; other types as the only one."""
    found: set[Atom] = set()
    for tag, alt in enumerate(kind.alts if isinstance(kind, UnionT) else (kind,)):
        found |= {(tag, i) for i in range(len(alt.cls))} if isinstance(alt, EnumT) else {(tag, -1)}
    return frozenset(found)


def tags_of(atoms: frozenset[Atom]) -> tuple[int, ...]:
    """The alternatives that some atom belongs to, in order."""
    return tuple(sorted({tag for tag, _ in atoms}))


def narrowed(value: ir.Expr, atoms: frozenset[Atom]) -> ir.Expr:
    """The value of a union as the part of it that these atoms leave."""
    union = value.type
    if not isinstance(union, UnionT):
        return value
    tags = tags_of(atoms)
    if len(tags) == 1:
        return ir.Payload(value, tags[0], union.alts[tags[0]])
    if len(tags) in (0, len(union.alts)):
        return value
    kept = UnionT(tuple(union.alts[tag] for tag in tags))
    return ir.Retag(
        value, tuple(tags.index(t) if t in tags else -1 for t in range(len(union.alts))), kept
    )


def python_name(node: ast.expr, ctx: Ctx) -> Any:
    """The Python object that a dotted global name stands for; `Missing` where it is none."""
    match node:
        case ast.Name(id=name) if name not in ctx.names and name not in ctx.source.local_names:
            return ctx.source.names.get(name, getattr(builtins, name, Missing))
        case ast.Attribute(value=value, attr=attr):
            base = python_name(value, ctx)
            return Missing if base is Missing else getattr(base, attr, Missing)
    return Missing


class Missing:
    """Stands for a name that is none of Python's."""
