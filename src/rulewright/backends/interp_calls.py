"""Closures of the interpreter for calls, and the functions that the outside world calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Never

from rulewright.ir.fault import Fault
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place

from .interp_logic import Frame, Run


def entry(body: Run, params: int, size: int) -> Callable[..., Any]:
    """A function that takes IR values, from the closure of its body and the size of its frame."""
    pad = [None] * (size - params)
    match params:
        case 1:
            return lambda a: body([a, *pad])
        case 2:
            return lambda a, b: body([a, b, *pad])
        case 3:
            return lambda a, b, c: body([a, b, c, *pad])

    def function(*args: Any) -> Any:
        if len(args) != params:
            raise TypeError(f"{params} values are asked for and {len(args)} are given")
        return body([*args, *pad])

    return function


def call(body: Run, args: tuple[Run, ...], size: int) -> Run:
    pad = [None] * (size - len(args))
    match args:
        case (a,):
            return lambda f: body([a(f), *pad])
        case (a, b):
            return lambda f: body([a(f), b(f), *pad])
        case (a, b, c):
            return lambda f: body([a(f), b(f), c(f), *pad])
    return lambda f: body([*[arg(f) for arg in args], *pad])


def call_names(body: Run, slots: tuple[int, ...], size: int) -> Run:
    """A call whose arguments are all names, as most are."""
    pad = [None] * (size - len(slots))
    match slots:
        case (a,):
            return lambda f: body([f[a], *pad])
        case (a, b):
            return lambda f: body([f[a], f[b], *pad])
        case (a, b, c):
            return lambda f: body([f[a], f[b], f[c], *pad])
    return lambda f: body([*[f[slot] for slot in slots], *pad])


def fail(kind: DutyKind, reason: str, place: Place | None) -> Run:
    def run(f: Frame) -> Never:
        raise Fault(kind, reason, place)

    return run
