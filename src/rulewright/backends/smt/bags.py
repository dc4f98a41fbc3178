"""Symbolic bags, sets and tables, and what tuples share with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rulewright.ir.nodes import BagChange, Lookup, SetOp
from rulewright.ir.types import BagT, BoolT, EnumT, IntT, SetT, TupleT, Type
from rulewright.ir.values import positions
from rulewright.words.duties import DutyKind

from . import tuples
from .terms import Bool, Num
from .values import Patched, Value, options

if TYPE_CHECKING:
    from .frame import Frame


def item_of(kind: Type) -> Type:
    """The type of the items of a tuple, a bag or a set."""
    match kind:
        case TupleT(item, _, _) | BagT(item, _) | SetT(item):
            return item
        case _:
            raise TypeError(f"{kind} has no items")


def places(frame: Frame, item: Type, value: Value) -> list[tuple[Bool, int]]:
    """The places in its domain that a value may have, each with the formula that it has it."""
    if isinstance(item, IntT | EnumT) and isinstance(value, int):
        at = positions(item).get(value)
        return [] if at is None else [(True, at)]
    found: list[tuple[Bool, int]] = []
    for at, option in enumerate(options(item)):
        test = frame.values.equal(item, value, frame.values.constant(item, option))
        if test is not False:
            found.append((test, at))
    return found


def size_of(frame: Frame, kind: Type, value: Value) -> Num:
    """The length of a tuple, the number of items of a set, the total of a bag."""
    if isinstance(kind, TupleT):
        length: Num = value.length
        return length
    if isinstance(kind, SetT):
        return frame.algebra.total([frame.algebra.truth(inside) for inside in value])
    return frame.algebra.total(value)


def count(frame: Frame, kind: Type, held: Value, value: Value) -> Num:
    """How often a value stands in a tuple or a bag."""
    known = frame.executor.counted
    key = (id(kind), held, value)
    if key not in known:
        known[key] = _count(frame, kind, held, value)
    return known[key]


def _count(frame: Frame, kind: Type, held: Value, value: Value) -> Num:
    algebra = frame.algebra
    item = item_of(kind)
    if isinstance(kind, BagT):
        return at_place(frame, held, places(frame, item, value))
    if isinstance(held, Patched):
        # count(put(a, i, x), v) = count(a, v) - [a[i] = v] + [x = v]
        gone, come = (
            algebra.truth(frame.values.equal(item, one, value)) for one in (held.old, held.value)
        )
        return algebra.total((count(frame, kind, held.base, value), algebra.scaled(gone, -1), come))
    known = frame.executor.counted
    found = []
    for guard, slot in zip(tuples.guards(frame.values, held), held.slots, strict=True):
        key = (id(item), slot, value)
        one = known.get(key)
        if one is None:
            one = known[key] = algebra.truth(frame.values.equal(item, slot, value))
        found.append(algebra.pick(guard, one, 0))
    return algebra.total(found)


def at_place(frame: Frame, counts: tuple[Num, ...], where: list[tuple[Bool, int]]) -> Num:
    """The count at the one place that there is, 0 where there is none."""
    found: Num = 0
    for test, at in reversed(where):
        found = frame.algebra.pick(test, counts[at], found)
    return found


def has(frame: Frame, kind: Type, held: Value, value: Value) -> Bool:
    """A value is in a tuple, a bag or a set."""
    algebra = frame.algebra
    item = item_of(kind)
    if isinstance(kind, TupleT):
        held = frame.values.plain(held)
        pairs = zip(tuples.guards(frame.values, held), held.slots, strict=True)
        return algebra.any_of(
            [
                algebra.all_of((guard, frame.values.equal(item, slot, value)))
                for guard, slot in pairs
                if guard is not False
            ]
        )
    inside = [
        held[at] if isinstance(kind, SetT) else algebra.negation(algebra.equal(held[at], 0))
        for at in range(len(held))
    ]
    return algebra.any_of(
        [algebra.all_of((test, inside[at])) for test, at in places(frame, item, value)]
    )


def change(frame: Frame, e: BagChange) -> tuple[Num, ...]:
    """A bag with more or fewer copies of an item."""
    algebra = frame.algebra
    counts, value, copies = frame.run(e.bag), frame.run(e.value), frame.run(e.copies)
    where = places(frame, item_of(e.type), value)
    more = algebra.scaled(copies, e.sign)
    left = algebra.plus(at_place(frame, counts, where), more)
    if e.sign < 0:
        reason = "the bag does not hold what is to leave it"
        frame.owe(algebra.less(left, 0), DutyKind.DEFINED, reason, e.place)
    foreign = algebra.negation(algebra.any_of([test for test, _ in where]))
    fails = algebra.all_of((foreign, algebra.negation(algebra.equal(left, 0))))
    frame.owe(fails, DutyKind.IN_BOUNDS, "the item is none of those of the bag", e.place)
    changed = list(counts)
    for test, at in where:
        changed[at] = algebra.plus(counts[at], algebra.pick(test, more, 0))
    return tuple(changed)


def merged(
    frame: Frame, op: SetOp, left: tuple[Bool, ...], right: tuple[Bool, ...]
) -> tuple[Bool, ...]:
    """A set made of two."""
    algebra = frame.algebra
    pairs = zip(left, right, strict=True)
    match op:
        case SetOp.UNION:
            return tuple(algebra.any_of((a, b)) for a, b in pairs)
        case SetOp.INTERSECTION:
            return tuple(algebra.all_of((a, b)) for a, b in pairs)
        case SetOp.DIFFERENCE:
            return tuple(algebra.all_of((a, algebra.negation(b))) for a, b in pairs)
        case _:
            assert_never(op)


def lookup(frame: Frame, e: Lookup) -> Value:
    """What a table has for a key."""
    kind, values = e.key.type, frame.values
    key = frame.run(e.key)
    value: Value = None
    found: list[Bool] = []
    plain = isinstance(kind, IntT | EnumT | BoolT) and isinstance(key, int)
    for name, entry in reversed(e.entries):
        here = key == name if plain else values.equal(kind, key, values.constant(kind, name))
        if here is not False:
            found.append(here)
            value = values.merge(here, values.constant(e.type, entry), value)
    missing = frame.algebra.negation(frame.algebra.any_of(found))
    frame.owe(missing, DutyKind.DEFINED, "the key is not in the table", e.place)
    return value
