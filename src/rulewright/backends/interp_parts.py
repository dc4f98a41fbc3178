"""Closures of the interpreter for records, unions and tuples."""

from __future__ import annotations

from typing import Any

from rulewright.ir.fault import Fault
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

from .interp_logic import Frame, Run


def make(parts: tuple[Run, ...]) -> Run:
    match parts:
        case (a,):
            return lambda f: (a(f),)
        case (a, b):
            return lambda f: (a(f), b(f))
    return lambda f: tuple([part(f) for part in parts])


def path_of_name(slot: int, steps: tuple[int, ...]) -> Run:
    """A part of a part … of what a name stands for."""
    match steps:
        case (a,):
            return lambda f: f[slot][a]
        case (a, b):
            return lambda f: f[slot][a][b]
        case (a, b, c):
            return lambda f: f[slot][a][b][c]
        case (a, b, c, *more):
            return path(lambda f: f[slot][a][b][c], tuple(more))
    raise ValueError("a path needs a step")


def path(base: Run, steps: tuple[int, ...]) -> Run:
    """A part of a part … of a value."""
    match steps:
        case (a,):
            return lambda f: base(f)[a]
        case (a, b):
            return lambda f: base(f)[a][b]
        case (a, b, *more):
            return path(lambda f: base(f)[a][b], tuple(more))
    raise ValueError("a path needs a step")


def with_(record: Run, changes: tuple[tuple[int, Run], ...]) -> Run:
    if len(changes) == 1:
        ((at, value),) = changes

        def run_one(f: Frame) -> Any:
            fields = list(record(f))
            fields[at] = value(f)
            return tuple(fields)

        return run_one

    def run(f: Frame) -> Any:
        fields = list(record(f))
        for index, each in changes:
            fields[index] = each(f)
        return tuple(fields)

    return run


def inject(value: Run, tag: int) -> Run:
    return lambda f: (tag, value(f))


def is_(value: Run, tags: tuple[int, ...]) -> Run:
    if len(tags) == 1:
        (tag,) = tags
        return lambda f: value(f)[0] == tag
    return lambda f: value(f)[0] in tags


def retag(value: Run, tags: tuple[int, ...]) -> Run:
    def run(f: Frame) -> Any:
        tag, held = value(f)
        new = tags[tag]
        assert new >= 0, "a union held an alternative that was ruled out"
        return (new, held)

    return run


def items(parts: tuple[tuple[Run, bool], ...]) -> Run:
    """A tuple of items; True marks a part whose items are all taken."""
    if not any(spread for _, spread in parts):
        return make(tuple(run for run, _ in parts))

    def run(f: Frame) -> Any:
        made: list[Any] = []
        for part, spread in parts:
            if spread:
                made.extend(part(f))
            else:
                made.append(part(f))
        return tuple(made)

    return run


def range_(start: Run, stop: Run, step: int) -> Run:
    return lambda f: tuple(range(start(f), stop(f), step))


def at(of: Run, index: Run, known: tuple[int] | None, place: Place | None) -> Run:
    if known is not None:
        return _at_const(of, known[0], place)

    def run(f: Frame) -> Any:
        held = of(f)
        at = index(f)
        try:
            return held[at]
        except IndexError:
            raise _no_item(at, held, place) from None

    return run


def _at_const(of: Run, at: int, place: Place | None) -> Run:
    def run(f: Frame) -> Any:
        held = of(f)
        try:
            return held[at]
        except IndexError:
            raise _no_item(at, held, place) from None

    return run


def _no_item(at: int, held: tuple[Any, ...], place: Place | None) -> Fault:
    return Fault(DutyKind.DEFINED, f"there is no item {at} among {len(held)}", place)


def slice_(of: Run, start: Run | None, stop: Run | None, step: int) -> Run:
    def run(f: Frame) -> Any:
        held = of(f)
        low = None if start is None else start(f)
        high = None if stop is None else stop(f)
        return held[low:high:step]

    return run


def put(of: Run, index: Run, value: Run, place: Place | None) -> Run:
    def run(f: Frame) -> Any:
        held = of(f)
        at = index(f)
        new = value(f)
        if not 0 <= at < len(held):
            raise Fault(DutyKind.DEFINED, f"there is no place {at} among {len(held)}", place)
        changed = list(held)
        changed[at] = new
        return tuple(changed)

    return run
