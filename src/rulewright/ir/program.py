"""A game at a scope as a program: functions over IR values, and what each is for.

Every function is a closed expression over its parameters; calls never go in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.words.claims import AnyClaim
from rulewright.words.forces import AnyRule, Rule
from rulewright.words.games import Rulebook
from rulewright.words.moves import Move
from rulewright.words.terms import Parameters

from .nodes import Expr
from .symmetry import Symmetry
from .types import IntT, RecordT, Type


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the program: its parameters with their types, and its body."""

    name: str
    params: tuple[tuple[str, Type], ...]
    body: Expr


@dataclass(frozen=True, eq=False)
class MoveKind:
    """A kind of move and the functions about it, by name in the program.

    possible, permits, forbids, demands, allowed, owed: (state, move) -> bool.
    allowed: possible, permitted or demanded, and not forbidden. owed: possible, demanded and not
    forbidden. Where any move is owed in a state, the owed moves are the legal ones; else the
    allowed ones are.
    chance: for each field decided by chance, its position and that of its bag in the state.
    mover: name of the function (state) -> seat, or None where chance makes the move.
    """

    cls: type[Move]
    type: RecordT
    possible: str
    permits: str
    forbids: str
    demands: str
    allowed: str
    owed: str
    chance: tuple[tuple[int, int], ...]
    mover: str | None

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.cls.__name__


@dataclass(frozen=True, eq=False)
class RuleEntry:
    """A rule in the program.

    speaks: the name of its predicate. stands: of the function that says where it stands with
    each of its forces, by the force's name, its exceptions considered; it has the predicate's
    parameters. kinds: positions of the move kinds it is about; empty for a rule of states alone.
    extra: types of the parameters that range over all their values (after state, move, state).
    outcome: it is a rule over (before, move, after).
    """

    rule: Rule[...]
    speaks: str
    stands: Mapping[str, str]
    kinds: tuple[int, ...]
    extra: tuple[Type, ...]
    outcome: bool


@dataclass(frozen=True, eq=False)
class DefinitionEntry:
    """A definition in the program: the function that gives the value that stands."""

    rule: AnyRule
    value: str
    params: tuple[Type, ...]


@dataclass(frozen=True, eq=False)
class ClaimEntry:
    """A claim in the program: its function, and the types over which its parameters range.

    kinds, outcome and extra are as in RuleEntry; (state, move) without `after` speaks of every
    legal move.
    """

    claim: AnyClaim
    function: str
    kinds: tuple[int, ...]
    extra: tuple[Type, ...]
    outcome: bool


@dataclass(frozen=True, eq=False)
class Opening:
    """The first states: `start` takes (terms?, deal?); `possible` and `ways` take (deal).

    terms and deal are None where the game has none; ways is None where all deals weigh the same.
    """

    start: str
    terms: RecordT | None
    deal: RecordT | None
    possible: str | None
    ways: str | None


@dataclass(frozen=True, eq=False)
class Ending:
    """How play is won and scored: functions (state, seat), asked where play is over.

    seat: the type of seats, whole numbers from 0. A function is None where the book gives none.
    """

    scores: str | None
    wins: str | None
    seat: IntT


@dataclass(frozen=True, eq=False)
class Program:
    """A game and its rulebook at one scope.

    step: for each move kind the function (state, move) -> state. over: (state) -> bool.
    legal: for each kind (state, move) -> bool, owed moves considered. pending: (state) -> bool,
    whether some move is owed. ending: None where the book does not say who wins or what it scores.
    symmetry: what the game declares unordered; None where it declares nothing so.
    """

    book: Rulebook
    box: Parameters
    state: RecordT
    functions: Mapping[str, Function]
    kinds: tuple[MoveKind, ...]
    opening: Opening
    step: tuple[str, ...]
    legal: tuple[str, ...]
    pending: str
    over: str
    rules: tuple[RuleEntry, ...]
    definitions: tuple[DefinitionEntry, ...]
    claims: tuple[ClaimEntry, ...]
    ending: Ending | None = None
    symmetry: Symmetry | None = None
