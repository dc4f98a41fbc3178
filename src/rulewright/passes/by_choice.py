"""What is asked of a move, opened up so that it is seen which of the move's fields matter to it.

Where it is all one what a bag gives, a choice is legal or not for all that may be drawn at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from rulewright.ir import nodes as ir
from rulewright.ir.program import MoveKind, Program
from rulewright.ir.types import NONE, BagT, NoneT, Type, UnionT, domain
from rulewright.ir.values import Misfit, lift, lower
from rulewright.ir.walk import every, parts, rebuilt

from .simplify import TRUE, renamed, simplify, substituted

# Calls that are opened in what is asked of a kind, and expressions that this may come to.
MOST_CALLS, MOST_NODES = 100, 10_000


@dataclass(frozen=True)
class Drawn:
    """A field of a move that is drawn: its position, that of the bag in the state, its type.

    values: for each item of the bag, the field's value where it is drawn; None for what does not
    fit. nothing: the value of a field that draws nothing, None where it always draws.
    """

    at: int
    bag: int
    type: Type
    values: tuple[object, ...]
    nothing: object


def drawn_of(program: Program, kind: MoveKind) -> tuple[Drawn, ...]:
    """The fields of a kind that are drawn, in the order of the fields."""
    found = []
    for at, bag in sorted(kind.chance):
        of, holds = kind.type.fields[at][1], program.state.fields[bag][1]
        assert isinstance(holds, BagT)  # the front end has looked
        values = tuple(_fitting(of, lift(holds.item, item)) for item in domain(holds.item))
        nothing = lower(of, None) if isinstance(of, UnionT) and NONE in of.alts else None
        found.append(Drawn(at, bag, of, values, nothing))
    return tuple(found)


def _fitting(kind: Type, thing: object) -> object:
    try:
        return lower(kind, thing)
    except Misfit:
        return None


def opened(program: Program, function: str) -> ir.Expr:
    """The body of a function (state, move), with calls that are given the whole move opened."""
    (_, (move, _)) = program.functions[function].params
    numbers = count(1)

    def visit(e: ir.Expr) -> ir.Expr:
        e = rebuilt(e, visit)
        if not isinstance(e, ir.Call) or not any(_is_move(arg, move) for arg in e.args):
            return e
        called, number = program.functions[e.function], next(numbers)
        if number > MOST_CALLS:
            return e
        names = frozenset(name for name, _ in called.params)
        suffix = f"~of{number}"
        body = renamed(called.body, suffix, names)
        for (name, _), arg in reversed(list(zip(called.params, e.args, strict=True))):
            if _is_move(arg, move):
                body = substituted(body, {name + suffix: arg})
            else:
                body = ir.Let(name + suffix, arg, body, body.type)
        return visit(simplify(body))

    found = simplify(visit(program.functions[function].body))
    small = sum(1 for _ in every(found)) <= MOST_NODES
    return found if small else program.functions[function].body


def _is_move(e: ir.Expr, move: str) -> bool:
    match e:
        case ir.Var(name):
            return name == move
        case ir.Inject(value):
            return _is_move(value, move)
        case _:
            return False


def supplied(e: ir.Expr, names: tuple[str, str], drawn: Drawn) -> bool:
    """Whether an expression says no more than that the bag holds what is drawn from it."""
    match e:
        case ir.If(ir.Is(value), then, ir.Const(True)):
            return _of_field(value, names[1], drawn.at) and supplied(then, names, drawn)
        case ir.Compare(
            ir.Order.GE,
            ir.Count(ir.Get(ir.Var(state), bag), ir.Payload(value) | ir.Retag(value)),
            ir.Const(1),
        ):
            return (state, bag) == (names[0], drawn.bag) and _of_field(value, names[1], drawn.at)
        case ir.Compare(ir.Order.GE, ir.Count(ir.Get(ir.Var(state), bag), value), ir.Const(1)):
            return (state, bag) == (names[0], drawn.bag) and _of_field(value, names[1], drawn.at)
        case _:
            return False


def given(e: ir.Expr, names: tuple[str, str], drawn: Drawn) -> ir.Expr:
    """The expression where the bag is known to hold what is drawn."""

    def visit(e: ir.Expr) -> ir.Expr:
        return TRUE if supplied(e, names, drawn) else rebuilt(e, visit)

    return simplify(visit(e))


def all_one(e: ir.Expr, names: tuple[str, str], drawn: Drawn) -> bool:
    """Whether it is all one to an expression which item is drawn, as long as the bag holds it."""
    return not any(_reads(part, names[1], drawn) for part in _asked(e, names, drawn))


def _asked(e: ir.Expr, names: tuple[str, str], drawn: Drawn) -> Iterator[ir.Expr]:
    """The parts of an expression but those that ask only whether anything is drawn, and whence."""
    if supplied(e, names, drawn) or _asks_whether(e, names[1], drawn):
        return
    match e:
        case ir.Get(ir.Var(name), at) if name == names[1] and at != drawn.at:
            return
        case _:
            yield e
            for part in parts(e):
                yield from _asked(part, names, drawn)


def _asks_whether(e: ir.Expr, move: str, drawn: Drawn) -> bool:
    match e:
        case ir.Is(value, tags) if _of_field(value, move, drawn.at):
            assert isinstance(drawn.type, UnionT)
            kinds = {isinstance(drawn.type.alts[tag], NoneT) for tag in tags}
            every_tag = range(len(drawn.type.alts))
            others = {isinstance(drawn.type.alts[t], NoneT) for t in every_tag if t not in tags}
            return not kinds & others
        case ir.Equal(value, ir.Const(known)) | ir.Equal(ir.Const(known), value):
            return (
                _of_field(value, move, drawn.at)
                and drawn.nothing is not None
                and bool(known == drawn.nothing)
            )
        case _:
            return False


def _reads(e: ir.Expr, move: str, drawn: Drawn) -> bool:
    """Whether an expression itself is the move, or what is drawn."""
    return isinstance(e, ir.Var) and e.name == move


def _of_field(e: ir.Expr, move: str, at: int) -> bool:
    return isinstance(e, ir.Get) and e.index == at and _is_var(e.record, move)


def _is_var(e: ir.Expr, name: str) -> bool:
    return isinstance(e, ir.Var) and e.name == name


def is_loose(program: Program, kind: MoveKind) -> bool:
    """Whether no rule cares which item a kind of move draws; of one drawn field only."""
    drawn = drawn_of(program, kind)
    if len(drawn) != 1:
        return False
    for function in (kind.allowed, kind.owed):
        (state, _), (move, _) = program.functions[function].params
        if not all_one(opened(program, function), (state, move), drawn[0]):
            return False
    return True
