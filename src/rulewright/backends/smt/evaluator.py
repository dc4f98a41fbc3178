"""One function as z3 terms, asked for its value at many IR values: for comparing back ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import Program
from rulewright.ir.types import Type

from .algebra import Algebra
from .executor import Executor
from .models import Model, matched
from .solver import Reader
from .terms import Bool, Leaf, Node, Num
from .values import Value


class Evaluator:
    """A function of a program, translated once; calling it evaluates the terms by z3.

    It gives the IR value, or raises the Fault of the first duty that fails. Arguments must be
    within the bounds of their types.
    """

    def __init__(self, program: Program, function: str) -> None:
        self._algebra = Algebra()
        executor = Executor(program, self._algebra)
        called = program.functions[function]
        self._params = called.params
        self._fresh = [executor.values.fresh(kind, name) for name, kind in called.params]
        self._outcome = executor.call(function, self._fresh)
        self._type: Type = called.body.type
        self._bools: list[Bool] = [duty.fails for duty in self._outcome.duties]
        self._numbers: list[Num] = []
        for term in scalars(self._outcome.value):
            if isinstance(term, (bool, Node)):
                self._bools.append(term)
            else:
                self._numbers.append(term)
        self._reader = Reader(self._bools, self._numbers)

    def __call__(self, *args: Any) -> Any:
        leaves: dict[Leaf, int] = {}
        for (_, kind), fresh, value in zip(self._params, self._fresh, args, strict=True):
            leaves.update(matched(kind, fresh, value))
        for leaf in self._reader.emitter.leaves:
            leaves.setdefault(leaf, leaf.low or 0)  # part of what means nothing here
        read = self._reader.read(leaves)
        for duty, fails in zip(self._outcome.duties, read, strict=False):
            if fails:
                raise Fault(duty.kind, duty.reason, duty.place)
        known = iter(read[len(self._outcome.duties) :])
        bools = [next(known) for _ in self._bools[len(self._outcome.duties) :]]
        numbers = list(known)
        value = _filled(self._outcome.value, iter(bools), iter(numbers))
        return Model({}).value(self._type, value)


def scalars(value: Value) -> Iterator[Bool | Num]:
    """Every term in a symbolic value, in order."""
    if isinstance(value, tuple):
        for part in value:
            yield from scalars(part)
    elif value is not None:
        yield value


def _filled(value: Value, bools: Iterator[Any], numbers: Iterator[Any]) -> Value:
    """The symbolic value with what its terms were evaluated to."""
    if isinstance(value, tuple):
        parts = [_filled(part, bools, numbers) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if value is None:
        return None
    return next(bools if isinstance(value, (bool, Node)) else numbers)
