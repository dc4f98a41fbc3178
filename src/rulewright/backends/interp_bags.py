"""Closures of the interpreter for bags, sets and tables, and what tuples share with them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import compress
from typing import Any, assert_never

from rulewright.ir.fault import Fault
from rulewright.ir.nodes import SetOp
from rulewright.ir.types import BagT, SetT, Type, domain
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

from .interp_logic import Frame, Run


def _places(kind: Type) -> dict[Any, int]:
    """The place of each item in the domain of a bag's or a set's items."""
    if not isinstance(kind, BagT | SetT):
        raise TypeError(f"{kind} has no domain of items")
    return {value: at for at, value in enumerate(domain(kind.item))}


def _foreign(item: Any, place: Place | None) -> Fault:
    return Fault(DutyKind.IN_BOUNDS, f"{item} is none of the items that fit in here", place)


def iterated(over: Run, kind: Type) -> Run:
    """The items of a tuple or a set, one by one."""
    if not isinstance(kind, SetT):
        return over
    items = domain(kind.item)
    return lambda f: compress(items, over(f))


def size_of(value: Run, kind: Type) -> Run:
    if isinstance(kind, BagT | SetT):
        return lambda f: sum(value(f))
    return lambda f: len(value(f))


def count(items: Run, value: Run, kind: Type) -> Run:
    if not isinstance(kind, BagT):
        return lambda f: items(f).count(value(f))
    places = _places(kind)

    def run(f: Frame) -> Any:
        counts = items(f)
        at = places.get(value(f))
        return 0 if at is None else counts[at]

    return run


def has(items: Run, value: Run, kind: Type) -> Run:
    if not isinstance(kind, BagT | SetT):

        def run_tuple(f: Frame) -> Any:
            # Python works out the left side of `in` first.
            item = value(f)
            return item in items(f)

        return run_tuple
    places = _places(kind)

    def run(f: Frame) -> Any:
        at = places.get(value(f))
        counts = items(f)
        return at is not None and bool(counts[at])

    return run


def change(bag: Run, value: Run, copies: Run, sign: int, place: Place | None, kind: Type) -> Run:
    places = _places(kind)

    def run(f: Frame) -> Any:
        counts = bag(f)
        item = value(f)
        more = copies(f)
        at = places.get(item)
        left = (0 if at is None else counts[at]) + sign * more
        if sign < 0 and left < 0:
            reason = f"{more} × {item} cannot leave a bag that holds {left + more}"
            raise Fault(DutyKind.DEFINED, reason, place)
        if at is None:
            if left != 0:
                raise _foreign(item, place)
            return counts
        changed = list(counts)
        changed[at] = left
        return tuple(changed)

    return run


def bag_of(
    slot: int, over: Run, where: Run | None, body: Run, place: Place | None, kind: Type
) -> Run:
    places = _places(kind)

    def run(f: Frame) -> Any:
        counts = [0] * len(places)
        for item in over(f):
            f[slot] = item
            if where is not None and not where(f):
                continue
            copies = body(f)
            if copies < 0:
                raise Fault(DutyKind.IN_BOUNDS, f"{copies} × {item} is below 0", place)
            at = places.get(item)
            if at is not None:
                # As in a dict display, an item that comes again replaces its count.
                counts[at] = copies
            elif copies:
                raise _foreign(item, place)
        return tuple(counts)

    return run


def set_of(
    over: Run, collect: Callable[[Frame, Any], list[Any]], place: Place | None, kind: Type
) -> Run:
    places = _places(kind)

    def run(f: Frame) -> Any:
        inside = [False] * len(places)
        for item in collect(f, over(f)):
            at = places.get(item)
            if at is None:
                raise _foreign(item, place)
            inside[at] = True
        return tuple(inside)

    return run


def merge(op: SetOp, left: Run, right: Run) -> Run:
    match op:
        case SetOp.UNION:
            each: Callable[[bool, bool], bool] = operator.or_
        case SetOp.INTERSECTION:
            each = operator.and_
        case SetOp.DIFFERENCE:
            each = operator.gt
        case _:
            assert_never(op)
    return lambda f: tuple(map(each, left(f), right(f)))


def lookup(entries: dict[Any, Any], key: Run, place: Place | None) -> Run:
    def run(f: Frame) -> Any:
        at = key(f)
        try:
            return entries[at]
        except KeyError:
            raise Fault(DutyKind.DEFINED, f"{at} is not in the table", place) from None

    return run
