"""The one module that imports z3: terms are handed to it, and models come back as numbers.

z3 ships no types, so what it makes is `Any` here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, assert_never

import z3

from .logic import small
from .support import Support
from .terms import (
    Among,
    And,
    AtMostZero,
    Atom,
    Bool,
    Either,
    Formula,
    IsZero,
    Leaf,
    Linear,
    Not,
    Num,
    Or,
    Over,
    Pick,
    Times,
    Truth,
)


class Answer(Enum):
    """What a solver says of a question."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Emitter:
    """Turns terms into z3 terms over whole numbers, each term once."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.leaves: dict[Leaf, Any] = {}
        self.support = Support()
        self.definitions: list[Any] = []  # what holds of numbers that were given a name
        self._bools: dict[Formula, Any] = {}
        self._numbers: dict[Num | Atom, Any] = {}

    def formula(self, formula: Bool) -> Any:
        """A formula as a z3 Boolean."""
        if isinstance(formula, bool):
            return z3.BoolVal(formula, self.context)
        made = self._bools.get(formula)
        if made is None:
            made = self._bools[formula] = self._formula(formula)
        return made

    def _formula(self, formula: Formula) -> Any:
        match formula:
            case Among(leaf=leaf, mask=mask):
                return self._among(leaf, mask)
            case AtMostZero(form=form):
                left, right = self._sides(form)
                return left <= right
            case IsZero(form=form):
                left, right = self._sides(form)
                return left == right
            case Not(part=part):
                return z3.Not(self.formula(part))
            case And(parts=parts):
                return z3.And([self.formula(part) for part in parts])
            case Or(parts=parts):
                return z3.Or([self.formula(part) for part in parts])
            case Either(test=test, then=then, other=other):
                return z3.If(self.formula(test), self.formula(then), self.formula(other))
            case _:
                assert_never(formula)

    def leaf(self, leaf: Leaf) -> Any:
        """A leaf as a z3 constant."""
        if leaf not in self.leaves:
            self.leaves[leaf] = z3.Int(leaf.name, self.context)
        return self.leaves[leaf]

    def bounds(self, leaf: Leaf) -> list[Any]:
        """The bounds of a leaf."""
        made = self.leaf(leaf)
        low = [] if leaf.low is None else [made >= leaf.low]
        return low if leaf.high is None else [*low, made <= leaf.high]

    def _among(self, leaf: Leaf, mask: int) -> Any:
        """A test of a leaf as a few runs of neighbouring values."""
        made = self.leaf(leaf)
        low, count = leaf.low or 0, small(leaf)
        runs = []
        at = 0
        while at < count:
            if mask >> at & 1:
                start = at
                while mask >> (at + 1) & 1:
                    at += 1
                ends = [] if start == 0 else [made >= low + start]
                if at < count - 1:
                    ends.append(made <= low + at)
                runs.append(made == low + at if start == at else z3.And(ends))
            at += 1
        return runs[0] if len(runs) == 1 else z3.Or(runs)

    def _sides(self, form: Linear) -> tuple[Any, Any]:
        """What is added on each side of a comparison of a form with 0."""
        left: list[Any] = []
        right: list[Any] = []
        for atom, times in form.parts.items():
            made = self._atom(atom)
            side, times = (left, times) if times > 0 else (right, -times)
            side.append(made if times == 1 else times * made)
        if form.const:
            (left if form.const > 0 else right).append(z3.IntVal(abs(form.const), self.context))
        return self._sum(left), self._sum(right)

    def _sum(self, parts: list[Any]) -> Any:
        if not parts:
            return z3.IntVal(0, self.context)
        return parts[0] if len(parts) == 1 else z3.Sum(parts)

    def number(self, number: Num) -> Any:
        """A number as a z3 term."""
        if isinstance(number, int):
            return z3.IntVal(number, self.context)
        made = self._numbers.get(number)
        if made is None:
            parts = [
                n * self._atom(a) if n != 1 else self._atom(a) for a, n in number.parts.items()
            ]
            if number.const:
                parts.append(z3.IntVal(number.const, self.context))
            made = self._numbers[number] = self._sum(parts)
        return made

    def _atom(self, atom: Atom) -> Any:
        made = self._numbers.get(atom)
        if made is None:
            made = self._numbers[atom] = self._made(atom)
        return made

    def _made(self, atom: Atom) -> Any:
        match atom:
            case Leaf():
                return self.leaf(atom)
            case Truth(formula=formula):
                one, zero = z3.IntVal(1, self.context), z3.IntVal(0, self.context)
                return z3.If(self.formula(formula), one, zero)
            case Pick(test=test, then=then, other=other):
                return z3.If(self.formula(test), self.number(then), self.number(other))
            case Times(left=left, right=right):
                return self.number(left) * self.number(right)
            case Over(top=top, by=by):
                # z3 rounds down, as Python does, where the divisor is above 0.
                return self.number(top) / z3.IntVal(by, self.context)
            case _:
                assert_never(atom)


class Solver:
    """A question to z3, put together piece by piece. Every leaf is within its bounds."""

    def __init__(self, emitter: Emitter | None = None) -> None:
        self.emitter = emitter or Emitter()
        # The plain solver: z3's strategy for linear integers can lose minutes over what takes it
        # hundredths of a second.
        self._solver: Any = z3.SimpleSolver(ctx=self.emitter.context)
        self._model: Any = None
        self._bounded: set[Leaf] = set()
        self._defined = 0

    def add(self, formula: Bool) -> None:
        """Ask for the formula to hold as well."""
        made = self.emitter.formula(formula)
        self._bound(self.emitter.support.leaves(formula))
        self._solver.add(made)

    def _bound(self, leaves: Iterable[Leaf]) -> None:
        for leaf in leaves:
            if leaf not in self._bounded:
                self._bounded.add(leaf)
                self._solver.add(self.emitter.bounds(leaf))
        for made in self.emitter.definitions[self._defined :]:
            self._solver.add(made)
        self._defined = len(self.emitter.definitions)

    def check(self, seconds: float, *assumed: Bool) -> Answer:
        """Whether there is a model of all that was added and of what is assumed this once."""
        if seconds <= 0:
            return Answer.UNKNOWN
        for formula in assumed:
            self._bound(self.emitter.support.leaves(formula))
        made = [self._assumed(self.emitter.formula(formula)) for formula in assumed]
        return self._checked(made, seconds)

    def _checked(self, made: list[Any], seconds: float) -> Answer:
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        answer = self._solver.check(*made)
        if answer == z3.sat:
            self._model = self._solver.model()
            return Answer.SAT
        return Answer.UNSAT if answer == z3.unsat else Answer.UNKNOWN

    def emit(self, formula: Bool) -> None:
        """Make a formula known, so that its leaves are among those emitted."""
        self.emitter.formula(formula)

    def emitted(self) -> list[Leaf]:
        """Every leaf of the formulas made so far."""
        return list(self.emitter.leaves)

    def add_renamed(self, formula: Bool, names: Mapping[Leaf, Leaf]) -> None:
        """Ask for the formula to hold as well, of other leaves than it was made of."""
        self._solver.add(self._renamed(formula, names))

    def check_renamed(self, formula: Bool, names: Mapping[Leaf, Leaf], seconds: float) -> Answer:
        """Whether there is a model of all that was added and of a formula of other leaves."""
        return self._checked([self._assumed(self._renamed(formula, names))], seconds)

    def _renamed(self, formula: Bool, names: Mapping[Leaf, Leaf]) -> Any:
        made = self.emitter.formula(formula)
        self._bound(names.values())
        pairs = [(self.emitter.leaf(old), self.emitter.leaf(new)) for old, new in names.items()]
        return z3.substitute(made, *pairs) if pairs else made

    def _assumed(self, made: Any) -> Any:
        """A z3 constant that implies the formula: what z3 takes for an assumption."""
        name = z3.FreshBool("assumed", self.emitter.context)
        self._solver.add(z3.Implies(name, made))
        return name

    def model(self) -> dict[Leaf, int]:
        """The value of each leaf in the model last found; a leaf it leaves open has its least."""
        found = {}
        for leaf in self._bounded:
            made = self.emitter.leaf(leaf)
            value = self._model.eval(made, model_completion=False)
            open_ = not z3.is_int_value(value)
            found[leaf] = (leaf.low or 0) if open_ else value.as_long()
        return found


class Reader:
    """Evaluates terms at given leaves by z3's own substitution and simplification."""

    def __init__(self, bools: Iterable[Bool], numbers: Iterable[Num]) -> None:
        self.emitter = Emitter()
        terms = [self.emitter.formula(b) for b in bools] + [self.emitter.number(n) for n in numbers]
        sorts = [term.sort() for term in terms]
        # One application holds all the terms, so that one substitution reaches what they share.
        domain = [*sorts, z3.BoolSort(self.emitter.context)]
        self._all: Any = z3.Function("all", *domain)(*terms) if terms else None

    def read(self, leaves: Mapping[Leaf, int]) -> list[bool | int]:
        """The value of each term, bools first."""
        if self._all is None:
            return []
        context = self.emitter.context
        pairs = [
            (made, z3.IntVal(leaves[leaf], context)) for leaf, made in self.emitter.leaves.items()
        ]
        done = z3.simplify(z3.substitute(self._all, *pairs)) if pairs else z3.simplify(self._all)
        return [self._plain(part) for part in done.children()]

    @staticmethod
    def _plain(part: Any) -> bool | int:
        if z3.is_int_value(part):
            return int(part.as_long())
        if z3.is_true(part) or z3.is_false(part):
            return bool(z3.is_true(part))
        raise ValueError(f"{part} is no value")
