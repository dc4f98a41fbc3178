"""A program as it is under the terms of some plays: what cannot change in them is put in place.

The terms become constants, what is made of constants is worked out, and short folds over constants
are written out. No function means anything else in the states of those plays: a duty that fails in
what is worked out is left where it stands, and parts are kept in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import Any, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.fault import Fault
from rulewright.ir.program import Function, Program
from rulewright.ir.types import BOOL, INT, BagT, IntT, RecordT, SetT, TupleT, Type, UnionT
from rulewright.ir.walk import calls, every, parts, rebuilt

from .simplify import plain, simplified

# A fold is written out up to so many items, and up to so many expressions in all.
MOST_ITEMS, MOST_NODES = 16, 400
# No tuple longer than this is worked out beforehand.
MOST_FOLDED = 1_000

# What a name stands for: an expression, or the same value by another name.
_Names: TypeAlias = Mapping[str, "ir.Expr | str"]


def under_terms(program: Program, terms: Any, work_out: Callable[[ir.Expr], Any]) -> Program:
    """The program with the functions of play as they are under terms.

    terms: as an IR value; None where the game has none, or where they may change: see `lasting`.
    work_out: gives the IR value of an expression without names, or raises Fault.
    """
    fixing = _Fixing(program, terms, work_out)
    made = dict(program.functions)
    for name in _of_play(program):
        made[name] = fixing.function(made[name])
    return replace(program, functions=MappingProxyType(made))


def lasting(program: Program) -> bool:
    """Whether every state that is met or asked about in a play has the terms of its start."""
    at = program.state.index("terms")
    if at < 0:
        return False
    seen: dict[Type, bool] = {}
    for name in _of_play(program):
        for e in every(program.functions[name].body):
            if _is(e.type, program.state):
                match e:
                    case ir.With(_, changes) if at in dict(changes):
                        return False
                    case ir.Var() | ir.With() | ir.Let() | ir.If() | ir.Call():
                        pass
                    case _:
                        return False
            elif _holds(e.type, program.state, seen):
                return False
    return True


def _of_play(program: Program) -> Iterator[str]:
    """The functions that are called in a play after its start."""
    waiting = [*program.step, program.over, *(entry.speaks for entry in program.rules)]
    for kind in program.kinds:
        waiting += [kind.allowed, kind.owed]
    if program.ending is not None:
        waiting += [f for f in (program.ending.scores, program.ending.wins) if f is not None]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += sorted(calls(program.functions[name].body))
            yield name


def _is(kind: Type, state: RecordT) -> bool:
    return isinstance(kind, RecordT) and kind.cls is state.cls


def _holds(kind: Type, state: RecordT, seen: dict[Type, bool]) -> bool:
    """Whether a value of a type can hold a state."""
    if kind not in seen:
        match kind:
            case RecordT(_, fields):
                inner = [each for _, each in fields]
            case UnionT(alts):
                inner = list(alts)
            case TupleT(item) | SetT(item) | BagT(item):
                inner = [item]
            case _:
                inner = []
        found = (_is(each, state) or _holds(each, state, seen) for each in inner)
        seen[kind] = any(found)
    return seen[kind]


class _Fixing:
    def __init__(self, program: Program, terms: Any, work_out: Callable[[ir.Expr], Any]) -> None:
        self._state = program.state
        self._at = program.state.index("terms")
        self._terms = terms
        self._work_out = work_out
        self._numbers = count(1)
        self._taken: set[str] = set()

    def function(self, of: Function) -> Function:
        """The function with what is fixed put in place."""
        self._taken = {name for name, _ in of.params}
        return replace(of, body=self._visit(of.body, {}))

    def _visit(self, e: ir.Expr, names: _Names) -> ir.Expr:
        match e:
            case ir.Var(name):
                found = names.get(name, e)
                return replace(e, name=found) if isinstance(found, str) else found
            case ir.Let():
                return self._let(e, names)
            case ir.If(test, then, other):
                test = self._visit(test, names)
                if isinstance(test, ir.Const):
                    return self._visit(then if test.value else other, names)
                then, other = self._visit(then, names), self._visit(other, names)
                return simplified(replace(e, test=test, then=then, other=other))
            case ir.And(those):
                return simplified(ir.And(tuple(self._up_to(those, False, names))))
            case ir.Or(those):
                return simplified(ir.Or(tuple(self._up_to(those, True, names))))
            case ir.Fold():
                return self._fold(e, names)
            case _:
                return self._put(simplified(rebuilt(e, lambda part: self._visit(part, names))))

    def _up_to(self, those: tuple[ir.Expr, ...], by: bool, names: _Names) -> Iterator[ir.Expr]:
        """The parts up to the first that is certain to decide: what follows is never asked."""
        for each in those:
            made = self._visit(each, names)
            yield made
            if isinstance(made, ir.Const) and made.value is by:
                return

    def _let(self, e: ir.Let, names: _Names) -> ir.Expr:
        value = self._visit(e.value, names)
        if plain(value):
            return self._visit(e.body, {**names, e.name: value})
        name = self._new(e.name)
        return simplified(ir.Let(name, value, self._visit(e.body, {**names, e.name: name}), e.type))

    def _new(self, name: str) -> str:
        """A name that the function does not bind yet."""
        made = name if name not in self._taken else f"{name}~at{next(self._numbers)}"
        self._taken.add(made)
        return made

    def _put(self, e: ir.Expr) -> ir.Expr:
        match e:
            case ir.Get(ir.Var(_, kind), at, of) if self._is_terms(kind, at):
                return ir.Const(self._terms, of)
            case _ if _is_known(e):
                return self._worked_out(e)
            case _:
                return e

    def _is_terms(self, kind: Type, at: int) -> bool:
        return self._terms is not None and at == self._at and kind == self._state

    def _worked_out(self, e: ir.Expr) -> ir.Expr:
        try:
            value = self._work_out(e)
        except Fault:
            return e
        if isinstance(value, tuple) and len(value) > MOST_FOLDED:
            return e
        return ir.Const(value, e.type)

    def _fold(self, e: ir.Fold, names: _Names) -> ir.Expr:
        over = self._visit(e.over, names)
        written = self._written_out(e, over, names)
        if written is not None:
            return self._put(simplified(written))
        name = self._new(e.name)
        inner = {**names, e.name: name}
        return replace(
            e,
            name=name,
            over=over,
            where=None if e.where is None else self._visit(e.where, inner),
            body=self._visit(e.body, inner),
            default=None if e.default is None else self._visit(e.default, names),
        )

    def _written_out(self, e: ir.Fold, over: ir.Expr, names: _Names) -> ir.Expr | None:
        """A fold over a constant, item by item; None where it stays a fold."""
        if not isinstance(over, ir.Const) or not isinstance(over.type, TupleT):
            return None
        if e.where is not None or not 0 < len(over.value) <= MOST_ITEMS:
            return None
        if e.kind not in (ir.FoldKind.ALL, ir.FoldKind.ANY, ir.FoldKind.SUM, ir.FoldKind.TUPLE):
            return None
        bodies: list[ir.Expr] = []
        size = 0
        for item in over.value:
            body = self._visit(e.body, {**names, e.name: ir.Const(item, over.type.item)})
            bodies.append(body)
            size += sum(1 for _ in every(body))
            # The others are taken to be as large as the first.
            if max(size, len(over.value) * size if len(bodies) == 1 else 0) > MOST_NODES:
                return None
        match e.kind:
            case ir.FoldKind.ALL:
                return ir.And(tuple(bodies))
            case ir.FoldKind.ANY:
                return ir.Or(tuple(bodies))
            case ir.FoldKind.SUM:
                return self._sum(bodies)
            case _:
                return ir.Items(tuple(bodies), e.type)

    def _sum(self, bodies: list[ir.Expr]) -> ir.Expr:
        """The bodies added up from the left; truths count as one."""
        found = bodies[0]
        if found.type == BOOL:
            one, none = ir.Const(1, IntT(1, 1)), ir.Const(0, IntT(0, 0))
            found = simplified(ir.If(found, one, none, INT))
        for body in bodies[1:]:
            found = self._put(ir.Arith(ir.ArithOp.ADD, found, body))
        return found


def _is_known(e: ir.Expr) -> bool:
    """Whether an expression is made of constants alone, and can be worked out at a glance.

    What `simplified` leaves of unions and records is what never comes about.
    """
    match e:
        case ir.Not() | ir.Arith() | ir.Compare() | ir.Equal() | ir.Implies() | ir.Items():
            pass
        case ir.At() | ir.Slice() | ir.Put() | ir.Size() | ir.Count() | ir.Has() | ir.Lookup():
            pass
        case ir.Make() | ir.With() | ir.BagChange() | ir.SetMerge():
            pass
        case _:
            return False
    inner = parts(e)
    return bool(inner) and all(isinstance(part, ir.Const) for part in inner)
