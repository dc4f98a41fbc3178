"""From Python annotations to IR types, at the parameters of a scope."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BOOL,
    INT,
    NONE,
    BagT,
    EnumT,
    FixedT,
    IntT,
    RecordT,
    SetT,
    TupleT,
    Type,
    domain,
)
from rulewright.words.bag import Bag
from rulewright.words.errors import Place, RulesError
from rulewright.words.kinds import Between, DrawnFrom, Length, Size, UpTo
from rulewright.words.terms import Parameters

from .shapes import Clash, union
from .source import Sources

FINITE = (
    "use bool, Annotated[int, between(…)], an Enum, a frozen dataclass, a tuple with length(…) or "
    "up_to(…), Bag, frozenset, `| None`, or a union of those"
)


class Annotations:
    """Reads annotations for one scope. Records are read once and kept."""

    def __init__(self, box: Parameters, sources: Sources) -> None:
        self.box = box
        self._sources = sources
        self._records: dict[type, RecordT] = {}
        self._open: list[type] = []

    def hints(self, thing: Callable[..., Any] | type, where: Place | None) -> dict[str, Any]:
        """The annotations of a function or class; RulesError where a name in them is unknown."""
        try:
            return get_type_hints(thing, include_extras=True)
        except (NameError, TypeError, AttributeError, SyntaxError) as error:
            raise RulesError(
                "RW042",
                where,
                f"an annotation cannot be read: {error}",
                "import or define the name",
            ) from error

    def type_of(self, hint: Any, where: Place | None) -> Type:
        """The IR type of an annotation; RulesError for one that is not of the rule language."""
        marks: tuple[Any, ...] = ()
        if get_origin(hint) is Annotated:
            hint, *rest = get_args(hint)
            marks = tuple(m for m in rest if not isinstance(m, DrawnFrom))
        origin = get_origin(hint)
        if hint is bool:
            return BOOL
        if hint is int:
            return self._int(marks, where)
        if hint is None or hint is types.NoneType:
            return NONE
        if origin in (Union, types.UnionType):
            return self._union(get_args(hint), where)
        if origin is tuple:
            return self._tuple(get_args(hint), marks, where)
        if origin is Bag:
            return self._bag(get_args(hint)[0], marks, where)
        if origin is frozenset:
            return SetT(self.type_of(get_args(hint)[0], where))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return EnumT(hint)
        if isinstance(hint, type) and issubclass(hint, Parameters):
            return self._fixed(hint, where)
        if isinstance(hint, type) and is_dataclass(hint):
            return self.record(hint, where)
        shown = getattr(hint, "__name__", str(hint))
        raise RulesError("RW042", where, f"{shown} is no type of the rule language", FINITE)

    def _fixed(self, cls: type, where: Place | None) -> Type:
        if not isinstance(self.box, cls):
            raise RulesError(
                "RW042",
                where,
                f"{cls.__name__} is not the parameters of this scope",
                f"use {type(self.box).__name__}",
            )
        return FixedT(self.box)

    def _int(self, marks: tuple[Any, ...], where: Place | None) -> Type:
        for mark in marks:
            if isinstance(mark, Between):
                low, high = self.size(mark.low, where), self.size(mark.high, where)
                if low > high:
                    raise RulesError(
                        "RW045",
                        where,
                        f"between({mark.low!r}, {mark.high!r}) is {low}..{high}: it holds no number",
                        "give bounds with the least first, or mend the parameters",
                    )
                return IntT(low, high)
        return INT

    def _union(self, hints: tuple[Any, ...], where: Place | None) -> Type:
        try:
            return union(tuple(self.type_of(hint, where) for hint in hints))
        except Clash as clash:
            raise RulesError(
                "RW046",
                where,
                "a union whose alternatives cannot be told apart",
                "keep one of bool and int, or wrap an alternative in a frozen dataclass",
            ) from clash

    def _tuple(self, hints: tuple[Any, ...], marks: tuple[Any, ...], where: Place | None) -> Type:
        if len(hints) != 2 or hints[1] is not Ellipsis:
            raise RulesError(
                "RW042",
                where,
                "a tuple of several types",
                "use a frozen dataclass with a field for each, or tuple[T, ...]",
            )
        item = self.type_of(hints[0], where)
        for mark in marks:
            if isinstance(mark, Length):
                exactly = self.size(mark.exactly, where)
                return TupleT(item, exactly, exactly)
            if isinstance(mark, UpTo):
                return TupleT(item, 0, self.size(mark.most, where))
        return TupleT(item)

    def _bag(self, hint: Any, marks: tuple[Any, ...], where: Place | None) -> Type:
        most = next((self.size(m.most, where) for m in marks if isinstance(m, UpTo)), None)
        item = self.type_of(hint, where)
        if unbounded(item) is not None:
            raise RulesError(
                "RW040",
                where,
                f"a bag of {unbounded(item)}",
                "give the items bounds: Bag[Annotated[int, between(0, 12)]]",
            )
        return BagT(item, most)

    def record(self, cls: type, where: Place | None) -> RecordT:
        """The type of a frozen dataclass."""
        if cls in self._records:
            return self._records[cls]
        params = getattr(cls, "__dataclass_params__", None)
        if params is None or not params.frozen:
            raise RulesError(
                "RW043", where, f"{cls.__name__} can be changed", "write @dataclass(frozen=True)"
            )
        if cls in self._open:
            raise RulesError(
                "RW047", where, f"{cls.__name__} holds itself", "keep an index of the part instead"
            )
        self._open.append(cls)
        hints = self.hints(cls, self._sources.field_place(cls, ""))
        parts = tuple(
            (f.name, self.type_of(hints[f.name], self._sources.field_place(cls, f.name)))
            for f in fields(cls)
            if get_origin(hints[f.name]) is not ClassVar
        )
        self._open.pop()
        self._records[cls] = RecordT(cls, parts)
        return self._records[cls]

    def bounded(self, cls: type) -> RecordT:
        """The type of a state or move: RulesError where a part of it has no bounds."""
        kind = self.record(cls, self._sources.field_place(cls, ""))
        for name, part in kind.fields:
            if (lack := unbounded(part)) is not None:
                raise RulesError(
                    "RW041" if "tuple" in lack or "bag" in lack else "RW040",
                    self._sources.field_place(cls, name),
                    f"{cls.__name__}.{name} is {lack}",
                    "give it bounds: between(low, high) for a number, length(n) or up_to(n) for a "
                    "tuple, up_to(n) for a bag",
                )
        return kind

    def every(self, kind: Type) -> ir.Const:
        """All values of a type with bounds, as a constant tuple."""
        values = tuple(domain(kind))
        return ir.Const(values, TupleT(kind, len(values), len(values)))

    def drawn(self, cls: type) -> dict[str, str]:
        """The fields of a move that chance decides, each with the bag it is drawn from."""
        hints = self.hints(cls, self._sources.field_place(cls, ""))
        return {
            name: mark.bag
            for name, hint in hints.items()
            if get_origin(hint) is Annotated
            for mark in get_args(hint)[1:]
            if isinstance(mark, DrawnFrom)
        }

    def size(self, size: Size, where: Place | None) -> int:
        """A size at this scope: the number, or the expression over the parameters worked out."""
        if isinstance(size, int):
            return size
        try:
            return _evaluate(ast.parse(size, mode="eval").body, self.box)
        except (SyntaxError, ValueError, AttributeError, ZeroDivisionError) as error:
            raise RulesError(
                "RW044",
                where,
                f"the size {size!r} cannot be worked out: {error}",
                "use whole numbers, names of parameters, + - * //, min and max",
            ) from error


def _evaluate(node: ast.expr, box: Parameters) -> int:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name):
            found = getattr(box, name)
            if isinstance(found, bool) or not isinstance(found, int):
                raise ValueError(f"{name} is no whole number")
            return found
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand, box)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _evaluate(left, box), _evaluate(right, box)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.FloorDiv():
                    return a // b
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=args) if args:
            numbers = [_evaluate(arg, box) for arg in args]
            return min(numbers) if name == "min" else max(numbers)
    raise ValueError(f"{ast.unparse(node)!r} is not allowed in a size")


def unbounded(kind: Type) -> str | None:
    """The part of a type that has no bounds, in words; None where all have."""
    match kind:
        case IntT(low, high):
            return "a whole number without bounds" if low is None or high is None else None
        case TupleT(item, _, most):
            return "a tuple without a greatest length" if most is None else unbounded(item)
        case BagT(_, most):
            return "a bag without a greatest count" if most is None else None
        case SetT(item):
            return unbounded(item)
        case RecordT(_, parts):
            return next((lack for _, part in parts if (lack := unbounded(part))), None)
        case _:
            alts = getattr(kind, "alts", ())
            return next((lack for alt in alts if (lack := unbounded(alt))), None)
