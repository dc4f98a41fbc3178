"""Openings and moves drawn for a simulation, each with its right weight.

All legal choices are listed, in the order of `choices_of`, and one is drawn: each is as likely.
Then its legal outcomes are, each as likely as there are ways to it. Native code does the very same
with the same random numbers; see `backends.native.play`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import MoveKind, Program
from rulewright.ir.types import Type, Unbounded, domain, size
from rulewright.ir.values import lower
from rulewright.passes.by_choice import Drawn, drawn_of, is_loose

from .chances import Chances
from .explore_moves import never
from .guards import guard
from .sample_moves import OnFault
from .simulate_random import PlayRandom
from .subject import Subject

# More choices, or more deals, than this are not listed.
MOST_LISTED = 200_000


@dataclass(frozen=True)
class Choice:
    """What is decided in a move: its kind, its parts with () for those that are drawn, and for
    each of those its position, the bag's position in the state, and the values of the items."""

    kind: int
    parts: tuple[Any, ...]
    drawn: tuple[tuple[int, int, tuple[Any, ...]], ...]


def choices_of(program: Program) -> list[Choice]:
    """Every choice of a game; Unbounded where there are too many to list."""
    found: list[Choice] = []
    for at, kind in enumerate(program.kinds):
        drawn = drawn_of(program, kind)
        ways = [(True, False) if each.nothing is not None else (True,) for each in drawn]
        plain = _plain(kind, {each.at for each in drawn})
        number = prod(map(len, ways)) * prod(size(of) for _, of in plain)
        if len(found) + number > MOST_LISTED:
            raise Unbounded(f"{kind.name} has too many ways to be made")
        for way in product(*ways):
            found += _form(at, kind, dict(zip(drawn, way, strict=True)), plain)
    return found


def _plain(kind: MoveKind, drawn: set[int]) -> list[tuple[int, Type]]:
    """The fields of a kind that are not drawn, by position, with their types."""
    return [(at, of) for at, (_, of) in enumerate(kind.type.fields) if at not in drawn]


def _form(
    at: int, kind: MoveKind, draws: Mapping[Drawn, bool], plain: list[tuple[int, Type]]
) -> Iterator[Choice]:
    """The choices of a kind in which just these of the fields that can be drawn are."""
    drawn = tuple((each.at, each.bag, each.values) for each, so in draws.items() if so)
    parts: list[Any] = [()] * len(kind.type.fields)
    for each, so in draws.items():
        if not so:
            parts[each.at] = each.nothing
    for values in product(*(domain(of) for _, of in plain)):
        for (field, _), value in zip(plain, values, strict=True):
            parts[field] = value
        yield Choice(at, tuple(parts), drawn)


def own_terms(subject: Subject) -> Any:
    """The terms of the subject's scope itself, as an IR value; None where the game has none."""
    kind = subject.program.opening.terms
    if kind is None:
        return None
    terms = subject.scope.terms
    return lower(kind, kind.cls() if terms is None else terms)


class Drawer:
    """Draws the openings and moves of a subject's plays."""

    def __init__(self, subject: Subject) -> None:
        program, function = subject.program, subject.interpreter.function
        self._subject = subject
        self._terms = own_terms(subject)
        self._choices = choices_of(program)
        self._chances = Chances(program)
        self._guards = [guard(subject, kind.possible) for kind in program.kinds]
        self._loose = [is_loose(program, kind) for kind in program.kinds]
        self._possible = [function(kind.possible) for kind in program.kinds]
        self._allowed = [function(kind.allowed) for kind in program.kinds]
        self._owed = [
            None if never(program, program.functions[kind.owed].body) else function(kind.owed)
            for kind in program.kinds
        ]
        self._of: dict[tuple[bool, ...], list[Choice]] = {}

    @cached_property
    def _deals(self) -> tuple[list[Any], list[int]]:
        """Every possible deal, and in how many of the equally likely ways it comes about."""
        opening, function = self._subject.program.opening, self._subject.interpreter.function
        if opening.deal is None:
            return [None], [1]
        if size(opening.deal) > MOST_LISTED:
            raise Unbounded("there are too many deals to weigh")
        deals = domain(opening.deal)
        if opening.possible is not None:
            deals = [deal for deal in deals if function(opening.possible)(deal)]
        if opening.ways is None:
            return deals, [1] * len(deals)
        return deals, [function(opening.ways)(deal) for deal in deals]

    def can_start(self) -> bool:
        """Whether any deal is possible."""
        return any(self._deals[1])

    def opening(self, random: PlayRandom) -> tuple[Any, Any]:
        """The terms and a deal."""
        deals, ways = self._deals
        return self._terms, deals[random.weighted(ways)]

    def _open(self, state: Any) -> list[Choice]:
        """The choices whose kinds the state does not rule out."""
        key = tuple([might(state) for might in self._guards])
        found = self._of.get(key)
        if found is None:
            found = self._of[key] = [choice for choice in self._choices if key[choice.kind]]
        return found

    def move(self, state: Any, random: PlayRandom, on_fault: OnFault) -> tuple[int, Any] | None:
        """A legal move, as (position of its kind, IR value); None where there is none.

        Legal are the moves that are owed or, where none is, those that are allowed.
        """
        choices = self._open(state)
        for tests in (self._owed, self._allowed):
            looking = _Looking(self, state, tests, on_fault)
            legal = [choice for choice in choices if looking.any_of(choice)]
            if legal:
                chosen = legal[random.below(len(legal))]
                outcomes = looking.outcomes(chosen)
                ways = [self._chances.ways(state, chosen.kind, move) for move in outcomes]
                return chosen.kind, outcomes[random.weighted(ways)]
        return None

    def where(self, state: Any, kind: int, move: Any) -> str:
        """Which question about a move it is that a duty fails in."""
        name = self._subject.program.kinds[kind].name
        try:
            self._possible[kind](state, move)
        except Fault:
            return f"{name}: possible"
        return f"the rules about {name}"

    def is_loose(self, kind: int) -> bool:
        """Whether it is all one to the rules which item a kind of move draws."""
        return self._loose[kind]

    def drawable(self, state: Any, choice: Choice) -> list[Any]:
        """The moves of a choice that chance can give."""
        moves = list(_drawable(state, choice))
        if len(choice.drawn) > 1:
            moves = [m for m in moves if self._chances.ways(state, choice.kind, m)]
        return moves


class _Looking:
    """Tells which moves pass a test in a state."""

    def __init__(self, drawer: Drawer, state: Any, tests: list[Any], on_fault: OnFault) -> None:
        self._drawer = drawer
        self._state = state
        self._tests = tests
        self._on_fault = on_fault

    def any_of(self, choice: Choice) -> bool:
        """Whether some outcome of a choice passes."""
        if self._tests[choice.kind] is None:
            return False
        if choice.drawn and not self._drawer.is_loose(choice.kind):
            return bool(self.outcomes(choice))
        first = next(_drawable(self._state, choice), None)
        return first is not None and self._passes(choice.kind, first)

    def outcomes(self, choice: Choice) -> list[Any]:
        """The outcomes of a choice that pass, where some do."""
        moves = self._drawer.drawable(self._state, choice)
        if not choice.drawn or self._drawer.is_loose(choice.kind):
            return moves
        return [move for move in moves if self._passes(choice.kind, move)]

    def _passes(self, kind: int, move: Any) -> bool:
        try:
            return bool(self._tests[kind](self._state, move))
        except Fault as fault:
            where = self._drawer.where(self._state, kind, move)
            self._on_fault(where, fault, kind, move)
            return False


def _drawable(state: Any, choice: Choice) -> Iterator[Any]:
    """The moves of a choice whose items are each in the bag."""
    items = [
        [
            value
            for value, left in zip(values, state[bag], strict=True)
            if left and value is not None
        ]
        for _, bag, values in choice.drawn
    ]
    parts = list(choice.parts)
    for drawn in product(*items):
        for (field, _, _), value in zip(choice.drawn, drawn, strict=True):
            parts[field] = value
        yield tuple(parts)
