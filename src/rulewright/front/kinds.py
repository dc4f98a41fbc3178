"""Kinds of moves in a program: what chance decides in them, and who makes them."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, MoveKind
from rulewright.ir.types import (
    BOOL,
    INT,
    BagT,
    IntT,
    NoneT,
    RecordT,
    Type,
    UnionT,
    words,
)
from rulewright.words.errors import RulesError
from rulewright.words.moves import Chance, Move

from . import shapes
from .resolve import TRUE, conjunction
from .roles import role

if TYPE_CHECKING:
    from .unit import Unit


def move_kind(unit: Unit, cls: type[Move], state: RecordT, kind: RecordT) -> MoveKind:
    """The kind of a class of moves; its functions `possible` and mover are added to the unit."""
    name = cls.__name__
    chance = tuple(
        (kind.index(part), _bag_index(unit, cls, state, part, bag))
        for part, bag in unit.annotations.drawn(cls).items()
    )
    held, move = ir.Var("state", state), ir.Var("move", kind)
    tests = _drawable(held, move, chance)
    method = getattr(cls, "possible", None)
    if isinstance(method, types.FunctionType):
        asked = role(unit, method, cls, (kind, state), BOOL)
        tests.append(ir.Call(asked, (move, held), BOOL))
    params: tuple[tuple[str, Type], ...] = (("state", state), ("move", kind))
    possible = f"possible/{name}"
    unit.functions[possible] = Function(possible, params, conjunction(tests))
    made = {n: f"{n}/{name}" for n in ("permits", "forbids", "demands", "allowed", "owed")}
    return MoveKind(cls, kind, possible, **made, chance=chance, mover=_mover(unit, cls, state))


def _bag_index(unit: Unit, cls: type, state: RecordT, part: str, bag: str) -> int:
    at = state.index(bag)
    held = None if at < 0 else state.fields[at][1]
    if not isinstance(held, BagT):
        raise RulesError(
            "RW055",
            unit.sources.field_place(cls, part),
            f"{cls.__name__}.{part} is drawn from {bag!r}, which is no bag of the state",
            "name a field of the state whose type is a Bag",
        )
    drawn, item = unit.annotations.record(cls, None).field(part), held.item
    alts = tuple(alt for alt in getattr(drawn, "alts", (drawn,)) if alt != NoneT())
    if not alts or not shapes.same(shapes.union(alts), item):
        raise RulesError(
            "RW055",
            unit.sources.field_place(cls, part),
            f"{cls.__name__}.{part} is {words(drawn)}, and {bag!r} holds {words(item)}",
            "give the field the type of the bag's items, or that type | None",
        )
    return at


def _drawable(state: ir.Var, move: ir.Var, chance: tuple[tuple[int, int], ...]) -> list[ir.Expr]:
    """For each field, that the bag holds what chance gives it after the fields before it."""
    tests: list[ir.Expr] = []
    for number, (at, bag_at) in enumerate(chance):
        there, item = _drawn(move, at)
        bag = ir.Get(state, bag_at, _record(state).fields[bag_at][1])
        needed: ir.Expr = ir.Const(1, IntT(1, 1))
        for other, other_bag in chance[:number]:
            if other_bag == bag_at:
                other_there, same = _drawn(move, other)
                alike = conjunction([other_there, ir.Equal(same, item)])
                more = ir.If(alike, ir.Const(1, INT), ir.Const(0, INT), INT)
                needed = ir.Arith(ir.ArithOp.ADD, needed, more)
        enough = ir.Compare(ir.Order.GE, ir.Count(bag, item), needed)
        tests.append(enough if there is TRUE else ir.If(there, enough, TRUE, BOOL))
    return tests


def _drawn(move: ir.Var, at: int) -> tuple[ir.Expr, ir.Expr]:
    """Whether a field draws anything, None drawing nothing; and what, where it does."""
    kind = _record(move).fields[at][1]
    value = ir.Get(move, at, kind)
    if not (isinstance(kind, UnionT) and NoneT() in kind.alts):
        return TRUE, value
    drawn = tuple(i for i, alt in enumerate(kind.alts) if alt != NoneT())
    if len(drawn) == 1:
        return ir.Is(value, drawn), ir.Payload(value, drawn[0], kind.alts[drawn[0]])
    tags = tuple(drawn.index(i) if i in drawn else -1 for i in range(len(kind.alts)))
    return ir.Is(value, drawn), ir.Retag(value, tags, UnionT(tuple(kind.alts[i] for i in drawn)))


def _record(var: ir.Var) -> RecordT:
    assert isinstance(var.type, RecordT)  # states and moves are records
    return var.type


def _mover(unit: Unit, cls: type[Move], state: RecordT) -> str | None:
    """The function that says who makes a move, None for chance."""
    by = cls.by
    if isinstance(by, Chance):
        return None
    name = f"mover/{cls.__name__}"
    held = ir.Var("state", state)
    at = state.index(by)
    found = getattr(state.cls, by, None)
    method = found.fget if isinstance(found, property) else found
    if at >= 0 and isinstance(state.fields[at][1], IntT):
        body: ir.Expr = ir.Get(held, at, state.fields[at][1])
    elif at < 0 and isinstance(method, types.FunctionType):
        body = ir.Call(role(unit, method, state.cls, (state,), INT), (held,), INT)
    else:
        lack = "no part of the state" if at < 0 else f"{words(state.fields[at][1])}, not a seat"
        raise RulesError(
            "RW059",
            unit.sources.field_place(cls, ""),
            f"{cls.__name__} is made by {by!r}, which is {lack}",
            "name a field of the state that holds a seat (a whole number from 0), or CHANCE",
        )
    unit.functions[name] = Function(name, (("state", state),), body)
    return name
