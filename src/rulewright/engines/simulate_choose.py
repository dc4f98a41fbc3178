"""Openings and moves drawn for a simulation, each with its right weight.

Choices are tried in random order until one is legal, so that all legal ones are equally likely;
outcomes are tried in an order drawn by weight, so that legal ones keep their weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from random import Random
from typing import Any

from rulewright.ir.program import MoveKind, Program
from rulewright.ir.types import NONE, BagT, Type, Unbounded, UnionT, domain, size
from rulewright.ir.values import Misfit, lift, lower

from .chances import Chances
from .guards import guard
from .sample_moves import Chooser, Legal, OnFault
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
        options = [_options(program, kind, field) for field in range(len(kind.type.fields))]
        if len(found) + prod(map(len, options)) > MOST_LISTED:
            raise Unbounded(f"{kind.name} has too many ways to be made")
        for parts in product(*options):
            drawn = tuple(
                (field, part.bag, part.values)
                for field, part in enumerate(parts)
                if isinstance(part, _Drawn)
            )
            plain = tuple(() if isinstance(part, _Drawn) else part for part in parts)
            found.append(Choice(at, plain, drawn))
    return found


@dataclass(frozen=True)
class _Drawn:
    """Stands for what is drawn: from which bag, and the value for each of its items."""

    bag: int
    values: tuple[Any, ...]


def _options(program: Program, kind: MoveKind, field: int) -> list[Any]:
    """What may be decided of a field: its values, or whether something is drawn."""
    of = kind.type.fields[field][1]
    bag = dict(kind.chance).get(field)
    if bag is None:
        if size(of) > MOST_LISTED:
            raise Unbounded(f"{kind.name} has too many ways to be made")
        return domain(of)
    holds = program.state.fields[bag][1]
    assert isinstance(holds, BagT)  # the front end has looked
    values = tuple(_fitting(of, lift(holds.item, item)) for item in domain(holds.item))
    nothing = [lower(of, None)] if isinstance(of, UnionT) and NONE in of.alts else []
    return [_Drawn(bag, values), *nothing]


def _fitting(kind: Type, thing: Any) -> Any:
    try:
        return lower(kind, thing)
    except Misfit:
        return None


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
        self._subject = subject
        self._terms = own_terms(subject)
        self._choices = choices_of(subject.program)
        self._chances = Chances(subject.program)
        self._chooser = Chooser(subject)
        self._guards = [guard(subject, kind.possible) for kind in subject.program.kinds]
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

    def opening(self, random: Random) -> tuple[Any, Any]:
        """The terms and a deal."""
        deals, ways = self._deals
        return self._terms, random.choices(deals, ways)[0]

    def _open(self, state: Any) -> list[Choice]:
        """The choices whose kinds the state does not rule out."""
        key = tuple([might(state) for might in self._guards])
        found = self._of.get(key)
        if found is None:
            found = self._of[key] = [choice for choice in self._choices if key[choice.kind]]
        return found

    def _pending(self, state: Any) -> bool:
        """Whether some move is owed."""
        owed = self._chooser.owed
        return any(
            asked(state, move)
            for choice in self._open(state)
            if (asked := owed[choice.kind]) is not None
            for move in _drawable(state, choice)
        )

    def move(self, state: Any, random: Random, on_fault: OnFault) -> tuple[int, Any] | None:
        """A legal move, as (position of its kind, IR value); None where there is none."""
        legal = Legal(self._chooser, state, on_fault, self._pending)
        order = self._open(state)[:]
        for at in range(len(order)):  # shuffled as far as it is gone through
            other = at + int(random.random() * (len(order) - at))
            order[at], order[other] = order[other], order[at]
            choice = order[at]
            for move in self._outcomes(state, choice, random):
                if legal.is_so(choice.kind, move):
                    return choice.kind, move
        return None

    def _outcomes(self, state: Any, choice: Choice, random: Random) -> Iterator[Any]:
        """The outcomes of a choice in a random order, by weight."""
        outcomes = list(_drawable(state, choice))
        ways = [self._chances.ways(state, choice.kind, move) for move in outcomes]
        if len(choice.drawn) > 1:
            kept = [at for at, number in enumerate(ways) if number]
            outcomes, ways = [outcomes[at] for at in kept], [ways[at] for at in kept]
        while outcomes:
            at = random.choices(range(len(outcomes)), ways)[0]
            yield outcomes.pop(at)
            ways.pop(at)


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
