"""Symbolic values: they mirror IR values part by part, with terms in the place of scalars.

bool                Bool
int, enum           Num
None, fixed         ()
record              tuple of values
tuple               Seq: a length and as many slots as it may have; slots past it mean nothing
bag                 tuple of Nums, one a value of the item type in the order of `domain`
set                 tuple of Bools, likewise
union               Sum: a tag and a value for each alternative, None where it cannot be held
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, assert_never

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
    domain,
    size,
)

from .algebra import Algebra, Unsupported
from .logic import SMALL
from .terms import Bool, Leaf, Linear, Node, Num

# A value has one of the forms above; which one is told by its type in the program.
Value: TypeAlias = Any


class Seq(NamedTuple):
    """A tuple: the first `length` of the slots."""

    length: Num
    slots: tuple[Value, ...]


class Patched(NamedTuple):
    """A tuple of fresh items with another at one index: kept so while the index is not known."""

    base: Seq
    place: Linear
    value: Value
    old: Value  # the item of the base at the index

    @property
    def length(self) -> Num:
        """The length."""
        return self.base.length


class Sum(NamedTuple):
    """A union: the alternative held, and what each alternative would hold."""

    tag: Num
    held: tuple[Value, ...]


@lru_cache(maxsize=512)
def options(kind: Type) -> tuple[Any, ...]:
    """The values of an item type, in order, as IR values."""
    return tuple(domain(kind))


class Values:
    """What can be done with symbolic values, over the terms of one Algebra."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.whole: dict[tuple[int, str], Value] = {}  # fresh parts without a fixed leaf
        self._equal: dict[tuple[int, Value, Value], Bool] = {}
        # Tuples of fresh items, with the type of the items and the name.
        self.vectors: dict[Seq, tuple[Type, str]] = {}
        self._fitting: dict[tuple[int, Value], Bool] = {}

    # ── making ───────────────────────────────────────────────────────────────────────────────

    def fresh(self, kind: Type, name: str, fixed: dict[Leaf, int] | None = None) -> Value:
        """Any value within the bounds of a type; leaves in `fixed` have that value already.

        The bounds are those of the leaves; a solver is told of them with every leaf it meets.
        """
        return _Fresh(self, fixed or {}).make(kind, name)

    def constant(self, kind: Type, value: Any) -> Value:
        """An IR value as a symbolic one."""
        match kind:
            case BoolT() | IntT() | EnumT() | NoneT() | FixedT() | BagT() | SetT():
                return value
            case RecordT(_, fields):
                return tuple(
                    self.constant(part, v) for (_, part), v in zip(fields, value, strict=True)
                )
            case TupleT(item, _, _):
                return Seq(len(value), tuple(self.constant(item, v) for v in value))
            case UnionT(alts):
                tag, inside = value
                held: list[Value] = [None] * len(alts)
                held[tag] = self.constant(alts[tag], inside)
                return Sum(tag, tuple(held))
            case LookupT():
                raise Unsupported("a table is no value")
            case _:
                assert_never(kind)

    # ── comparing ────────────────────────────────────────────────────────────────────────────

    def equal(self, kind: Type, left: Value, right: Value) -> Bool:
        """Two values of a type, bounds aside, are the same."""
        if left is right:
            return True
        if left is None or right is None:
            return False  # a slot that means nothing
        algebra = self.algebra
        match kind:
            case BoolT():
                return algebra.same(left, right)
            case IntT() | EnumT():
                return algebra.equal(left, right)
            case NoneT() | FixedT():
                return True
            case RecordT(_, fields):
                triples = zip(fields, left, right, strict=True)
                return algebra.all_of([self.equal(part, a, b) for (_, part), a, b in triples])
            case TupleT(item, _, _):
                return self._equal_tuples(item, self.plain(left), self.plain(right))
            case BagT():
                pairs = zip(left, right, strict=True)
                return algebra.all_of([algebra.equal(a, b) for a, b in pairs])
            case SetT():
                pairs = zip(left, right, strict=True)
                return algebra.all_of([algebra.same(a, b) for a, b in pairs])
            case UnionT(alts):
                key = (id(kind), left, right)
                found = self._equal.get(key)
                if found is None:
                    found = self._equal[key] = self._equal_unions(alts, left, right)
                return found
            case LookupT():
                raise Unsupported("a table is no value")
            case _:
                assert_never(kind)

    def _equal_tuples(self, item: Type, left: Seq, right: Seq) -> Bool:
        algebra = self.algebra
        parts = [algebra.equal(left.length, right.length)]
        for at, (a, b) in enumerate(zip(left.slots, right.slots, strict=False)):
            if parts[0] is False:
                return False
            there = algebra.less(at, left.length)
            parts.append(algebra.implies(there, self.equal(item, a, b)))
        return algebra.all_of(parts)

    def _equal_unions(self, alts: tuple[Type, ...], left: Sum, right: Sum) -> Bool:
        algebra = self.algebra
        cases = []
        for tag, alt in enumerate(alts):
            a, b = left.held[tag], right.held[tag]
            if a is None or b is None:
                continue
            both = (algebra.equal(left.tag, tag), algebra.equal(right.tag, tag))
            if False not in both:
                cases.append(algebra.all_of((*both, self.equal(alt, a, b))))
        return algebra.any_of(cases)

    def fits(self, kind: Type, value: Value) -> Bool:
        """A value is within the bounds of its type, all parts considered."""
        if not isinstance(kind, RecordT | TupleT):
            return self._fits(kind, value)
        key = (id(kind), value)
        if key not in self._fitting:
            self._fitting[key] = self._fits(kind, value)
        return self._fitting[key]

    def _fits(self, kind: Type, value: Value) -> Bool:
        algebra = self.algebra
        match kind:
            case IntT(low, high):
                return self._within(value, low, high)
            case BoolT() | EnumT() | NoneT() | FixedT() | SetT() | LookupT():
                return True
            case RecordT(_, fields):
                pairs = zip(fields, value, strict=True)
                return algebra.all_of([self.fits(part, v) for (_, part), v in pairs])
            case TupleT(item, _, _) if isinstance(value, Patched):
                return self.fits(item, value.value)  # the others are fresh and fit
            case TupleT(item, least, most):
                parts = [self._within(value.length, least, most)]
                for at, slot in enumerate(value.slots):
                    there = algebra.less(at, value.length)
                    parts.append(algebra.implies(there, self.fits(item, slot)))
                return algebra.all_of(parts)
            case BagT(_, most):
                return algebra.all_of([self._within(count, 0, most) for count in value])
            case UnionT(alts):
                return algebra.all_of(
                    [
                        algebra.implies(algebra.equal(value.tag, tag), self.fits(alt, held))
                        for tag, (alt, held) in enumerate(zip(alts, value.held, strict=True))
                        if held is not None
                    ]
                )
            case _:
                assert_never(kind)

    def _within(self, number: Num, low: int | None, high: int | None) -> Bool:
        algebra = self.algebra
        above = True if low is None else algebra.at_most(low, number)
        return algebra.all_of((above, True if high is None else algebra.at_most(number, high)))

    # ── choosing ─────────────────────────────────────────────────────────────────────────────

    def merge(self, test: Bool, then: Value, other: Value) -> Value:
        """The first value where the test holds, else the second; parts they share are kept."""
        if isinstance(test, bool):
            return then if test else other
        if then is other or other is None:
            return then
        if then is None:
            return other
        match then:
            case bool() | Node():
                return self.algebra.either(test, then, other)  # type: ignore[arg-type]
            case int() | Linear():
                return self.algebra.pick(test, then, other)
            case Seq() | Patched() if isinstance(then, Patched) or isinstance(other, Patched):
                return self._merge_patched(test, then, other)
            case Seq(length, slots):
                length = self.algebra.pick(test, length, other.length)
                return Seq(length, self._merge_slots(test, slots, other.slots))
            case Sum(tag, held):
                tag = self.algebra.pick(test, tag, other.tag)
                return Sum(tag, self._merge_slots(test, held, other.held))
            case _:
                return self._merge_slots(test, then, other)

    def _merge_patched(self, test: Bool, then: Seq | Patched, other: Seq | Patched) -> Value:
        """Two tuples of which one is patched; where the index is the same, so is the result's."""
        for patched in (then, other):
            if isinstance(patched, Patched):
                base, index, _, old = patched
                sides = [
                    side.value
                    if isinstance(side, Patched) and (side.base, side.place) == (base, index)
                    else old
                    if side == base
                    else None
                    for side in (then, other)
                ]
                if None not in sides:
                    return Patched(base, index, self.merge(test, sides[0], sides[1]), old)
        return self.merge(test, self.plain(then), self.plain(other))

    def plain(self, seq: Seq | Patched) -> Seq:
        """A tuple as length and slots."""
        if isinstance(seq, Seq):
            return seq
        slots = tuple(
            self.merge(self.algebra.equal(seq.place, at), seq.value, slot)
            for at, slot in enumerate(seq.base.slots)
        )
        return Seq(seq.base.length, slots)

    def _merge_slots(
        self, test: Bool, then: tuple[Value, ...], other: tuple[Value, ...]
    ) -> tuple[Value, ...]:
        if then is other:
            return then
        shared = [self.merge(test, a, b) for a, b in zip(then, other, strict=False)]
        longer = then if len(then) > len(other) else other
        return (*shared, *longer[len(shared) :])


class _Fresh:
    """Makes the leaves of a value, each named after its path."""

    def __init__(self, values: Values, fixed: dict[Leaf, int]) -> None:
        self.algebra = values.algebra
        self.fixed = fixed
        self.vectors = values.vectors
        self.whole = values.whole

    def number(self, name: str, low: int | None, high: int | None) -> Num:
        if low is not None and low == high:
            return low
        leaf = self.algebra.leaf(name, low, high)
        return self.fixed[leaf] if leaf in self.fixed else self.algebra.atom(leaf)

    def make(self, kind: Type, name: str) -> Value:
        if any(leaf.name.lstrip("#").startswith(name) for leaf in self.fixed):
            return self.made(kind, name)
        key = (id(kind), name)
        if key not in self.whole:
            self.whole[key] = self.made(kind, name)
        return self.whole[key]

    def made(self, kind: Type, name: str) -> Value:
        match kind:
            case BoolT():
                return self.algebra.equal(self.number(name, 0, 1), 1)
            case IntT(low, high):
                return self.number(name, low, high)
            case EnumT(cls):
                return self.number(name, 0, len(cls) - 1)
            case NoneT() | FixedT():
                return ()
            case RecordT(_, fields):
                return tuple(self.make(part, f"{name}.{field}") for field, part in fields)
            case TupleT(item, least, most):
                if most is None:
                    raise Unsupported(f"{name} has no greatest length")
                slots = tuple(self.make(item, f"{name}[{at}]") for at in range(most))
                made = Seq(self.number(f"#{name}", least, most), slots)
                if least == most:
                    self.vectors[made] = (item, name)
                return made
            case BagT(item, most):
                return tuple(
                    self.number(f"{name}*{at}", 0, most) for at in range(len(options(item)))
                )
            case SetT(item):
                return tuple(self.make(BoolT(), f"{name}*{at}") for at in range(len(options(item))))
            case UnionT(alts):
                return self.union(alts, name)
            case LookupT():
                raise Unsupported("a table is no value")
            case _:
                assert_never(kind)

    def union(self, alts: tuple[Type, ...], name: str) -> Sum:
        """A union of scalars is one leaf, so that comparing it is one test of that leaf."""
        sizes = [size(alt) if _scalar(alt) else SMALL + 1 for alt in alts]
        if sum(sizes) > SMALL:
            tag = self.number(f"{name}?", 0, len(alts) - 1)
            return Sum(tag, tuple(self.make(alt, f"{name}:{i}") for i, alt in enumerate(alts)))
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        code = self.number(name, 0, sum(sizes) - 1)
        at_least = [self.algebra.at_most(start, code) for start in starts[1:]]
        tag = self.algebra.total([self.algebra.truth(formula) for formula in at_least])
        held = tuple(
            self.decoded(alt, code, start) for alt, start in zip(alts, starts, strict=True)
        )
        return Sum(tag, held)

    def decoded(self, kind: Type, code: Num, start: int) -> Value:
        """What a scalar alternative holds, where the code is among its own."""
        match kind:
            case BoolT():
                return self.algebra.equal(code, start + 1)
            case IntT(low, _):
                return self.algebra.plus(code, (low or 0) - start)
            case EnumT():
                return self.algebra.plus(code, -start)
            case _:
                return ()


def _scalar(kind: Type) -> bool:
    match kind:
        case IntT(low, high):
            return low is not None and high is not None
        case BoolT() | EnumT() | NoneT() | FixedT():
            return True
        case _:
            return False
