"""Which engine is asked what, and what several answers to one claim come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from rulewright.words.claims import AnyClaim, ClaimKind, Expect
from rulewright.words.games import Game
from rulewright.words.scopes import Scope
from rulewright.words.terms import Parameters

from .verdict import (
    Bounded,
    Exhausted,
    Fails,
    Proved,
    Sampled,
    Shown,
    Unknown,
    Vacuous,
    Verdict,
)


class Engine(Enum):
    """Who is asked, cheapest first."""

    SEARCH = "search"
    SAMPLE = "sample"
    PROVE = "prove"


@dataclass(frozen=True, eq=False)
class Question:
    """A claim, the engine and the instance of a scope it is asked at.

    extra: an answer that is welcome and not needed: random play beside an exhaustive search.
    """

    claim: AnyClaim
    engine: Engine
    scope: Scope
    box: Parameters
    extra: bool = False


@dataclass(frozen=True, eq=False)
class Answer:
    """What an engine said, and how long it took."""

    question: Question
    verdict: Verdict
    seconds: float


# Claims that one case decides, which random play can meet.
_SAMPLED: Final = (
    ClaimKind.ALWAYS,
    ClaimKind.NEVER,
    ClaimKind.SOMETIMES,
    ClaimKind.AT_MOST,
    ClaimKind.AT_LEAST,
)

# Claims that something can be: one scope that shows it is enough.
_EXISTENCE: Final = (ClaimKind.SOMETIMES, ClaimKind.MATTERS)

# Strongest first: what counts as holding.
_HOLDS: Final = (Proved, Exhausted, Shown, Sampled)


def questions(claim: AnyClaim, game: Game) -> list[Question]:
    """What is asked about a claim. KeyError, with the name, for a scope the game does not have."""
    named = [game.scope(name) for name in claim.scopes]
    if claim.expect is Expect.PROVED:
        scopes = named or [s for s in game.scopes if not s.searched] or list(game.scopes)
        return list(_at(claim, Engine.PROVE, scopes))
    searched = [s for s in named or game.scopes if s.searched]
    asked = list(_at(claim, Engine.SEARCH, searched))
    full = [s for s in named or game.scopes if not s.searched]
    if named or not searched:
        proof = bool(claim.given) or claim.reached or claim.kind not in _SAMPLED
        return [*asked, *_at(claim, Engine.PROVE if proof else Engine.SAMPLE, full)]
    if claim.kind in _SAMPLED and not claim.reached:
        asked += _at(claim, Engine.SAMPLE, full, extra=True)
    return asked


def to_play(
    asked: Sequence[Question], game: Game, scopes: Sequence[str]
) -> tuple[list[tuple[Scope, Parameters]], tuple[tuple[str, str], ...]]:
    """The instances of these scopes to play at random: every one that is not searched, whether a
    claim asks for it or not.

    Of instances that differ in nothing but the name of their scope one is played, unless a claim
    names another. The second part tells which scopes are not played therefore, and which are.
    """
    wanted = [(q.scope, q.box) for q in asked if q.engine is Engine.SAMPLE]
    every = [(s, box) for s in game.scopes if not s.searched for box in s.instances()]
    found: dict[tuple[str, Parameters], tuple[Scope, Parameters]] = {}
    first: dict[Any, str] = {}
    same: dict[str, str] = {}
    for number, (scope, box) in enumerate([*wanted, *every]):
        if scope.name not in scopes or (scope.name, box) in found:
            continue
        like = first.setdefault((box, scope.terms, scope.vary), scope.name)
        if number < len(wanted) or like == scope.name:
            found[scope.name, box] = (scope, box)
        else:
            same[scope.name] = like
    played = {scope.name for scope, _ in found.values()}
    skipped = tuple((name, like) for name, like in same.items() if name not in played)
    return list(found.values()), skipped


def _at(
    claim: AnyClaim, engine: Engine, scopes: Sequence[Scope], extra: bool = False
) -> Iterator[Question]:
    for scope in scopes:
        for box in scope.instances():
            yield Question(claim, engine, scope, box, extra)


def decided(claim: AnyClaim, answers: Sequence[Answer]) -> bool:
    """Whether what is still to be asked cannot make the verdict better."""
    if claim.kind in _EXISTENCE:
        return any(isinstance(a.verdict, Shown | Proved) for a in answers) and not claim.unless
    # A proof that is missing for one instance is missing, and larger instances take longer.
    open_proof = claim.expect is Expect.PROVED and bool(_left_open(answers))
    return open_proof or any(isinstance(a.verdict, Fails) for a in answers)


def overall(claim: AnyClaim, answers: Sequence[Answer]) -> Verdict:
    """What the answers come to: a play that fails it wins, then what was left open, then the
    strongest of the rest."""
    found = [a.verdict for a in answers]
    holding = [v for cls in _HOLDS for v in found if isinstance(v, cls)]
    if claim.kind in _EXISTENCE:
        if any(isinstance(v, Shown | Proved) for v in holding):
            found = [v for v in found if not (isinstance(v, Fails) and v.trace is None)]
            open_ones: list[Verdict] = []
        else:
            open_ones = _left_open(answers)
        fails = [] if open_ones else [v for v in found if isinstance(v, Fails)]
    else:
        fails = [v for v in found if isinstance(v, Fails)]
        open_ones = _left_open(answers)
    for group in (fails, open_ones, holding, found):
        if group:
            return group[0]
    return Unknown("", "there is nothing to ask it of: the game has no scopes for it")


def _left_open(answers: Sequence[Answer]) -> list[Verdict]:
    """Searches cut off and questions without an answer, where an answer is needed."""
    return [
        a.verdict
        for a in answers
        if not a.question.extra and isinstance(a.verdict, Unknown | Bounded)
    ]


def as_expected(claim: AnyClaim, answers: Sequence[Answer]) -> bool:
    """Whether the answers are what the claim says they will be."""
    verdict = overall(claim, answers)
    if claim.expect is Expect.FAILS:
        return isinstance(verdict, Fails)
    if not isinstance(verdict, _HOLDS):
        return False
    needed = [a.verdict for a in answers if not a.question.extra]
    existence = claim.kind in _EXISTENCE
    if claim.expect is Expect.PROVED:
        if existence:
            return isinstance(verdict, Proved | Shown)
        return all(isinstance(v, Proved) for v in needed)
    if claim.expect is Expect.EXHAUSTED:
        if existence:
            return isinstance(verdict, Proved | Exhausted | Shown)
        return all(isinstance(v, Proved | Exhausted | Shown | Vacuous) for v in needed)
    return True
