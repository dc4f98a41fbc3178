"""Drop the functions that nothing of the program needs any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.ir.program import Function, Program
from rulewright.ir.walk import calls


def prune(program: Program) -> dict[str, Function]:
    """The functions that the parts of a program name, and those that these call."""
    kept: dict[str, Function] = {}
    waiting = list(roots(program))
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept[name] = program.functions[name]
            waiting.extend(calls(kept[name].body))
    return _in_order(program.functions, kept)


def _in_order(order: Mapping[str, Function], kept: dict[str, Function]) -> dict[str, Function]:
    return {name: kept[name] for name in order if name in kept}


def roots(program: Program) -> Iterator[str]:
    """The functions that the parts of a program name."""
    yield from (program.over, program.pending, program.opening.start)
    yield from (*program.step, *program.legal)
    yield from (n for n in (program.opening.possible, program.opening.ways) if n is not None)
    if program.ending is not None:
        yield from (n for n in (program.ending.scores, program.ending.wins) if n is not None)
    for kind in program.kinds:
        yield from (kind.possible, kind.permits, kind.forbids, kind.demands)
        yield from (kind.allowed, kind.owed)
        if kind.mover is not None:
            yield kind.mover
    for rule in program.rules:
        yield from (rule.speaks, *rule.stands.values())
    yield from (definition.value for definition in program.definitions)
    yield from (claim.function for claim in program.claims if claim.function)
