"""The interpreter: the functions of a program, compiled once into nested Python closures.

A function's names live in a frame, a list with one slot a name. Every expression becomes a closure
that takes the frame and gives the IR value; a duty that fails raises `ir.fault.Fault`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from rulewright.ir.nodes import (
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
from rulewright.ir.program import Function, Program

from . import interp_bags as bags
from . import interp_calls as calls
from . import interp_folds as folds
from . import interp_logic as logic
from . import interp_parts as parts
from .interp_logic import Frame, Run

__all__ = ["Frame", "Interpreter", "Run"]

_OfRecords: TypeAlias = Make | Get | With | Inject | Is | Payload | Retag
_OfTuples: TypeAlias = Items | Range | At | Slice | Put | Size | Count | Has
_Others: TypeAlias = Fold | BagChange | SetMerge | Lookup | Call | Fail


class Interpreter:
    """A program ready to run. A function is compiled when it is first asked for."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._bodies: dict[str, tuple[Run, int]] = {}
        self._functions: dict[str, Callable[..., Any]] = {}

    def function(self, name: str) -> Callable[..., Any]:
        """The function of this name over IR values; KeyError if the program has none."""
        if name not in self._functions:
            function = self._program.functions[name]
            body, size = self.body(name)
            self._functions[name] = calls.entry(body, len(function.params), size)
        return self._functions[name]

    def compiled(self, function: Function) -> Callable[..., Any]:
        """A function that is not of the program itself but may call those that are."""
        body, size = self._compile(function)
        return calls.entry(body, len(function.params), size)

    def body(self, name: str) -> tuple[Run, int]:
        """The closure of a function's body and the size of the frame that it needs."""
        if name not in self._bodies:
            self._bodies[name] = self._compile(self._program.functions[name])
        return self._bodies[name]

    def _compile(self, function: Function) -> tuple[Run, int]:
        compiler = _Compiler(self, [name for name, _ in function.params])
        return compiler.run(function.body), len(compiler.slots)


def worked_out(interpreter: Interpreter, e: Expr) -> Any:
    """What an expression without names is worth; Fault where a duty fails in it."""
    return interpreter.compiled(Function("alone", (), e))()


class _Compiler:
    """Compiles the body of one function; `slots` is where each of its names lives."""

    def __init__(self, interpreter: Interpreter, names: list[str]) -> None:
        self.interpreter = interpreter
        self.slots = {name: at for at, name in enumerate(names)}

    def slot(self, name: str) -> int:
        """Where a name lives; a new name gets the next slot."""
        return self.slots.setdefault(name, len(self.slots))

    def runs(self, expressions: tuple[Expr, ...]) -> tuple[Run, ...]:
        """The closures of several expressions."""
        return tuple(self.run(e) for e in expressions)

    def maybe(self, expression: Expr | None) -> Run | None:
        """The closure of an expression, or None where there is none."""
        return None if expression is None else self.run(expression)

    def run(self, e: Expr) -> Run:
        """The closure of an expression: names, truth and numbers here, the rest below."""
        match e:
            case Const(value):
                return logic.const(value)
            case Var(name):
                return logic.var(self.slots[name])
            case Let():
                return self._let(e)
            case If(test, then, other):
                return logic.if_(self.run(test), self.run(then), self.run(other))
            case Not(value):
                if isinstance(value, Equal):
                    return self._equal(value, False)
                return logic.not_(self.run(value))
            case And(several):
                return logic.and_(self.runs(several))
            case Or(several):
                return logic.or_(self.runs(several))
            case Implies(premise, conclusion):
                return logic.implies(self.run(premise), self.run(conclusion))
            case Arith(op, left, right, place):
                return logic.arith(op, self.run(left), self.run(right), place)
            case Compare(op, left, right):
                return logic.compare(op, self.run(left), self.run(right), _known(right))
            case Equal():
                return self._equal(e, True)
            case _:
                return self._of_records(e)

    def _of_records(self, e: _OfRecords | _OfTuples | _Others) -> Run:
        match e:
            case Make(several):
                return parts.make(self.runs(several))
            case Get():
                return self._path(e)
            case With(record, changes):
                changed = tuple((at, self.run(value)) for at, value in changes)
                return parts.with_(self.run(record), changed)
            case Inject(value, tag):
                known = _known(e)
                return parts.inject(self.run(value), tag) if known is None else logic.const(*known)
            case Is(value, tags):
                return parts.is_(self.run(value), tags)
            case Payload():
                return self._path(e)
            case Retag(value, tags):
                return parts.retag(self.run(value), tags)
            case _:
                return self._of_tuples(e)

    def _of_tuples(self, e: _OfTuples | _Others) -> Run:
        match e:
            case Items(several):
                return parts.items(
                    tuple(
                        (self.run(p.value), True) if isinstance(p, Spread) else (self.run(p), False)
                        for p in several
                    )
                )
            case Range(start, stop, step):
                return parts.range_(self.run(start), self.run(stop), step)
            case At(items, index, place):
                return parts.at(self.run(items), self.run(index), _known(index), place)
            case Slice(items, start, stop, step):
                return parts.slice_(self.run(items), self.maybe(start), self.maybe(stop), step)
            case Put(items, index, value, place):
                return parts.put(self.run(items), self.run(index), self.run(value), place)
            case Size(value):
                return bags.size_of(self.run(value), value.type)
            case Count(items, value):
                return bags.count(self.run(items), self.run(value), items.type)
            case Has(items, value):
                return bags.has(self.run(items), self.run(value), items.type)
            case _:
                return self._others(e)

    def _others(self, e: _Others) -> Run:
        match e:
            case Fold():
                return self._fold(e)
            case BagChange(bag, value, copies, sign, place):
                runs = (self.run(bag), self.run(value), self.run(copies))
                return bags.change(*runs, sign, place, e.type)
            case SetMerge(op, left, right):
                return bags.merge(op, self.run(left), self.run(right))
            case Lookup(entries, key, place):
                return bags.lookup(dict(entries), self.run(key), place)
            case Call(function, args):
                body, size = self.interpreter.body(function)
                names = tuple(self.slots[arg.name] for arg in args if isinstance(arg, Var))
                if len(names) == len(args):
                    return calls.call_names(body, names, size)
                return calls.call(body, self.runs(args), size)
            case Fail(kind, reason, place):
                return calls.fail(kind, reason, place)
            case _:
                assert_never(e)

    def _let(self, e: Let) -> Run:
        """One closure for a chain of names, so that a long function does not nest deeply."""
        bound: list[tuple[int, Run]] = []
        body: Expr = e
        while isinstance(body, Let):
            value = self.run(body.value)
            bound.append((self.slot(body.name), value))
            body = body.body
        return logic.let(tuple(bound), self.run(body))

    def _path(self, e: Get | Payload) -> Run:
        """One closure for part of a part of a name, the commonest expression by far."""
        base, steps = _steps(e)
        if isinstance(base, Var):
            return parts.path_of_name(self.slots[base.name], steps)
        return parts.path(self.run(base), steps)

    def _equal(self, e: Equal, wanted: bool) -> Run:
        """Whether two values are the same, or are not; most often one of them is known."""
        left, right = e.left, e.right
        known = _known(right)
        if known is None:
            known, left, right = _known(left), right, left
        if known is None:
            return logic.equal(self.run(e.left), self.run(e.right), wanted)
        base, steps = _steps(left)
        if isinstance(base, Var) and len(steps) < 2:
            return logic.equal_name(self.slots[base.name], steps, known[0], wanted)
        return logic.equal_const(self.run(left), known[0], wanted)

    def _fold(self, e: Fold) -> Run:
        # What is folded over cannot use the fold's name, but names are unique: order is no matter.
        over = bags.iterated(self.run(e.over), e.over.type)
        slot = self.slot(e.name)
        where, body, default = self.maybe(e.where), self.run(e.body), self.maybe(e.default)
        return folds.fold(e, folds.Loop(slot, over, where, body), default)


def _known(e: Expr) -> tuple[Any] | None:
    """The value of an expression that needs nothing to be worked out, in a tuple; else None."""
    match e:
        case Const(value):
            return (value,)
        case Inject(value, tag):
            held = _known(value)
            return None if held is None else ((tag, held[0]),)
        case _:
            return None


def _steps(e: Expr) -> tuple[Expr, tuple[int, ...]]:
    """What an expression is a part of, and the positions that lead to it."""
    steps: list[int] = []
    while isinstance(e, Get | Payload):
        steps.append(e.index if isinstance(e, Get) else 1)
        e = e.record if isinstance(e, Get) else e.value
    return e, tuple(reversed(steps))
