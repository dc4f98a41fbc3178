"""From Python annotations to IR types, at the parameters of a scope."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum, Flag
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BOOL,
    INT,
    NONE,
    BagT,
    EnumT,
    FixedT,
    Free,
    IntT,
    RecordT,
    SetT,
    TupleT,
    Type,
    domain,
    size,
    words,
)
from rulewright.words.bag import Bag
from rulewright.words.errors import Place, RulesError
from rulewright.words.kinds import Between, DrawnFrom, Length, PlaceIn, Size, Unordered, UpTo
from rulewright.words.moves import Move
from rulewright.words.terms import Parameters

from .shapes import Clash, union
from .sizes import worked_out
from .source import Sources

MOST_ITEMS = 10_000  # a bag or set holds a number or a yes or no for each
MOST_MOVES = 1_000_000  # the moves of a kind are listed where one of them may be owed

FINITE = (
    "use bool, Annotated[int, between(…)], an Enum, a frozen dataclass, a tuple with length(…) or "
    "up_to(…), Bag, frozenset, `| None`, or a union of those"
)

# What is meant by types that a reader may think of first.
USUAL: dict[Any, str] = {
    str: "name what the text stands for in an Enum",
    float: "count in the smallest unit: Annotated[int, between(0, 100)]",
    list: "write Annotated[tuple[Card, ...], up_to(12)]",
    set: "write frozenset[Card]",
    dict: "write Bag[Card] for counts, or a Lookup table at the top of the file",
    Flag: "write frozenset[Colour], with an Enum",
}


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
        except Exception as error:  # annotations are the project's own code
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
            marks = tuple(m for m in rest if isinstance(m, (Between, Length, UpTo, DrawnFrom)))
            beside = tuple(m for m in rest if isinstance(m, (Unordered, PlaceIn)))
            if beside:
                return self._beside(self.type_of(Annotated[(hint, *marks)], where), beside, where)
        origin = get_origin(hint)
        _fitting(hint, origin, marks, where)
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
            return SetT(self._items(get_args(hint)[0], "a set", where))
        if isinstance(hint, type) and issubclass(hint, Enum) and not issubclass(hint, Flag):
            return EnumT(hint)
        if isinstance(hint, type) and issubclass(hint, Parameters):
            return self._fixed(hint, where)
        if isinstance(hint, type) and is_dataclass(hint):
            return self.record(hint, where)
        shown = getattr(hint, "__name__", str(hint))
        if hint in (tuple, frozenset, Bag):
            raise RulesError(
                "RW042", where, f"this {shown} does not say of what", f"write {shown}[…]"
            )
        flags = isinstance(hint, type) and issubclass(hint, Flag)
        instead = USUAL.get(Flag if flags else origin or hint, FINITE)
        raise RulesError("RW042", where, f"{shown} is no type of the rule language", instead)

    def _beside(self, kind: Type, marks: tuple[Any, ...], where: Place | None) -> Type:
        """A type with what says how it may be rearranged, or which part it is a place in."""
        mark = marks[0]
        if len(marks) == 1 and isinstance(kind, TupleT) and isinstance(mark, Unordered):
            block = self.size(mark.block, where)
            return replace(kind, free=Free(block, mark.inside, mark.turning, mark.together))
        if len(marks) == 1 and isinstance(kind, IntT) and isinstance(mark, PlaceIn):
            return replace(kind, place=mark.part)
        raise RulesError(
            "RW048",
            where,
            f"{_named(mark)} says nothing of this type, or stands beside another such marker",
            "put unordered beside the length of a tuple, place_in beside the bounds of a number",
        )

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
                        f"between({mark.low!r}, {mark.high!r}) is {low}..{high}: it is empty",
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
        if not hints or len(hints) != 2 or hints[1] is not Ellipsis:
            raise RulesError(
                "RW042",
                where,
                "a tuple of several types",
                "use a frozen dataclass with a field for each, or tuple[T, ...]",
            )
        item = self.type_of(hints[0], where)
        for mark in marks:
            if isinstance(mark, Length):
                exactly = self._length(mark.exactly, where)
                return TupleT(item, exactly, exactly)
            if isinstance(mark, UpTo):
                return TupleT(item, 0, self._length(mark.most, where))
        return TupleT(item)

    def _bag(self, hint: Any, marks: tuple[Any, ...], where: Place | None) -> Type:
        most = next((self._length(m.most, where) for m in marks if isinstance(m, UpTo)), None)
        return BagT(self._items(hint, "a bag", where), most)

    def _length(self, size: Size, where: Place | None) -> int:
        length = self.size(size, where)
        if length < 0:
            raise RulesError(
                "RW045",
                where,
                f"the length or count {size!r} is {length}, below 0",
                "give a size of 0 or more, or mend the parameters",
            )
        return length

    def _items(self, hint: Any, of: str, where: Place | None) -> Type:
        """The type of the items of a bag or a set, which are listed one by one."""
        item = self.type_of(hint, where)
        if (lack := unbounded(item)) is not None:
            raise RulesError(
                "RW040",
                where,
                f"{of} of {lack}",
                "give the items bounds: Annotated[int, between(0, 12)]",
            )
        if (many := size(item)) > MOST_ITEMS:
            raise RulesError(
                "RW049",
                where,
                f"{of} with {many:,} different items; {MOST_ITEMS:,} are the most there may be",
                "make its items smaller: keep an index or a kind instead of the whole thing",
            )
        return item

    def record(self, cls: type, where: Place | None) -> RecordT:
        """The type of a frozen dataclass."""
        if cls in self._records:
            return self._records[cls]
        params = getattr(cls, "__dataclass_params__", None)
        if params is None or not params.frozen:
            raise RulesError(
                "RW043", where, f"{cls.__name__} can be changed", "write @dataclass(frozen=True)"
            )
        if (oddity := _oddity(cls)) is not None:
            raise RulesError(
                "RW043",
                where,
                f"{cls.__name__} {oddity}",
                "leave it plain: @dataclass(frozen=True) and fields with their types",
            )
        if cls in self._open:
            raise RulesError(
                "RW047", where, f"{cls.__name__} holds itself", "keep an index of the part instead"
            )
        self._open.append(cls)
        hints = self.hints(cls, self._sources.field_place(cls, ""))
        parts = tuple(
            (f.name, self._field(cls, hints[f.name], self._sources.field_place(cls, f.name)))
            for f in fields(cls)
        )
        self._open.pop()
        self._records[cls] = RecordT(cls, parts)
        return self._records[cls]

    def _field(self, cls: type, hint: Any, where: Place | None) -> Type:
        if issubclass(cls, Move) and get_origin(hint) is Annotated:
            kind, *marks = get_args(hint)
            kept = [mark for mark in marks if not isinstance(mark, DrawnFrom)]
            hint = Annotated[(kind, *kept)] if kept else kind
        return self.type_of(hint, where)

    def bounded(self, cls: type) -> RecordT:
        """The type of a state or move: RulesError where a part of it has no bounds."""
        kind = self.record(cls, self._sources.field_place(cls, ""))
        for name, part in kind.fields:
            if (lack := unbounded(part)) is not None:
                raise RulesError(
                    "RW041" if "tuple" in lack or "bag" in lack else "RW040",
                    self._sources.field_place(cls, name),
                    f"{cls.__name__}.{name} holds {lack}",
                    "give it bounds: between(low, high) for a number, length(n) or up_to(n) for a "
                    "tuple, up_to(n) for a bag",
                )
        return kind

    def every(self, kind: Type) -> ir.Const:
        """All values of a type of moves, as a constant tuple."""
        if (many := size(kind)) > MOST_MOVES:
            raise RulesError(
                "RW049",
                self._sources.field_place(getattr(kind, "cls", object), ""),
                f"{words(kind)} has {many:,} values; {MOST_MOVES:,} are the most there may be",
                "give its fields closer bounds, or make it several moves after one another",
            )
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

    def size(self, written: Size, where: Place | None) -> int:
        """A size at this scope: the number, or the expression over the parameters worked out."""
        if isinstance(written, int):
            return written
        try:
            return worked_out(written, self.box)
        except Exception as error:  # a property of the parameters may raise anything
            raise RulesError(
                "RW044",
                where,
                f"the size {written!r} cannot be worked out: {error}",
                "use whole numbers, names of parameters, + - * //, min and max",
            ) from error


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


MEANT = {Between: "a whole number", Length: "a tuple", UpTo: "a tuple or a bag"}


def _fitting(hint: Any, origin: Any, marks: tuple[Any, ...], where: Place | None) -> None:
    """Refuse a marker that says nothing of the type it stands at, or a second one."""
    fits: tuple[type, ...] = ()
    if hint is int:
        fits = (Between,)
    elif origin is tuple:
        fits = (Length, UpTo)
    elif origin is Bag:
        fits = (UpTo,)
    for mark in marks:
        if isinstance(mark, DrawnFrom):
            raise RulesError(
                "RW048",
                where,
                "drawn_from stands elsewhere than at a field of a move",
                "put it around the whole type of the field: Annotated[Card | None, drawn_from(…)]",
            )
        if not isinstance(mark, fits):
            raise RulesError(
                "RW048",
                where,
                f"{_written(mark)} says nothing of this type: it is for {MEANT[type(mark)]}",
                "put it inside Annotated at the type that it bounds, or leave it out",
            )
    if len(marks) > 1:
        raise RulesError(
            "RW048",
            where,
            f"{' and '.join(map(_written, marks))} bound one type twice",
            "keep one of them; an alias that has bounds cannot be given others",
        )


def _written(mark: Any) -> str:
    """A marker as it is written."""
    names = {Between: "between", Length: "length", UpTo: "up_to"}
    return f"{names[type(mark)]}({', '.join(repr(v) for v in vars(mark).values())})"


def _named(mark: Any) -> str:
    return "unordered" if isinstance(mark, Unordered) else "place_in"


def _oddity(cls: Any) -> str | None:
    """What makes a frozen dataclass more than its fields, in words; None for a plain one."""
    params = cls.__dataclass_params__
    if not params.eq or not params.init or any(not f.compare for f in fields(cls)):
        return "does not compare all its fields, or is not made from them"
    if any(not f.init or f.kw_only for f in fields(cls)):
        return "has a field that is not given by position"
    own = [n for n in ("__post_init__", "__getattr__", "__getattribute__") if hasattr(cls, n)]
    own = [n for n in own if getattr(object, n, None) is not getattr(cls, n)]
    return f"has its own {own[0]}" if own else None
