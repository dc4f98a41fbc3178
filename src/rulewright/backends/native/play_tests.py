"""What is asked of the choices of a form, taken apart: each part as early as can be.

Parts that can fail a duty are never asked before those in front of them, nor is what stands behind
them asked before. What a part works out from less than it reads itself is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, Program
from rulewright.ir.types import Type
from rulewright.ir.walk import every, parts, rebuilt
from rulewright.passes.by_choice import given, opened
from rulewright.passes.simplify import simplify

from .emit_moves import STATE
from .functions import Functions
from .play_plan import Form
from .shapes import of_type

_HEAVY = (ir.Call, ir.Fold, ir.Count, ir.Has, ir.Size, ir.Slice, ir.Lookup)


@dataclass(frozen=True)
class Part:
    """A truth that is asked once so many fields are known, or (with a name) a value to be kept."""

    level: int
    of: ir.Expr
    name: str | None
    sure: bool


def field_name(at: int) -> str:
    """What a field of a move is called in the parts."""
    return f"field{at}"


class Tests:
    """The parts of what is asked of a form's choices by a function (state, move) of its kind.

    fields: in the order in which they become known. Those that draw come last; where it is all one
    what is drawn, they are not read.
    """

    def __init__(self, unit: Functions, form: Form, function: str) -> None:
        self._unit = unit
        self._form = form
        self._function = program_function(unit.program, function)
        self.fields = [*form.plain, *(each.at for each in form.drawing)]
        self._types: dict[str, Type] = {STATE: unit.program.state}
        for at in self.fields:
            self._types[field_name(at)] = form.kind.type.fields[at][1]
        self._levels = {field_name(at): level for level, at in enumerate(self.fields, 1)}
        self._kept: list[Part] = []
        self.parts = self._ordered()

    def at(self, level: int) -> list[Part]:
        """The parts of a level: tests first, then what is kept for the levels below."""
        own = [part for part in self.parts if part.level == level]
        return own + [part for part in self._kept if part.level == level]

    # ── taking apart ──────────────────────────────────────────────────────────────────────────

    def _ordered(self) -> list[Part]:
        found: list[Part] = []
        floor = deepest = 0
        for each in self._conjuncts(self._whole(), ()):
            sure = self._is_sure(each)
            level = self._level(each)
            level = max(level, floor) if sure else max(level, deepest)
            deepest = max(deepest, level)
            floor = floor if sure else level
            found.append(Part(level, self._lightened(each, level), None, sure))
        return found

    def _whole(self) -> ir.Expr:
        """What is asked, over the state and the fields by their names."""
        form, function = self._form, self._function
        (state, state_type), (move, _) = function.params
        body = opened(self._unit.program, function.name)
        if form.loose:
            for drawn in (*form.drawing, *form.without):
                body = given(body, (state, move), drawn)
        fixed: dict[int, ir.Expr] = {
            each.at: ir.Const(each.nothing, each.type) for each in form.without
        }
        if form.loose:
            for each in form.drawing:
                first = next((v for v in each.values if v is not None), None)
                fixed[each.at] = ir.Const(first, each.type)

        def field(at: int, kind: Type) -> ir.Expr:
            return fixed.get(at, ir.Var(field_name(at), kind))

        def visit(e: ir.Expr) -> ir.Expr:
            match e:
                case ir.Get(ir.Var(name), at, kind) if name == move:
                    return field(at, kind)
                case ir.Var(name) if name == move:
                    fields = enumerate(form.kind.type.fields)
                    made = tuple(field(at, kind) for at, (_, kind) in fields)
                    return ir.Make(made, form.kind.type)
                case ir.Var(name) if name == state:
                    return ir.Var(STATE, state_type)
                case _:
                    return rebuilt(e, visit)

        return simplify(visit(body))

    def _conjuncts(self, e: ir.Expr, lets: tuple[tuple[str, ir.Expr], ...]) -> Iterator[ir.Expr]:
        match e:
            case ir.And(those):
                for each in those:
                    yield from self._conjuncts(each, lets)
            case ir.Let(name, value, body) if self._is_sure(_within(value, lets)):
                yield from self._conjuncts(body, (*lets, (name, value)))
            case ir.Var(name) if name in dict(lets):
                yield from self._conjuncts(dict(lets)[name], lets)
            case _:
                yield _within(e, lets)

    def _level(self, e: ir.Expr) -> int:
        kept = {part.name: part.level for part in self._kept}
        names = (x.name for x in every(e) if isinstance(x, ir.Var))
        return max((self._levels.get(n, kept.get(n, 0)) for n in names), default=0)

    def _is_sure(self, e: ir.Expr) -> bool:
        """Whether no duty can fail in an expression over the state, the fields and what is kept."""
        names = [n for n in self._types if n == STATE or n in _free(e)]
        params = tuple((name, self._types[name]) for name in names)
        probe = Function("probe", params, e)
        shapes = tuple(of_type(kind) for _, kind in params)
        inference = self._unit.inference(probe, shapes)
        made = self._unit.define(_next(self._unit), probe, shapes, inference)
        return not made.failing

    def _lightened(self, e: ir.Expr, level: int) -> ir.Expr:
        """The expression with what can be worked out at an earlier level kept from there."""
        if not level:
            return e
        if self._can_be_kept(e, level):
            name = f"kept{len(self._kept)}"
            self._kept.append(Part(self._level(e), e, name, True))
            self._types[name] = e.type
            return ir.Var(name, e.type)
        return rebuilt(e, lambda part: self._lightened(part, level))

    def _can_be_kept(self, e: ir.Expr, level: int) -> bool:
        if not any(isinstance(part, _HEAVY) for part in every(e)):
            return False
        known = self._types.keys()
        return _free(e) <= known and self._level(e) < level and self._is_sure(e)


def program_function(program: Program, name: str) -> Function:
    """A function of a program."""
    return program.functions[name]


def _within(e: ir.Expr, lets: tuple[tuple[str, ir.Expr], ...]) -> ir.Expr:
    """An expression with those names around it that it needs."""
    needed = _free(e)
    for name, value in reversed(lets):
        if name in needed:
            e = ir.Let(name, value, e, e.type)
            needed = (needed - {name}) | _free(value)
    return e


def _free(e: ir.Expr) -> frozenset[str]:
    """The names that an expression needs; a function gives no name twice."""
    found: set[str] = set()
    bound: set[str] = set()
    waiting = [e]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.Var):
            found.add(part.name)
        elif isinstance(part, ir.Let | ir.Fold):
            bound.add(part.name)
        waiting.extend(parts(part))
    return frozenset(found - bound)


def _next(unit: Functions) -> str:
    """A name for one more function."""
    return f"asked.{sum(1 for _ in unit.module.functions)}"
