"""Symbolic folds: the bodies of the items, each with where it counts, made into one value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, assert_never

from rulewright.ir.nodes import Fold, FoldKind
from rulewright.ir.types import SetT
from rulewright.words.duties import DutyKind

from . import bags, tuples
from .outcome import Dead
from .terms import Bool, Num
from .values import Patched, Seq, Value, options

if TYPE_CHECKING:
    from .frame import Frame


class Body(NamedTuple):
    """What a fold works out for one item, and where the item is there and wanted."""

    counts: Bool
    item: Value
    value: Value


def fold(frame: Frame, e: Fold) -> Value:
    """The value of a fold."""
    over = frame.run(e.over)
    if isinstance(over, Patched):
        if e.kind is FoldKind.SUM and e.where is None:
            total = _sum_patched(frame, e, over)
            if total is not None:
                return total
        over = frame.values.plain(over)
    items = _items(frame, e, over)
    match e.kind:
        case FoldKind.ALL:
            return _until(frame, e, items, go_on=True)
        case FoldKind.ANY:
            return _until(frame, e, items, go_on=False)
        case FoldKind.SUM:
            pick = frame.algebra.pick
            return frame.algebra.total(
                [pick(b.counts, b.value, 0) for b in _bodies(frame, e, items)]
            )
        case FoldKind.MIN | FoldKind.MAX:
            return _best(frame, e, items)
        case FoldKind.THE:
            return _the(frame, e, list(_bodies(frame, e, items)))
        case FoldKind.TUPLE:
            return _tuple(frame, list(_bodies(frame, e, items)))
        case FoldKind.FLAT:
            return _flat(frame, list(_bodies(frame, e, items)))
        case FoldKind.BAG:
            return _bag(frame, e, items)
        case FoldKind.SET:
            return _set(frame, e, list(_bodies(frame, e, items)))
        case _:
            assert_never(e.kind)


def _items(frame: Frame, e: Fold, over: Value) -> list[tuple[Bool, Value]]:
    """The items that are folded over, each with where it is there."""
    if isinstance(e.over.type, SetT):
        item = e.over.type.item
        known = [frame.values.constant(item, option) for option in options(item)]
        return [(inside, v) for inside, v in zip(over, known, strict=True) if inside is not False]
    there = tuples.guards(frame.values, over)
    return [(guard, v) for guard, v in zip(there, over.slots, strict=True) if guard is not False]


def _sum_patched(frame: Frame, e: Fold, over: Patched) -> Num | None:
    """The sum over a patched tuple: that over its base, less the old item, with the new one.

    None where a body always fails a duty.
    """
    algebra = frame.algebra
    before = len(frame.duties)
    found: list[Num | None] = []
    for at, slot in enumerate(over.base.slots):
        frame.names[e.name] = slot
        # The duties of an item that is replaced are not due.
        stays = algebra.negation(algebra.equal(over.place, at))
        found.append(frame.under((stays,), e.body))
    due = len(frame.duties)
    for item, times in ((over.old, -1), (over.value, 1)):
        del frame.duties[due:]
        frame.names[e.name] = item
        try:
            found.append(algebra.scaled(frame.run(e.body), times))
        except Dead:
            found.append(None)
    if None in found:
        del frame.duties[before:]
        return None
    return algebra.total([number for number in found if number is not None])


def _bodies(frame: Frame, e: Fold, items: list[tuple[Bool, Value]]) -> Iterator[Body]:
    """The body for each item that may count; one that always fails a duty is left out."""
    for there, item in items:
        frame.names[e.name] = item
        wanted = True if e.where is None else frame.under((there,), e.where)
        if wanted is None or wanted is False:
            continue
        value = frame.under((there, wanted), e.body)
        if value is not None:
            yield Body(frame.algebra.all_of((there, wanted)), item, value)


def _until(frame: Frame, e: Fold, items: list[tuple[Bool, Value]], go_on: bool) -> Bool:
    """An ALL (which goes on while its bodies hold) or an ANY (while they fail)."""
    algebra = frame.algebra
    guards: list[Bool] = []
    for there, item in items:
        frame.names[e.name] = item
        wanted = True if e.where is None else frame.under((*guards, there), e.where)
        if wanted is None or wanted is False:
            continue
        value = frame.under((*guards, there, wanted), e.body)
        if value is None:
            continue
        held = value if go_on else algebra.negation(value)
        decided = algebra.any_of((algebra.negation(there), algebra.negation(wanted), held))
        guards.append(decided)
        if decided is False:
            break
    passed = algebra.all_of(guards)
    return passed if go_on else algebra.negation(passed)


def _best(frame: Frame, e: Fold, items: list[tuple[Bool, Value]]) -> Num:
    """The least or the greatest body."""
    algebra = frame.algebra
    # Python works a default out after the first iterable and before any item.
    other = None if e.default is None else frame.run(e.default)
    some: Bool = False
    best: Num = 0
    for body in _bodies(frame, e, items):
        low, high = (body.value, best) if e.kind is FoldKind.MIN else (best, body.value)
        better = algebra.any_of((algebra.negation(some), algebra.less(low, high)))
        best = algebra.pick(algebra.all_of((body.counts, better)), body.value, best)
        some = algebra.any_of((some, body.counts))
    if other is not None:
        return algebra.pick(some, best, other)
    reason = f"there is no {e.kind.value} of nothing"
    frame.owe(algebra.negation(some), DutyKind.DEFINED, reason, e.place)
    return best


def _the(frame: Frame, e: Fold, bodies: list[Body]) -> Value:
    """The one body there is."""
    algebra = frame.algebra
    found = algebra.total([algebra.truth(body.counts) for body in bodies])
    one = algebra.equal(found, 1)
    reason = "`the` asks for exactly one"
    frame.owe(algebra.negation(one), DutyKind.EXACTLY_ONE, reason, e.place)
    value: Value = None
    for body in reversed(bodies):
        value = frame.values.merge(body.counts, body.value, value)
    return value


def _tuple(frame: Frame, bodies: list[Body]) -> Seq:
    """The bodies in order."""
    if all(body.counts is True for body in bodies):
        return tuples.whole([body.value for body in bodies])
    made = tuples.whole(())
    for body in bodies:
        made = tuples.pushed(frame.values, made, body.counts, body.value)
    return made


def _flat(frame: Frame, bodies: list[Body]) -> Seq:
    """The items of the bodies in order."""
    made = tuples.whole(())
    for body in bodies:
        longer = tuples.joined(frame.values, made, body.value)
        made = frame.values.merge(body.counts, longer, made)
    return made


def _bag(frame: Frame, e: Fold, items: list[tuple[Bool, Value]]) -> tuple[Num, ...]:
    """A bag that counts each item body times; an item that comes again replaces its count."""
    algebra = frame.algebra
    item = bags.item_of(e.type)
    counts: list[Num] = [0] * len(options(item))
    for body in _bodies(frame, e, items):
        below = algebra.all_of((body.counts, algebra.less(body.value, 0)))
        frame.owe(below, DutyKind.IN_BOUNDS, "a count below 0", e.place)
        where = bags.places(frame, item, body.item)
        foreign = algebra.negation(algebra.any_of([test for test, _ in where]))
        some = algebra.negation(algebra.equal(body.value, 0))
        fails = algebra.all_of((body.counts, foreign, some))
        frame.owe(fails, DutyKind.IN_BOUNDS, "an item that is none of the bag's", e.place)
        for test, at in where:
            here = algebra.all_of((body.counts, test))
            counts[at] = algebra.pick(here, body.value, counts[at])
    return tuple(counts)


def _set(frame: Frame, e: Fold, bodies: list[Body]) -> tuple[Bool, ...]:
    """The set of the bodies."""
    algebra = frame.algebra
    item = bags.item_of(e.type)
    inside: list[Bool] = [False] * len(options(item))
    for body in bodies:
        where = bags.places(frame, item, body.value)
        foreign = algebra.negation(algebra.any_of([test for test, _ in where]))
        fails = algebra.all_of((body.counts, foreign))
        frame.owe(fails, DutyKind.IN_BOUNDS, "an item that is none of the set's", e.place)
        for test, at in where:
            inside[at] = algebra.any_of((inside[at], algebra.all_of((body.counts, test))))
    return tuple(inside)
