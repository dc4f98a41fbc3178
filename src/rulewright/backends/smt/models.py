"""Terms and symbolic values at known leaves: what a model says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from rulewright.ir.types import (
    BagT,
    BoolT,
    EnumT,
    FixedT,
    IntT,
    LookupT,
    NoneT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
    size,
)
from rulewright.ir.values import positions

from .algebra import Unsupported
from .terms import (
    Among,
    And,
    AtMostZero,
    Atom,
    Bool,
    Either,
    Formula,
    IsZero,
    Leaf,
    Linear,
    Not,
    Num,
    Or,
    Over,
    Pick,
    Times,
    Truth,
)
from .values import Value


class Model:
    """The values of leaves, and of terms over them. A leaf that is not told has its least value."""

    def __init__(self, leaves: Mapping[Leaf, int]) -> None:
        self.leaves = leaves
        self._known: dict[Formula | Atom, int] = {}

    def leaf(self, leaf: Leaf) -> int:
        """The value of a leaf."""
        return self.leaves.get(leaf, leaf.low or 0)

    def truth(self, formula: Bool) -> bool:
        """Whether a formula holds."""
        if isinstance(formula, bool):
            return formula
        found = self._known.get(formula)
        if found is None:
            found = self._known[formula] = self._truth(formula)
        return bool(found)

    def _truth(self, formula: Formula) -> bool:
        match formula:
            case Among(leaf=leaf, mask=mask):
                return bool(mask >> (self.leaf(leaf) - (leaf.low or 0)) & 1)
            case AtMostZero(form=form):
                return self.number(form) <= 0
            case IsZero(form=form):
                return self.number(form) == 0
            case Not(part=part):
                return not self.truth(part)
            case And(parts=parts):
                return all(self.truth(part) for part in parts)
            case Or(parts=parts):
                return any(self.truth(part) for part in parts)
            case Either(test=test, then=then, other=other):
                return self.truth(then if self.truth(test) else other)
            case _:
                assert_never(formula)

    def number(self, number: Num) -> int:
        """The value of a number."""
        if not isinstance(number, Linear):
            return number
        return number.const + sum(n * self._atom(atom) for atom, n in number.parts.items())

    def _atom(self, atom: Atom) -> int:
        match atom:
            case Leaf():
                return self.leaf(atom)
            case Truth(formula=formula):
                return int(self.truth(formula))
            case Pick(test=test, then=then, other=other):
                found = self._known.get(atom)
                if found is None:
                    found = self.number(then if self.truth(test) else other)
                    self._known[atom] = found
                return found
            case Times(left=left, right=right):
                return self.number(left) * self.number(right)
            case Over(top=top, by=by):
                return self.number(top) // by
            case _:
                assert_never(atom)

    def value(self, kind: Type, value: Value) -> Any:
        """The IR value of a symbolic value."""
        match kind:
            case BoolT():
                return self.truth(value)
            case IntT() | EnumT():
                return self.number(value)
            case NoneT() | FixedT():
                return ()
            case RecordT(_, fields):
                pairs = zip(fields, value, strict=True)
                return tuple(self.value(part, v) for (_, part), v in pairs)
            case TupleT(item, _, _):
                return tuple(self.value(item, v) for v in value.slots[: self.number(value.length)])
            case BagT():
                return tuple(self.number(count) for count in value)
            case SetT():
                return tuple(self.truth(inside) for inside in value)
            case UnionT(alts):
                tag = self.number(value.tag)
                return (tag, self.value(alts[tag], value.held[tag]))
            case LookupT():
                raise Unsupported("a table is no value")
            case _:
                assert_never(kind)


class Misplaced(Exception):
    """An IR value that no leaves give: it is outside the bounds of its type."""


def matched(kind: Type, fresh: Value, value: Any) -> dict[Leaf, int]:
    """The leaves of a fresh value at which it is this IR value; Misplaced where there are none."""
    found: dict[Leaf, int] = {}
    for number, wanted in _pairs(kind, fresh, value):
        if isinstance(number, Linear):
            if number.lone is None:
                raise Misplaced("the value is not made of fresh leaves")
            found[number.lone] = _solved(number, number.lone, wanted)
        elif number != wanted:
            raise Misplaced(f"{wanted} is outside the bounds of its type")
    return found


def _solved(form: Linear, leaf: Leaf, wanted: int) -> int:
    """The value of the one leaf of a fresh number, which stands in it once."""
    value = wanted - form.const
    outside = (leaf.low is not None and value < leaf.low) or (
        leaf.high is not None and value > leaf.high
    )
    if form.parts != {leaf: 1} or outside:
        raise Misplaced(f"{wanted} is outside the bounds of its type")
    return value


def _pairs(kind: Type, fresh: Value, value: Any) -> Iterator[tuple[Num, int]]:
    """Each number made of a fresh leaf with the number it is to be."""
    match kind:
        case BoolT():
            yield from _flag(fresh, value)
        case IntT() | EnumT():
            yield fresh, value
        case NoneT() | FixedT() | LookupT():
            return
        case RecordT(_, fields):
            for (_, part), a, b in zip(fields, fresh, value, strict=True):
                yield from _pairs(part, a, b)
        case TupleT(item, _, _):
            yield fresh.length, len(value)
            for a, b in zip(fresh.slots, value, strict=False):
                yield from _pairs(item, a, b)
        case BagT():
            yield from zip(fresh, value, strict=True)
        case SetT():
            for a, b in zip(fresh, value, strict=True):
                yield from _flag(a, b)
        case UnionT(alts):
            yield from _of_union(alts, fresh, value)
        case _:
            assert_never(kind)


def _flag(fresh: Bool, value: bool) -> Iterator[tuple[Num, int]]:
    if isinstance(fresh, Among):
        low = fresh.leaf.low or 0
        mask = fresh.mask if value else ~fresh.mask
        yield Linear({fresh.leaf: 1}, 0), low + (mask & -mask).bit_length() - 1
    else:
        yield int(bool(fresh)), int(value)


def _of_union(alts: tuple[Type, ...], fresh: Value, value: Any) -> Iterator[tuple[Num, int]]:
    tag, inside = value
    lone = fresh.tag.lone if isinstance(fresh.tag, Linear) else None
    if lone is None or fresh.tag.parts != {lone: 1} or fresh.tag.const:
        # All alternatives share one leaf: find the code at which the tag and the value are these.
        yield from _coded(alts, fresh, tag, inside)
        return
    yield fresh.tag, tag
    yield from _pairs(alts[tag], fresh.held[tag], inside)


def _coded(
    alts: tuple[Type, ...], fresh: Value, tag: int, inside: Any
) -> Iterator[tuple[Num, int]]:
    leaf = fresh.tag.lone if isinstance(fresh.tag, Linear) else None
    if leaf is None:
        yield fresh.tag, tag
        yield from _pairs(alts[tag], fresh.held[tag], inside)
        return
    code = positions(alts[tag]).get(inside)
    if code is None:
        raise Misplaced(f"{inside} is outside the bounds of its type")
    yield Linear({leaf: 1}, 0), sum(size(alt) for alt in alts[:tag]) + code
