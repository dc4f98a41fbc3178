"""Python objects known before play as IR constants: enum members, numbers, tables, records."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.types import (
    BOOL,
    NONE,
    BagT,
    EnumT,
    FixedT,
    IntT,
    LookupT,
    SetT,
    TupleT,
    Type,
)
from rulewright.ir.values import lower
from rulewright.words.bag import Bag, Lookup
from rulewright.words.terms import Parameters

from .annotations import Annotations
from .shapes import Clash, join


def type_of(thing: Any, annotations: Annotations) -> Type | None:
    """The type of an object, None where it is nothing that rules can use."""
    if isinstance(thing, bool):
        return BOOL
    if isinstance(thing, Enum):
        return None if isinstance(thing, Flag) else EnumT(type(thing))
    if isinstance(thing, int):
        return IntT(thing, thing)
    if thing is None:
        return NONE
    if isinstance(thing, Parameters):
        return FixedT(thing)
    if isinstance(thing, Lookup):
        return _lookup(thing, annotations)
    if isinstance(thing, (tuple, frozenset)):
        item = _joined(list(thing), annotations)
        if isinstance(thing, frozenset):
            return None if item is None else SetT(item)
        return TupleT(IntT() if item is None else item, len(thing), len(thing))
    if isinstance(thing, Bag):
        counted = _joined([item for item, _ in thing.counts()], annotations)
        return None if counted is None else BagT(counted)
    if is_dataclass(thing) and not isinstance(thing, type):
        return annotations.record(type(thing), None)
    return None


def _joined(things: list[Any], annotations: Annotations) -> Type | None:
    kinds = [type_of(thing, annotations) for thing in things]
    found: Type | None = None
    for kind in kinds:
        if kind is None:
            return None
        try:
            found = kind if found is None else join(found, kind)
        except Clash:
            return None
    return found


def _lookup(table: Lookup[Any, Any], annotations: Annotations) -> Type | None:
    key = _joined([k for k, _ in table.entries()], annotations)
    value = _joined([v for _, v in table.entries()], annotations)
    return None if key is None or value is None else LookupT(key, value)


def constant(thing: Any, annotations: Annotations) -> ir.Const | None:
    """The object as a constant, None where rules cannot use it; Misfit where it breaks bounds."""
    kind = type_of(thing, annotations)
    if kind is None:
        return None
    if isinstance(kind, LookupT):
        entries = tuple(
            (lower(kind.key, key), lower(kind.value, value)) for key, value in thing.entries()
        )
        return ir.Const(entries, kind)
    return ir.Const(lower(kind, thing), kind)


def is_plain(thing: Any, name: str) -> bool:
    """Whether an attribute of the parameters is a value of theirs rather than a method."""
    if name in {f.name for f in fields(thing)}:
        return True
    return isinstance(getattr(type(thing), name, None), property)
