"""Symbolic tuples: a length and slots. Where both are known, so are the parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.ir.nodes import At, Items, Put, Range, Slice, Spread
from rulewright.words.duties import DutyKind

from .algebra import Unsupported
from .outcome import Dead
from .terms import Bool, Linear, Num, span
from .values import Patched, Seq, Value, Values

if TYPE_CHECKING:
    from .frame import Frame


def whole(slots: Sequence[Value]) -> Seq:
    """A tuple of known length."""
    return Seq(len(slots), tuple(slots))


def trimmed(seq: Seq) -> Seq:
    """The tuple without slots that lie past a known length."""
    if isinstance(seq.length, int) and seq.length < len(seq.slots):
        return Seq(seq.length, seq.slots[: seq.length])
    return seq


def guards(values: Values, seq: Seq) -> list[Bool]:
    """For each slot whether it is part of the tuple."""
    return [values.algebra.less(at, seq.length) for at in range(len(seq.slots))]


def joined(values: Values, first: Seq, second: Seq) -> Seq:
    """One tuple after the other."""
    first = trimmed(first)
    length = values.algebra.plus(first.length, second.length)
    if isinstance(first.length, int):
        return trimmed(Seq(length, (*first.slots, *second.slots)))
    low, high = span(first.length)
    least, most = (
        max(0, low or 0),
        min(len(first.slots), len(first.slots) if high is None else high),
    )
    slots = (*first.slots[:most], *second.slots)
    for size in range(most - 1, least - 1, -1):
        here = values.algebra.equal(first.length, size)
        slots = values.merge(here, (*first.slots[:size], *second.slots), slots)
    return Seq(length, slots)


def pushed(values: Values, seq: Seq, test: Bool, value: Value) -> Seq:
    """The tuple with one item more where the test holds."""
    return values.merge(test, joined(values, seq, whole((value,))), seq)  # type: ignore[no-any-return]


def slot(frame: Frame, slots: tuple[Value, ...], index: Num) -> Value:
    """The slot at an index from 0; None where the index is never that of a slot."""
    value: Value = None
    for test, at in reversed(frame.executor.choices(index, 0, len(slots) - 1)):
        value = frame.values.merge(test, slots[at], value)
    return value


def items(frame: Frame, e: Items) -> Seq:
    """A tuple of items and of the items of other tuples."""
    made = whole(())
    alone: list[Value] = []
    for part in e.parts:
        if isinstance(part, Spread):
            made = joined(frame.values, made, whole(alone))
            more = frame.values.plain(frame.run(part.value))
            made = joined(frame.values, made, more)
            alone = []
        else:
            alone.append(frame.run(part))
    return joined(frame.values, made, whole(alone))


def range_of(frame: Frame, e: Range) -> Seq:
    """The whole numbers of a range, whose ends may be symbolic."""
    start, stop = frame.run(e.start), frame.run(e.stop)
    frame.executor.settle(start)
    frame.executor.settle(stop)
    if isinstance(start, int) and isinstance(stop, int):
        return whole(range(start, stop, e.step))
    algebra = frame.algebra
    ahead = algebra.minus(stop, start) if e.step > 0 else algebra.minus(start, stop)
    steps = algebra.over(algebra.plus(ahead, abs(e.step) - 1), abs(e.step))
    length = algebra.pick(algebra.at_most(0, steps), steps, 0)
    _, most = span(steps)
    if most is None or most > 4096:
        raise Unsupported("a range without a greatest length")
    slots = tuple(algebra.plus(start, at * e.step) for at in range(max(0, most)))
    return trimmed(Seq(length, slots))


def at(frame: Frame, e: At) -> Value:
    """An item; a negative index counts from the end."""
    algebra = frame.algebra
    seq, index = frame.run(e.items), frame.run(e.index)
    there = algebra.all_of(
        (algebra.at_most(0, algebra.plus(index, seq.length)), algebra.less(index, seq.length))
    )
    frame.owe(algebra.negation(there), DutyKind.DEFINED, "there is no such item", e.place)
    place = algebra.pick(algebra.less(index, 0), algebra.plus(index, seq.length), index)
    if isinstance(place, Linear) and frame.executor.opaque(seq):
        return frame.executor.read(seq, place)
    return _reached(slot(frame, frame.values.plain(seq).slots, place))


def put(frame: Frame, e: Put) -> Seq | Patched:
    """A tuple with another item at an index."""
    algebra = frame.algebra
    seq, index, value = frame.run(e.items), frame.run(e.index), frame.run(e.value)
    there = algebra.all_of((algebra.at_most(0, index), algebra.less(index, seq.length)))
    frame.owe(algebra.negation(there), DutyKind.DEFINED, "there is no such place", e.place)
    if isinstance(index, Linear) and frame.executor.opaque(seq):
        base = seq.base if isinstance(seq, Patched) else seq
        if base is seq or seq.place is index:
            return Patched(base, index, value, frame.executor.read(base, index))
    slots = list(frame.values.plain(seq).slots)
    for test, place in frame.executor.choices(index, 0, len(slots) - 1):
        slots[place] = frame.values.merge(test, value, slots[place])
    return Seq(seq.length, tuple(slots))


def part(frame: Frame, e: Slice) -> Seq:
    """Part of a tuple; ends outside it are cut off."""
    algebra = frame.algebra
    seq = frame.values.plain(frame.run(e.items))
    start = None if e.start is None else frame.run(e.start)
    stop = None if e.stop is None else frame.run(e.stop)
    low = 0 if start is None else _end(frame, start, seq.length)
    high = seq.length if stop is None else _end(frame, stop, seq.length)
    frame.executor.settle(low)
    frame.executor.settle(high)
    if isinstance(low, int) and isinstance(high, int):
        return whole(seq.slots[low : high : e.step])
    steps = algebra.over(algebra.plus(algebra.minus(high, low), e.step - 1), e.step)
    length = algebra.pick(algebra.at_most(0, steps), steps, 0)
    _, most = span(steps)
    most = min(len(seq.slots), len(seq.slots) if most is None else max(0, most))
    slots = []
    for place in range(most):
        found = slot(frame, seq.slots, algebra.plus(low, place * e.step))
        if found is None:
            break
        slots.append(found)
    return trimmed(Seq(length, tuple(slots)))


def _end(frame: Frame, end: Num, length: Num) -> Num:
    """Where an end of a slice lies, as Python counts it."""
    algebra = frame.algebra
    counted = algebra.pick(algebra.less(end, 0), algebra.plus(end, length), end)
    above = algebra.pick(algebra.less(counted, 0), 0, counted)
    return algebra.pick(algebra.less(length, above), length, above)


def _reached(value: Value) -> Value:
    if value is None:
        raise Dead
    return value
