"""Closures of the interpreter for folds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, assert_never

from rulewright.ir.fault import Fault
from rulewright.ir.nodes import Fold, FoldKind
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

from . import interp_bags as bags
from .interp_logic import Frame, Run


class Loop(NamedTuple):
    """The parts of a fold: where its name lives, what it runs over, which items, and the body."""

    slot: int
    over: Run
    where: Run | None
    body: Run


# Works out the bodies for items that are known already.
Collect: TypeAlias = Callable[[Frame, Any], list[Any]]


def fold(e: Fold, loop: Loop, default: Run | None) -> Run:
    over, collect = loop.over, _collect(loop)
    match e.kind:
        case FoldKind.ALL:
            return _all(loop)
        case FoldKind.ANY:
            return _any(loop)
        case FoldKind.SUM:
            return lambda f: sum(collect(f, over(f)))
        case FoldKind.MIN:
            return _best(min, over, collect, default, e.place)
        case FoldKind.MAX:
            return _best(max, over, collect, default, e.place)
        case FoldKind.THE:
            return _the(over, collect, e.place)
        case FoldKind.TUPLE:
            return lambda f: tuple(collect(f, over(f)))
        case FoldKind.FLAT:
            return lambda f: tuple(chain.from_iterable(collect(f, over(f))))
        case FoldKind.BAG:
            return bags.bag_of(loop.slot, over, loop.where, loop.body, e.place, e.type)
        case FoldKind.SET:
            return bags.set_of(over, collect, e.place, e.type)
        case _:
            assert_never(e.kind)


def _all(loop: Loop) -> Run:
    slot, over, where, body = loop
    if where is None:

        def run_each(f: Frame) -> Any:
            items = over(f)
            for f[slot] in items:  # noqa: SIM110 (a generator would cost a frame)
                if not body(f):
                    return False
            return True

        return run_each

    def run(f: Frame) -> Any:
        items = over(f)
        for f[slot] in items:  # noqa: SIM110 (a generator would cost a frame)
            if where(f) and not body(f):
                return False
        return True

    return run


def _any(loop: Loop) -> Run:
    slot, over, where, body = loop
    if where is None:

        def run_each(f: Frame) -> Any:
            items = over(f)
            for f[slot] in items:  # noqa: SIM110 (a generator would cost a frame)
                if body(f):
                    return True
            return False

        return run_each

    def run(f: Frame) -> Any:
        items = over(f)
        for f[slot] in items:  # noqa: SIM110 (a generator would cost a frame)
            if where(f) and body(f):
                return True
        return False

    return run


def _collect(loop: Loop) -> Collect:
    slot, _, where, body = loop
    if where is None:

        def collect_each(f: Frame, items: Any) -> list[Any]:
            made = []
            for f[slot] in items:
                made.append(body(f))
            return made

        return collect_each

    def collect(f: Frame, items: Any) -> list[Any]:
        made = []
        for f[slot] in items:
            if where(f):
                made.append(body(f))
        return made

    return collect


def _best(
    of: Callable[..., Any], over: Run, collect: Collect, default: Run | None, place: Place | None
) -> Run:
    if default is not None:

        def run_default(f: Frame) -> Any:
            items = over(f)
            # Python works a default out after the first iterable and before any item.
            other = default(f)
            return of(collect(f, items), default=other)

        return run_default

    def run(f: Frame) -> Any:
        found = collect(f, over(f))
        if not found:
            raise Fault(DutyKind.DEFINED, f"there is no {of.__name__} of nothing", place)
        return of(found)

    return run


def _the(over: Run, collect: Collect, place: Place | None) -> Run:
    def run(f: Frame) -> Any:
        found = collect(f, over(f))
        if len(found) != 1:
            reason = f"`the` asks for exactly one and there are {len(found)}"
            raise Fault(DutyKind.EXACTLY_ONE, reason, place)
        return found[0]

    return run
