"""A walk small enough to count by hand: the game that tests of the search are about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulewright import (
    Game,
    Move,
    Parameters,
    Reading,
    Rulebook,
    Scope,
    Terms,
    between,
    may,
)
from rulewright.engines.explore import Exploration, check, explore
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import (
    Budget,
    Fails,
    Shown,
    Verdict,
)
from rulewright.words.claims import AnyClaim
from rulewright.words.forces import AnyRule


class Stride(Reading):
    """How far does a step go?"""

    SHORT = "one place"
    LONG = "two places"


class Mood(Reading):
    """Something that no rule looks at."""

    GLAD = "glad"
    SAD = "sad"


@dataclass(frozen=True)
class Shoes(Terms):
    stride: Stride = Stride.SHORT
    mood: Mood = Mood.GLAD


@dataclass(frozen=True)
class Track(Parameters):
    goal: Annotated[int, between(1, 20)] = 4


@dataclass(frozen=True)
class Walk:
    box: Track
    terms: Shoes
    at: Annotated[int, between(0, "goal + 1")]
    tired: bool


@dataclass(frozen=True)
class Step(Move):
    pass


@dataclass(frozen=True)
class Back(Move):
    pass


@dataclass(frozen=True)
class Rest(Move):
    pass


def start(box: Track, terms: Shoes) -> Walk:
    return Walk(box, terms, 0, False)


def step(walk: Walk, move: Step | Back | Rest) -> Walk:
    match move:
        case Step():
            far = 2 if walk.terms.stride is Stride.LONG else 1
            return replace(walk, at=walk.at + far, tired=True)
        case Back():
            return replace(walk, at=walk.at - 1)
        case Rest():
            return replace(walk, tired=False)


def over(walk: Walk) -> bool:
    return walk.at >= walk.box.goal


GAME = Game(
    "walk", Walk, (Step, Back, Rest), start, step, over, (Scope("short", Track(4), Shoes()),)
)

# What the verdicts below are expected to say of the plain walk: 0 → tired 1 → 1 → … → tired 4.
STATES = 8
ENOUGH = Budget()


def plain(*more: AnyRule) -> Rulebook:
    """Step when not tired, rest when tired; rules are made anew, for a book seals them."""

    @may("W-1")
    def go_on(walk: Walk, move: Step) -> bool:
        return not walk.tired

    @may("W-2")
    def take_a_rest(walk: Walk, move: Rest) -> bool:
        return walk.tired

    return Rulebook("Walk", GAME, "", (go_on, take_a_rest, *more))


def subject(book: Rulebook, *claims: AnyClaim, terms: Shoes = Shoes(), **scope: Any) -> Subject:
    goal = scope.pop("goal", 4)
    return Subject.of(book, Scope("short", Track(goal), terms, **scope), Track(goal), claims)


def asked(
    claim: AnyClaim, *more: AnyRule, budget: Budget = ENOUGH, **scope: Any
) -> tuple[Verdict, Subject]:
    """The verdict on one claim about the plain walk with more rules."""
    under = subject(plain(*more), claim, **scope)
    return check(under.program.claims[0], under, budget), under


def verdict(claim: AnyClaim, *more: AnyRule, **scope: Any) -> Verdict:
    return asked(claim, *more, **scope)[0]


def searched(*more: AnyRule, **scope: Any) -> Exploration:
    return explore(subject(plain(*more), **scope), Budget())


def play(found: Verdict) -> list[str]:
    """The kinds of the moves of a verdict's play."""
    assert isinstance(found, Fails | Shown)
    trace: Any = found.trace if isinstance(found, Fails) else found.witness
    assert trace is not None
    return [type(move.move).__name__ for move in trace.steps]


def back_rule() -> AnyRule:
    @may("W-3")
    def go_back(walk: Walk, move: Back) -> bool:
        return walk.at > 0

    return go_back


def hurry_again() -> AnyRule:
    @may("W-4")
    def hurry(walk: Walk, move: Step) -> bool:
        return walk.tired

    return hurry
