"""Which moves a state has: candidates from the types and the bags, then what the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, TypeAlias

from rulewright.ir.fault import Fault
from rulewright.ir.nodes import And, Call, Const, Expr, Let, Or
from rulewright.ir.program import MoveKind, Program
from rulewright.ir.types import BagT, RecordT, Type, UnionT, domain
from rulewright.ir.values import Misfit, lift, lower

from .subject import Subject

# Called with what failed ("Take: possible"), the duty, and the number of the move.
OnFault: TypeAlias = Callable[[str, Fault, int], None]


def never(program: Program, body: Expr) -> bool:
    """Whether a truth can be seen to be false at a glance, as where no rule is about a kind."""
    match body:
        case Const(value):
            return value is False
        case Let():
            return never(program, body.body)
        case And(parts):
            return any(never(program, part) for part in parts)
        case Or(parts):
            return all(never(program, part) for part in parts)
        case Call(function):
            return never(program, program.functions[function].body)
        case _:
            return False


def combinations(types: tuple[Type, ...]) -> list[tuple[Any, ...]]:
    """Every choice of values for parameters of these types; Unbounded where there is no end."""
    return list(product(*(domain(kind) for kind in types)))


def as_argument(kind: MoveKind, wanted: Type) -> Callable[[Any], Any]:
    """How a move of a kind is handed to a parameter: as it is, or as an alternative of a union."""
    if isinstance(wanted, UnionT):
        tag = wanted.alts.index(kind.type)
        return lambda move: (tag, move)
    return lambda move: move


def about(subject: Subject, function: str, kind: MoveKind) -> Callable[..., Any]:
    """A function of the program that takes (state, move, …), for moves of one kind."""
    run = subject.interpreter.function(function)
    wanted = subject.program.functions[function].params[1][1]
    if isinstance(wanted, RecordT):
        return run
    given = as_argument(kind, wanted)
    return lambda state, move, *rest: run(state, given(move), *rest)


class Candidates:
    """The moves of one kind that the bags of a state can supply, by number.

    Only a short cut: a move's `possible` asks the bags again.
    """

    def __init__(self, kind: MoveKind, state: RecordT, moves: list[tuple[Any, int]]) -> None:
        self._bags = tuple(dict.fromkeys(bag for _, bag in kind.chance))
        self._all = [(number, _draws(kind, state, value)) for value, number in moves]
        self._kept: dict[Any, list[int]] = {}

    def of(self, state: Any) -> list[int]:
        """The numbers of the moves that can be supplied."""
        key = tuple([tuple(map(bool, state[bag])) for bag in self._bags])
        found = self._kept.get(key)
        if found is None:
            held = dict(zip(self._bags, key, strict=True))
            found = self._kept[key] = [
                number
                for number, draws in self._all
                if draws is not None and all(held[bag][item] for bag, item in draws)
            ]
        return found


def _draws(kind: MoveKind, state: RecordT, move: Any) -> set[tuple[int, int]] | None:
    """Which items of which bags a move draws; None where it draws what no bag can hold."""
    draws: set[tuple[int, int]] = set()
    for at, bag in kind.chance:
        holds = state.fields[bag][1]
        assert isinstance(holds, BagT)
        thing = lift(kind.type.fields[at][1], move[at])
        if thing is None:
            continue
        try:
            item = lower(holds.item, thing)
        except Misfit:
            return None
        draws.add((bag, domain(holds.item).index(item)))
    return draws


class Moves:
    """The moves of a game: each has a number, and its kind and IR value are `table[number]`."""

    def __init__(self, subject: Subject) -> None:
        program = subject.program
        self.table: list[tuple[int, Any]] = []
        self.step = [
            about(subject, name, kind)
            for name, kind in zip(program.step, program.kinds, strict=True)
        ]
        self._kinds = program.kinds
        self._candidates: list[Candidates] = []
        for at, kind in enumerate(program.kinds):
            first = len(self.table)
            self.table += [(at, value) for value in domain(kind.type)]
            numbered = [(v, first + i) for i, (_, v) in enumerate(self.table[first:])]
            self._candidates.append(Candidates(kind, program.state, numbered))
        self._possible = [about(subject, kind.possible, kind) for kind in program.kinds]
        self._allowed = [about(subject, kind.allowed, kind) for kind in program.kinds]
        # A kind that no `must` is about is never owed, and need not be asked.
        self._owed = [
            None
            if never(program, program.functions[kind.demands].body)
            or never(program, program.functions[kind.owed].body)
            else about(subject, kind.owed, kind)
            for kind in program.kinds
        ]

    def possible(self, state: Any, on_fault: OnFault) -> list[int]:
        """The moves that can be made at all, whatever the rules say."""
        found = []
        for at, candidates in enumerate(self._candidates):
            test = self._possible[at]
            for number in candidates.of(state):
                try:
                    if test(state, self.table[number][1]):
                        found.append(number)
                except Fault as fault:
                    on_fault(f"{self._kinds[at].name}: possible", fault, number)
        return found

    def legal(self, state: Any, possible: list[int], on_fault: OnFault) -> list[int]:
        """Those of the possible moves that are owed or, where none is, those that are allowed."""
        owed = self._passing(self._owed, state, possible, on_fault)
        return owed or self._passing(self._allowed, state, possible, on_fault)

    def _passing(
        self, tests: list[Any], state: Any, numbers: list[int], on_fault: OnFault
    ) -> list[int]:
        found = []
        for number in numbers:
            at, move = self.table[number]
            test = tests[at]
            try:
                if test is not None and test(state, move):
                    found.append(number)
            except Fault as fault:
                on_fault(f"the rules about {self._kinds[at].name}", fault, number)
        return found
