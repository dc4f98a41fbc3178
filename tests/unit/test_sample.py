"""Random plays: what they find, how short it gets, and that a seed decides everything."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

import pytest

from rulewright import (
    CHANCE,
    AnyClaim,
    Bag,
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    always,
    at_least,
    at_most,
    between,
    drawn_from,
    eventually,
    may,
    never,
    sometimes,
    terminates,
    up_to,
)
from rulewright.engines.sample import check, sample
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import Budget, Fails, Sampled, Shown, Unknown, Verdict
from rulewright.words.duties import DutyKind


@dataclass(frozen=True)
class Box(Parameters):
    """How far the counter goes, and whether it may turn back."""

    top: Annotated[int, between(1, 60)] = 30
    back: Annotated[int, between(0, 1)] = 0


@dataclass(frozen=True)
class Counter:
    """A counter, and a bag of what it may be moved by."""

    box: Box
    at: Annotated[int, between(0, "top")]
    bag: Annotated[Bag[Annotated[int, between(1, 3)]], up_to(90)]


@dataclass(frozen=True)
class Forward(Move, by=CHANCE):
    """Move on by what is drawn."""

    shows: Annotated[int, between(1, 3), drawn_from("bag")]


@dataclass(frozen=True)
class Back(Move, by=CHANCE):
    """Move one back."""

    tired: bool


def start(box: Box) -> Counter:
    """At nought; threes are rare."""
    return Counter(box, 0, Bag({1: 60, 2: 30, 3: 1}))


def step(counter: Counter, move: Forward | Back) -> Counter:
    """What each move does."""
    match move:
        case Forward(shows):
            return replace(counter, at=counter.at + shows)
        case Back():
            return replace(counter, at=counter.at - 1)


def over(counter: Counter) -> bool:
    """At the top."""
    return counter.at == counter.box.top


@may("C-1")
def go_on(counter: Counter, move: Forward) -> bool:
    """One may go on as far as there is room."""
    return counter.at + move.shows <= counter.box.top


@may("C-2")
def go_back(counter: Counter, move: Back) -> bool:
    """Back from ten, if the box has it."""
    return counter.box.back == 1 and counter.at >= 10 and not move.tired


GAME = Game("counter", Counter, (Forward, Back), start, step, over, (Scope("all", Box()),))
BOOK = Rulebook("Counter", GAME, "", (go_on, go_back))


@always()
def never_beyond(counter: Counter) -> bool:
    """It stays within."""
    return counter.at <= counter.box.top


@always()
def below_nine(counter: Counter) -> bool:
    """It stays below nine (it does not)."""
    return counter.at < 9


@never()
def a_three(counter: Counter, move: Forward) -> bool:
    """Nobody draws a three."""
    return move.shows == 3


@sometimes()
def at_seven(counter: Counter) -> bool:
    """It can stand at seven."""
    return counter.at == 7


@sometimes()
def beyond(counter: Counter) -> bool:
    """It can stand beyond the top."""
    return counter.at > counter.box.top


@at_most(12)
def position(counter: Counter) -> int:
    """It is at most twelve."""
    return counter.at


@at_least(0, reached=True)
def height(counter: Counter) -> int:
    """It begins at nought."""
    return counter.at


@eventually()
def past_five(counter: Counter) -> bool:
    """It gets past five."""
    return counter.at > 5


@eventually()
def at_eleven(counter: Counter) -> bool:
    """It gets to eleven."""
    return counter.at == 11


@terminates()
def left(counter: Counter) -> int:
    """It comes to the top."""
    return counter.box.top - counter.at


@always()
def moves_forward(before: Counter, move: Forward | Back, after: Counter) -> bool:
    """It only gets more."""
    return after.at > before.at


@always()
def half(counter: Counter) -> bool:
    """A duty fails at four."""
    return 12 // (counter.at - 4) < 13


CLAIMS: tuple[AnyClaim, ...] = (
    never_beyond,
    below_nine,
    a_three,
    at_seven,
    beyond,
    position,
    height,
    past_five,
    at_eleven,
    left,
    moves_forward,
    half,
)
BUDGET = Budget(games=16)


def subject(book: Rulebook = BOOK, **sizes: int) -> Subject:
    box = Box(**sizes)
    return Subject.of(book, Scope("all", box), box, CLAIMS)


def verdict(asked: AnyClaim, of: Subject, budget: Budget = BUDGET) -> Verdict:
    return check(next(e for e in of.program.claims if e.claim is asked), of, budget)


@pytest.fixture(scope="module")
def forward() -> Subject:
    return subject()


@pytest.fixture(scope="module")
def both() -> Subject:
    return subject(back=1)


@pytest.mark.parametrize("claim", [never_beyond, height, past_five, left, moves_forward])
def test_what_no_play_fails_is_sampled_with_the_number_of_plays(
    claim: AnyClaim, forward: Subject
) -> None:
    sampling = forward.sampling(BUDGET)
    assert verdict(claim, forward) == Sampled("all", sampling.games, sampling.moves)
    assert 12 <= sampling.games <= 16
    assert sampling.games * 10 <= sampling.moves <= sampling.games * 30


def steps(found: Verdict) -> list[Any]:
    assert isinstance(found, Fails | Shown)
    trace: Any = found.trace if isinstance(found, Fails) else found.witness
    return [step.move for step in trace.steps]


def test_a_failing_play_shrinks(forward: Subject) -> None:
    found = verdict(below_nine, forward)
    assert isinstance(found, Fails)
    assert found.reason == "it does not hold here"
    assert 3 <= len(steps(found)) <= 5  # nine is a three and three twos away, threes being rare


def test_a_bound_that_is_passed_is_told_with_the_number(forward: Subject) -> None:
    found = verdict(position, forward)
    assert isinstance(found, Fails)
    assert found.reason in ("it is 13 here, more than 12", "it is 14 here, more than 12")
    assert 5 <= len(steps(found)) <= 7


def test_what_can_happen_is_shown(forward: Subject) -> None:
    found = verdict(at_seven, forward)
    assert isinstance(found, Shown)
    assert found.witness.last.at == 7
    assert len(steps(found)) <= 5


def test_what_no_play_has_shown_stays_unknown(forward: Subject) -> None:
    assert isinstance(verdict(beyond, forward), Unknown)


def test_claims_about_moves_are_asked(both: Subject, forward: Subject) -> None:
    found = verdict(moves_forward, both)
    assert steps(found)[-1] == Back(False)
    assert len(steps(found)) <= 12
    assert isinstance(verdict(a_three, forward), Fails | Sampled)


def test_a_play_that_misses_its_goal_is_shown_to_its_end(forward: Subject) -> None:
    found = verdict(at_eleven, forward)
    assert isinstance(found, Fails)
    assert found.reason == "play ends here and never gets there"
    assert isinstance(found.trace, object)
    assert 10 <= len(steps(found)) <= 30


def test_a_play_that_can_go_round_is_found(both: Subject) -> None:
    found = verdict(left, both)
    assert isinstance(found, Fails)
    assert found.reason == "this play can go round for ever"
    trace: Any = found.trace
    assert trace.loop_from is not None
    assert (
        trace.steps[trace.loop_from - 1].state if trace.loop_from else trace.start
    ) == trace.last
    assert len(steps(found)) <= 12


def test_a_duty_that_fails_in_a_claim_fails_it_and_is_told(forward: Subject) -> None:
    found = verdict(half, forward)
    assert isinstance(found, Fails)
    assert "cannot be worked out here" in found.reason
    sampling = forward.sampling(BUDGET)
    (fault,) = (f for f in sampling.faults if f.where == "the claim half")
    assert fault.kind is DutyKind.DEFINED
    assert fault.case is not None
    assert len(sampling.witness(fault.case).moves) <= 4


def test_a_duty_that_fails_in_a_move_ends_the_play_and_is_told() -> None:
    def no_end(counter: Counter) -> bool:
        return counter.at < 0

    @may("C-1")
    def go_anywhere(counter: Counter, move: Forward) -> bool:
        return counter.at >= 0

    book = Rulebook("Counter", GAME, "", (go_anywhere,))
    sampling = sample(subject(book, top=1), BUDGET)
    (fault,) = (f for f in sampling.faults if f.kind is DutyKind.IN_BOUNDS)
    assert fault.where == "what Forward does"
    assert no_end(Counter(Box(), 0, Bag())) is False
    assert sampling.games < len(sampling.plays)


def test_a_dead_end_is_told() -> None:
    @may("C-1")
    def go_twice(counter: Counter, move: Forward) -> bool:
        return counter.at < 2

    sampling = sample(subject(Rulebook("Counter", GAME, "", (go_twice,))), BUDGET)
    assert sampling.dead_ends
    assert len(sampling.witness(sampling.dead_ends[0]).moves) <= 2


def test_where_nothing_ends_nothing_is_claimed() -> None:
    def endless(counter: Counter) -> bool:
        """Never."""
        return counter.at < 0

    @may("C-1")
    def stay(counter: Counter, move: Back) -> bool:
        return counter.at > 0

    @may("C-2")
    def leave(counter: Counter, move: Forward) -> bool:
        return counter.at == 0

    game = replace(GAME, over=endless)
    of = subject(Rulebook("Counter", game, "", (stay, leave)))
    budget = Budget(games=2)
    assert of.sampling(budget).games == 0
    assert isinstance(verdict(never_beyond, of, budget), Unknown)


def test_the_seed_decides(forward: Subject) -> None:
    def seen(seed: int) -> list[Any]:
        budget = Budget(games=10, seed=seed)
        return [
            (play.start, [sampling.log.moves[n] for n in play.moves])
            for sampling in [sample(forward, budget)]
            for play in sampling.plays
        ]

    assert seen(1) == seen(1)
    assert seen(1) != seen(2)


def test_what_is_drawn_weighs_as_much_as_the_bag_holds(forward: Subject) -> None:
    sampling = sample(forward, Budget(games=60, seed=3))
    shown = [sampling.log.moves[n][1][0] for play in sampling.plays for n in play.moves]
    share = [shown.count(value) / len(shown) for value in (1, 2, 3)]
    assert 0.5 < share[0] < 0.85
    assert share[2] < 0.08
