"""CPython running a function is the meaning; its IR must agree, values and duties alike.

Every function of the good games is run on drawn arguments, most of which no play reaches.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import getattr_static
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from rulewright.backends.interp import Interpreter
from rulewright.ir.fault import Fault
from rulewright.ir.program import Program
from rulewright.ir.types import (
    INT,
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
)
from rulewright.ir.values import Misfit, lift, lower
from rulewright.words import Definition, DutyKind, Move, Rule
from rulewright.words.duties import kind_of
from rulewright.words.resolution import holds, stands
from tests import goldens

CASES = 400
Answer: TypeAlias = tuple[str, Any]


def drawn(kind: Type, random: Random) -> Any:
    """An IR value; where no bound is declared, a small number or a short tuple."""
    match kind:
        case BoolT():
            return random.random() < 0.5
        case IntT(low, high):
            least = -4 if low is None else low
            return random.randint(least, max(least, 6 if high is None else high))
        case EnumT(cls):
            return random.randrange(len(cls))
        case NoneT() | FixedT():
            return ()
        case RecordT(_, parts):
            return tuple(drawn(part, random) for _, part in parts)
        case TupleT(item, least, most):
            long = random.randint(least, max(least, 4 if most is None else most))
            return tuple(drawn(item, random) for _ in range(long))
        case BagT(item, most):
            return tuple(random.randint(0, 2 if most is None else most) for _ in domain(item))
        case SetT(item):
            return tuple(random.random() < 0.5 for _ in domain(item))
        case UnionT(alts):
            tag = random.randrange(len(alts))
            return (tag, drawn(alts[tag], random))
        case LookupT():
            raise AssertionError("a table is no argument")


def loose(kind: Type) -> Type:
    """The type without the bounds that only a state must keep."""
    match kind:
        case IntT():
            return INT
        case RecordT(cls, parts):
            return RecordT(cls, tuple((name, loose(part)) for name, part in parts))
        case TupleT(item, _, _):
            return TupleT(loose(item))
        case BagT(item, _):
            return BagT(item)
        case UnionT(alts):
            return UnionT(tuple(map(loose, alts)))
        case _:
            return kind


def in_python(function: Callable[..., Any], kind: Type, args: list[Any]) -> Answer:
    try:
        value = function(*args)
    except Exception as error:
        duty = kind_of(error)
        if duty is None:
            raise
        return "fails", duty
    try:
        return "gives", lower(loose(kind), value)
    except Misfit:
        return "fails", DutyKind.IN_BOUNDS


def in_ir(function: Callable[..., Any], args: list[Any]) -> Answer:
    try:
        return "gives", function(*args)
    except Fault as fault:
        return "fails", fault.kind


def looked_up(name: str, path: Path) -> Any:
    """What a dotted name stands for in the module of a golden; a property's own function."""
    module = f"tests.good.{path.stem}"
    thing: Any = sys.modules[module]
    for part in name.removeprefix(f"{module}.").split("."):
        thing = getattr_static(thing, part)
    if isinstance(thing, property):
        return thing.fget
    return getattr(thing, "speaks", getattr(thing, "says", thing))


def with_box(program: Program, function: Any, given: int) -> Callable[..., Any]:
    """The function as the program calls it: without the parameters of the game."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    hints = function.__annotations__
    of_box = function.__qualname__.startswith(type(program.box).__name__ + ".")
    fixed = [
        n
        for i, n in enumerate(names)
        if hints.get(n) == "Box" or (i == 0 and of_box and n not in hints)
    ]
    assert len(names) == given + len(fixed)

    def called(*args: Any) -> Any:
        rest = iter(args)
        return function(*(program.box if n in fixed else next(rest) for n in names))

    return called


def python_of(program: Program, path: Path, name: str, given: int) -> Callable[..., Any] | None:
    """What CPython runs for a function of the program; None for those that only join others."""
    rules = {rule.name: rule for rule in program.book.rules}
    match name.split("/"):
        case [dotted] if dotted.startswith("tests.good."):
            return with_box(program, looked_up(dotted, path), given)
        case ["value", rule]:
            return rules[rule]
        case ["stands", rule, force]:
            return _standing(rules[rule], force)
        case _:
            return None


def _standing(rule: Rule[Any] | Definition[Any, Any], force: str) -> Callable[..., bool]:
    assert isinstance(rule, Rule)
    chosen = next(c.force for c in rule.clauses if c.force is not None and c.force.value == force)

    def asked(*args: Any) -> bool:
        terms = getattr(args[0], "terms", None)
        return holds(stands(rule, chosen), terms, lambda each: _speaks(each, args))

    return asked


def _speaks(rule: Rule[Any], args: tuple[Any, ...]) -> bool:
    """A predicate of a case that it may not be about: then it does not speak."""
    hints = [hint.split(" | ") for hint in rule.speaks.__annotations__.values()]
    if len(args) > 1 and isinstance(args[1], Move) and type(args[1]).__name__ not in hints[1]:
        return False
    return rule.speaks(*args)


FUNCTIONS = [
    (path, name)
    for path in goldens.good()
    for name in goldens.program(path).functions
    if name.startswith(("tests.good.", "value/", "stands/"))
]
PROGRAMS = {path: goldens.program(path) for path in goldens.good()}


@pytest.mark.parametrize(("path", "name"), FUNCTIONS, ids=lambda part: getattr(part, "stem", part))
def test_the_ir_of_a_function_means_what_cpython_does(path: Path, name: str) -> None:
    program = PROGRAMS[path]
    function = program.functions[name]
    run = Interpreter(program).function(name)
    python = python_of(program, path, name, len(function.params))
    assert python is not None
    random = Random(name)
    answers = set()
    for _ in range(CASES if function.params else 1):
        args = [drawn(kind, random) for _, kind in function.params]
        lifted = [lift(kind, arg) for (_, kind), arg in zip(function.params, args, strict=True)]
        expected = in_python(python, function.body.type, lifted)
        found = in_ir(run, args)
        assert found == expected, f"of {lifted}"
        answers.add(str(expected))
    assert answers
