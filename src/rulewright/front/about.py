"""What rules and claims speak of: states, moves, and whatever else they range over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulewright.ir.program import ClaimEntry
from rulewright.ir.types import BoolT, EnumT, IntT, RecordT, Type, UnionT, words
from rulewright.words.claims import AnyClaim, ClaimKind
from rulewright.words.errors import RulesError, place_of
from rulewright.words.games import Game
from rulewright.words.moves import Move
from rulewright.words.terms import Term

from .annotations import unbounded
from .resolve import passed
from .unit import Unit

NUMBERS = (ClaimKind.AT_MOST, ClaimKind.AT_LEAST, ClaimKind.TERMINATES)


@dataclass(frozen=True, eq=False)
class Subjects:
    """The state and the moves of a game at one scope."""

    unit: Unit
    game: Game
    state: RecordT
    moves: Mapping[type[Move], RecordT]

    def moves_in(self, kind: Type) -> tuple[int, ...]:
        """The kinds of move, by position, that a type stands for; empty for any other type."""
        alts = kind.alts if isinstance(kind, UnionT) else (kind,)
        known = list(self.moves.values())
        if not all(alt in known for alt in alts):
            return ()
        return tuple(known.index(alt) for alt in alts if isinstance(alt, RecordT))


class Shape(NamedTuple):
    """What a rule or claim is about: its move kinds, what else it ranges over, and whether it
    looks at the state after the move."""

    kinds: tuple[int, ...]
    extra: tuple[Type, ...]
    outcome: bool


def shape(subjects: Subjects, function: Callable[..., Any], name: str) -> Shape:
    """The shape of a rule or claim; RulesError for one that speaks of nothing in the game."""
    state = subjects.state
    signature = subjects.unit.function(function)
    kinds = [kind for _, kind in passed(signature.params)]
    if not kinds or kinds[0] != state:
        raise RulesError(
            "RW056",
            place_of(function),
            f"{name} does not begin with the state",
            f"make its first parameter {words(state)}",
        )
    if len(kinds) < len(signature.params):
        raise RulesError(
            "RW056",
            place_of(function),
            f"{name} takes the parameters of the game",
            "let the state hold them, `box: Box`, and take them from there",
        )
    about: tuple[int, ...] = ()
    rest = kinds[1:]
    if rest and (found := subjects.moves_in(rest[0])):
        about, rest = found, rest[1:]
    outcome = bool(about and rest and rest[0] == state)
    rest = rest[1:] if outcome else rest
    for kind in rest:
        _check_extra(subjects, function, name, kind)
    return Shape(about, tuple(rest), outcome)


def _check_extra(subjects: Subjects, function: Any, name: str, kind: Type) -> None:
    alts = kind.alts if isinstance(kind, UnionT) else (kind,)
    if kind == subjects.state or any(alt in subjects.moves.values() for alt in alts):
        raise RulesError(
            "RW056",
            place_of(function),
            f"{name} takes {words(kind)} in a place where it does not belong",
            "write (state), (state, move) or (before, move, after), then other parameters",
        )
    if (lack := unbounded(kind)) is not None:
        raise RulesError(
            "RW040",
            place_of(function),
            f"{name} ranges over {lack}",
            "give the parameter a type with bounds; it stands for every value of it",
        )


def compiled_claims(subjects: Subjects, claims: tuple[AnyClaim, ...]) -> tuple[ClaimEntry, ...]:
    """The claims in the program; RulesError where two share a name."""
    for at, claim in enumerate(claims):
        if claim.name in [other.name for other in claims[:at]]:
            raise RulesError(
                "RW051",
                place_of(claim.says),
                f"two claims are called {claim.name}",
                "give each claim a name of its own; reports refer to it",
            )
    return tuple(_claim(subjects, claim) for claim in claims)


def _claim(subjects: Subjects, claim: AnyClaim) -> ClaimEntry:
    _check_terms(subjects, claim)
    known = [scope.name for scope in subjects.game.scopes]
    for scope in claim.scopes:
        if scope not in known:
            raise RulesError(
                "RW077",
                place_of(claim.says),
                f"{claim.name} is asked of the scope {scope!r}, which the game does not have",
                f"name one of its scopes: {', '.join(known) or 'none'}",
            )
    if claim.kind is ClaimKind.MATTERS:
        return ClaimEntry(claim, "", (), (), False)
    kinds, extra, outcome = shape(subjects, claim.says, claim.name)
    signature = subjects.unit.function(claim.says)
    wanted = IntT if claim.kind in NUMBERS else BoolT
    if not isinstance(signature.result, wanted):
        raise RulesError(
            "RW066",
            place_of(claim.says),
            f"{claim.name} gives {words(signature.result)}",
            "at_most, at_least and terminates need `-> int`, all others `-> bool`",
        )
    return ClaimEntry(claim, signature.name, kinds, extra, outcome)


def _check_terms(subjects: Subjects, claim: AnyClaim) -> None:
    """A claim speaks of readings and variants that the game has."""
    asked: list[type[Term]] = [type(term) for term in claim.unless]
    asked += [] if claim.reading is None else [claim.reading]
    at = subjects.state.index("terms")
    terms = subjects.state.fields[at][1] if at >= 0 else None
    known = [kind.cls for _, kind in getattr(terms, "fields", ()) if isinstance(kind, EnumT)]
    for term in asked:
        if term not in known:
            raise RulesError(
                "RW058",
                subjects.unit.sources.field_place(term, "")
                if claim.kind is ClaimKind.MATTERS
                else place_of(claim.says),
                f"{claim.name} speaks of {term.__name__}, which is none of the terms of the game",
                f"give the terms a field of type {term.__name__}, the state a field `terms`",
            )
