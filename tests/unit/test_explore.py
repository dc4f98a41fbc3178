"""The search on Star Grid, whose counts are known, and on a walk small enough to count by hand."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any

import pytest

from model.star_grid import Box, Table
from rulewright import (
    Bag,
    Game,
    Move,
    Parameters,
    Reading,
    Rulebook,
    Scope,
    Terms,
    always,
    at_least,
    at_most,
    between,
    counts_as,
    drawn_from,
    eventually,
    implies,
    matters,
    may,
    must,
    must_not,
    never,
    sometimes,
    terminates,
    the,
    up_to,
)
from rulewright.engines.explore import Exploration, check, explore
from rulewright.engines.explore_edges import EdgeWriter
from rulewright.engines.explore_moves import Moves
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import (
    Bounded,
    Budget,
    Exhausted,
    Fails,
    Shown,
    Unknown,
    Vacuous,
    Verdict,
)
from rulewright.words.claims import AnyClaim
from rulewright.words.duties import DutyKind
from rulewright.words.forces import AnyRule, Force
from spec.star_grid import BOOK as STAR_GRID

# ── Star Grid ────────────────────────────────────────────────────────────────────────────────────


def star_grid(*sizes: int) -> Subject:
    names = ("players", "columns", "rows", "values", "copies", "stars")
    box = Box(**dict(zip(names, sizes, strict=True)))
    return Subject.of(STAR_GRID, Scope("here", box), box)


@pytest.mark.parametrize(
    ("sizes", "states", "transitions", "levels", "final"),
    [
        ((2, 1, 2, 2, 3, 1), 4_575, 15_103 - 3, 8, 928),
        pytest.param((3, 1, 2, 2, 4, 2), 179_439, 714_378 - 3, 12, 31_365, marks=pytest.mark.slow),
    ],
)
def test_the_known_counts_of_star_grid(
    sizes: tuple[int, ...], states: int, transitions: int, levels: int, final: int
) -> None:
    found = explore(star_grid(*sizes), Budget())
    assert found.complete
    assert found.starts == 3
    assert (len(found.states), found.transitions) == (states, transitions)
    assert (found.levels, found.final) == (levels, final)
    assert not found.deadlocks
    assert not found.failures
    assert not found.broken


def test_every_transition_is_written_in_the_order_it_is_found() -> None:
    subject, out = star_grid(2, 1, 2, 1, 3, 2), io.StringIO()
    found = explore(subject, Budget(), [EdgeWriter(subject, out)])
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(lines) == found.transitions > 50
    assert [line["from"] for line in lines] == sorted(line["from"] for line in lines)
    assert [line["to"] for line in lines] == list(found.edges.targets)
    assert lines[0] == {"from": 0, "move": {"kind": "Take", "at": 0, "shows": 0}, "to": 2}
    # Each state is first entered in the order of its number.
    firsts = list(dict.fromkeys(line["to"] for line in lines if line["to"] >= found.starts))
    assert firsts == list(range(found.starts, len(found.states)))


# ── A walk ───────────────────────────────────────────────────────────────────────────────────────


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


class TestSearch:
    def test_the_plain_walk(self) -> None:
        found = searched()
        assert (len(found.states), found.transitions) == (STATES, STATES - 1)
        assert (found.levels, found.final, found.starts) == (STATES, 1, 1)
        assert found.occurred() == {"Step": 4, "Back": 0, "Rest": 3}
        assert [found.depth(state) for state in range(STATES)] == list(range(STATES))
        assert found.legal == found.transitions

    def test_starts_under_every_member_that_varies(self) -> None:
        found = searched(vary=(Stride,))
        assert found.starts == 2
        assert len(found.states) == STATES + 4
        assert found.levels == STATES
        assert found.depth(len(found.states) - 1) == STATES - 1

    def test_what_is_owed_is_all_that_is_legal(self) -> None:
        @may("W-4")
        def hurry(walk: Walk, move: Step) -> bool:
            return walk.tired

        @must("W-5")
        def sit_down(walk: Walk, move: Rest) -> bool:
            return walk.tired and walk.at == 1

        free, bound = searched(hurry), searched(hurry_again(), sit_down)
        assert free.transitions > bound.transitions
        from_one = bound.states.index((*bound.states[0][:2], 1, True))
        assert [bound.moves[m][0] for m, _ in bound.successors(from_one)] == [2]
        # Elsewhere nothing is owed, and whoever is tired may hurry.
        assert bound.occurred() == {"Step": 6, "Back": 0, "Rest": 3}

    def test_a_forbidden_duty_is_not_owed(self) -> None:
        @must("W-5")
        def sit_down(walk: Walk, move: Rest) -> bool:
            return walk.tired

        @must_not("W-6")
        def no_bench(walk: Walk, move: Rest) -> bool:
            return walk.at == 2

        found = searched(sit_down, no_bench, hurry_again())
        stuck = [s for s in found.states if s[2] == 2 and s[3]]
        assert len(stuck) == 1
        (at,) = (found.states.index(s) for s in stuck)
        assert [found.moves[m][0] for m, _ in found.successors(at)] == [0]

    def test_deadlocks(self) -> None:
        @must_not("W-6")
        def no_bench(walk: Walk, move: Rest) -> bool:
            return walk.at == 2

        found = searched(no_bench)
        assert [found.states[at][2:] for at in found.deadlocks] == [(2, True)]
        assert found.final == 0

    def test_rules_are_counted(self) -> None:
        @may("W-2")
        def take_a_rest(walk: Walk, move: Rest) -> bool:
            return walk.tired

        @must_not("W-6", instead_of=take_a_rest)
        def no_bench(walk: Walk, move: Rest) -> bool:
            return walk.at == 3

        @may("W-7", under=Stride.LONG)
        def fly(walk: Walk, move: Step) -> bool:
            return True

        book = Rulebook("Walk", GAME, "", (plain().rules[0], take_a_rest, no_bench, fly))
        found = explore(subject(book), Budget())
        uses = {use.rule.rule.name: use for use in found.uses}
        assert (uses["go_on"].asked, uses["go_on"].spoke) == (6, 3)
        assert uses["take_a_rest"].spoke == 3
        assert uses["take_a_rest"].stood == {Force.MAY: 2}
        assert (uses["no_bench"].spoke, uses["no_bench"].stood) == (1, {Force.MUST_NOT: 1})
        assert (uses["fly"].asked, uses["fly"].stood) == (0, {Force.MAY: 0})
        assert [found.states[at][2:] for at in found.deadlocks] == [(3, True)]

    def test_a_cut_off_search_says_how_far_it_came(self) -> None:
        under = subject(plain())
        for states in range(1, STATES):
            found = explore(under, Budget(states=states))
            assert not found.complete
            assert len(found.states) == states
            assert found.covered == states - 1
            assert found.transitions == found.expanded == states - 1
        assert explore(under, Budget(states=STATES)).complete
        assert explore(under, Budget(states=0)).covered == -1

    def test_levels_of_a_search_cut_off_in_the_middle_of_one(self) -> None:
        under = subject(plain(), vary=(Stride, Mood))
        whole = explore(under, Budget())
        for states in range(whole.starts + 1, len(whole.states)):
            part = explore(under, Budget(states=states))
            assert part.states == whole.states[:states]
            depths = [part.depth(s) for s in range(states)]
            assert depths == [whole.depth(s) for s in range(states)]
            reached_before = {whole.depth(s) for s in range(states, len(whole.states))}
            assert part.covered == min(reached_before) - 1

    def test_progress_is_told(self) -> None:
        told: list[tuple[int, str]] = []
        explore(subject(plain()), Budget(progress=lambda done, note: told.append((done, note))))
        assert told == [(1, "level 1, 1 states waiting")]


def hurry_again() -> AnyRule:
    @may("W-4")
    def hurry(walk: Walk, move: Step) -> bool:
        return walk.tired

    return hurry


class TestFailures:
    def test_a_move_that_leaves_the_bounds(self) -> None:
        @may("W-3")
        def go_back(walk: Walk, move: Back) -> bool:
            return walk.tired or walk.at == 0

        found = searched(go_back)
        (failure,) = found.failures
        assert (failure.kind, failure.where) == (DutyKind.IN_BOUNDS, "what Back does")
        assert "at would be -1" in failure.reason
        assert failure.case is not None
        assert found.play(failure.case.state).moves == ()
        # (0, rested) and (0, tired) each lead to a place that is none.
        assert failure.times == 2
        assert found.legal == found.transitions + 2
        assert all(state[2] >= 0 for state in found.states)

    def test_a_rule_whose_duty_fails(self) -> None:
        @must_not("W-6")
        def lonely(walk: Walk, move: Step) -> bool:
            return the(place for place in range(3) if place == walk.at) == 7

        found = searched(lonely, hurry_again())
        (failure,) = found.failures
        assert (failure.kind, failure.where) == (DutyKind.EXACTLY_ONE, "lonely")
        assert failure.case is not None
        state = found.states[failure.case.state]
        assert state[2] == 3
        assert failure.place is not None
        assert failure.place.file == __file__

    def test_a_claim_whose_duty_fails_does_not_hold(self) -> None:
        @always()
        def odd(walk: Walk) -> bool:
            return 12 // (3 - walk.at) > 0

        @sometimes()
        def met(walk: Walk) -> bool:
            return 12 // (3 - walk.at) == 6

        found = verdict(odd)
        assert isinstance(found, Fails)
        assert "cannot be worked out" in found.reason
        assert play(found) == ["Step", "Rest", "Step", "Rest", "Step"]
        assert isinstance(verdict(met), Shown)
        (failure,) = explore(subject(plain(), odd), Budget()).failures
        assert failure.where == "odd"

    def test_a_start_that_fails(self) -> None:
        def start_too_far(box: Track, terms: Shoes) -> Walk:
            return Walk(box, terms, 99 if terms.stride is Stride.LONG else 0, False)

        game = Game("walk", Walk, (Step, Back, Rest), start_too_far, step, over, ())
        book = Rulebook("Walk", game, "", plain().rules)
        found = explore(subject(book, vary=(Stride,)), Budget())
        assert found.starts == 1
        (failure,) = found.failures
        assert (failure.where, failure.case) == ("the start", None)
        assert failure.kind is DutyKind.IN_BOUNDS


class TestObedience:
    def test_what_a_move_must_do(self) -> None:
        @must("W-8")
        def a_step_is_short(before: Walk, move: Step, after: Walk) -> bool:
            return after.at == before.at + 1

        @must_not("W-9")
        def a_rest_moves_nobody(before: Walk, move: Rest, after: Walk) -> bool:
            return before.at != after.at

        found = searched(a_step_is_short, a_rest_moves_nobody, terms=Shoes(Stride.LONG))
        (broken,) = found.broken
        assert (broken.rule.rule.name, broken.force) == ("a_step_is_short", Force.MUST)
        assert broken.times == 2
        assert len(found.witness(broken.case).moves) == 1
        assert not searched(a_step_is_short_again(), terms=Shoes()).broken

    def test_what_a_move_must_not_do(self) -> None:
        @must_not("W-9")
        def a_step_tires_nobody(before: Walk, move: Step, after: Walk) -> bool:
            return after.tired

        found = searched(a_step_tires_nobody)
        assert [(b.force, b.times) for b in found.broken] == [(Force.MUST_NOT, 4)]

    def test_an_exception_excuses(self) -> None:
        @must("W-8")
        def a_step_is_short(before: Walk, move: Step, after: Walk) -> bool:
            return after.at == before.at + 1

        @may("W-10", instead_of=a_step_is_short)
        def a_first_step_is_free(before: Walk, move: Step, after: Walk) -> bool:
            return before.at == 0

        found = searched(a_step_is_short, a_first_step_is_free, terms=Shoes(Stride.LONG))
        assert [(b.rule.rule.name, b.times) for b in found.broken] == [("a_step_is_short", 1)]
        uses = {use.rule.rule.name: use.stood for use in found.uses}
        assert uses["a_step_is_short"] == {Force.MUST: 0}

    def test_rules_of_states(self) -> None:
        @always("W-11")
        def never_far(walk: Walk) -> bool:
            return walk.at < 3

        @always("W-12", under=Stride.LONG)
        def never_here(walk: Walk) -> bool:
            return False

        found = searched(never_far, never_here)
        (broken,) = found.broken
        assert (broken.rule.rule.name, broken.times) == ("never_far", 3)
        assert found.states[broken.case.state][2:] == (3, True)


def a_step_is_short_again() -> AnyRule:
    @must("W-8")
    def a_step_is_short(before: Walk, move: Step, after: Walk) -> bool:
        return after.at == before.at + 1

    return a_step_is_short


@cache
def before_goal() -> AnyClaim:
    @always()
    def before_three(walk: Walk) -> bool:
        return walk.at < 3

    return before_three


class TestClaims:
    def test_always(self) -> None:
        @always()
        def on_the_track(walk: Walk) -> bool:
            return 0 <= walk.at <= walk.box.goal

        assert verdict(on_the_track) == Exhausted("short", STATES)
        found = verdict(before_goal())
        assert play(found) == ["Step", "Rest", "Step", "Rest", "Step"]

    def test_never(self) -> None:
        @never()
        def there(walk: Walk) -> bool:
            return walk.at == 2

        @never()
        def beyond(walk: Walk) -> bool:
            return walk.at == 5

        assert play(verdict(there)) == ["Step", "Rest", "Step"]
        assert isinstance(verdict(beyond), Exhausted)

    def test_sometimes(self) -> None:
        @sometimes()
        def there(walk: Walk, place: Annotated[int, between(2, 9)]) -> bool:
            return walk.at == place

        @sometimes()
        def beyond(walk: Walk) -> bool:
            return walk.at == 5

        assert play(verdict(there)) == ["Step", "Rest", "Step"]
        found = verdict(beyond)
        assert isinstance(found, Fails)
        assert found.trace is None

    def test_parameters_range_over_all_values(self) -> None:
        @always()
        def not_there(walk: Walk, place: Annotated[int, between(3, 9)]) -> bool:
            return walk.at != place

        assert play(verdict(not_there)) == ["Step", "Rest", "Step", "Rest", "Step"]

    def test_bounds(self) -> None:
        def at_of(walk: Walk) -> int:
            return walk.at

        assert isinstance(verdict(at_most(4, reached=True)(at_of)), Exhausted)
        assert isinstance(verdict(at_least(0, reached=True)(at_of)), Exhausted)
        assert isinstance(verdict(at_most(5)(at_of)), Exhausted)
        assert play(verdict(at_most(1)(at_of))) == ["Step", "Rest", "Step"]
        assert play(verdict(at_least(1)(at_of))) == []
        loose = verdict(at_most(5, reached=True)(at_of))
        assert loose == Fails("short", None, "no position reaches 5: the greatest is 4")
        low = verdict(at_least(-1, reached=True)(at_of))
        assert low == Fails("short", None, "no position reaches -1: the least is 0")

    def test_claims_about_moves(self) -> None:
        @always()
        def rests_when_tired(before: Walk, move: Rest, after: Walk) -> bool:
            return before.tired and not after.tired

        @always()
        def steps_before_two(walk: Walk, move: Step) -> bool:
            return walk.at < 2

        @always()
        def goes_forward(before: Walk, move: Step | Rest, after: Walk) -> bool:
            return after.at > before.at

        assert isinstance(verdict(rests_when_tired), Exhausted)
        # The play goes up to and with the move that the claim is about.
        assert play(verdict(steps_before_two)) == ["Step", "Rest", "Step", "Rest", "Step"]
        assert play(verdict(goes_forward)) == ["Step", "Rest"]

    def test_a_move_that_never_occurs(self) -> None:
        @always()
        def whatever(before: Walk, move: Back, after: Walk) -> bool:
            return False

        assert verdict(whatever) == Vacuous("short", "no play has a legal Back")
        assert play(verdict(whatever, back_rule())) == ["Step", "Back"]

    def test_a_premise_that_never_holds(self) -> None:
        @always()
        def hollow(walk: Walk) -> bool:
            """Nobody gets to 5."""
            far = walk.at + 1
            return implies(far > 5, walk.tired)

        @always()
        def met(walk: Walk) -> bool:
            far = walk.at + 1
            return implies(far > 4, walk.tired)

        @always()
        def hollow_for_moves(walk: Walk, move: Step | Rest) -> bool:
            return implies(walk.at > 3, walk.tired)

        assert isinstance(verdict(hollow), Vacuous)
        assert isinstance(verdict(met), Exhausted)
        assert isinstance(verdict(hollow_for_moves), Vacuous)

    def test_a_cut_off_search_never_reads_as_success(self) -> None:
        @sometimes()
        def late(walk: Walk) -> bool:
            return walk.at == 4

        @always()
        def fine(walk: Walk) -> bool:
            return walk.at <= 4

        @always()
        def hollow(walk: Walk) -> bool:
            return implies(walk.at > 3, walk.tired)

        @eventually()
        def arrives(walk: Walk) -> bool:
            return walk.at == 4

        @terminates()
        def ends(walk: Walk) -> int:
            return 9 - walk.at

        def at_of(walk: Walk) -> int:
            return walk.at

        few = Budget(states=5)
        assert verdict(fine, budget=few) == Bounded("short", 4)
        bounds = (at_most(4, reached=True)(at_of), matters(Mood))
        for claim in (late, hollow, arrives, ends, *bounds):
            assert isinstance(verdict(claim, budget=few), Unknown), claim.name
        assert isinstance(verdict(before_goal(), budget=few), Bounded)
        assert isinstance(verdict(fine, budget=Budget(states=0)), Unknown)
        # What was found before the end counts.
        assert isinstance(verdict(at_most(1)(at_of), budget=few), Fails)

    def test_one_search_answers_all_claims(self) -> None:
        under = subject(plain(), before_goal())
        small, big = Budget(states=4), Budget(states=50)
        first = under.exploration(small)
        assert under.exploration(small) is first
        second = under.exploration(big)
        assert second is not first
        assert under.exploration(Budget(states=99)) is second


class TestUnless:
    def claim(self, *unless: Any) -> AnyClaim:
        @always(unless=unless)
        def rests_at_one(walk: Walk) -> bool:
            return walk.at != 1

        return rests_at_one

    def test_it_must_hold_elsewhere_and_fail_there(self) -> None:
        claim = self.claim(Stride.SHORT)
        assert isinstance(verdict(claim, vary=(Stride,)), Exhausted)
        assert play(verdict(self.claim(Stride.LONG), vary=(Stride,))) == ["Step"]

    def test_it_may_not_hold_where_it_is_said_to_fail(self) -> None:
        @always(unless=(Stride.LONG,))
        def short(walk: Walk) -> bool:
            return walk.at < 9

        found = verdict(short, vary=(Stride,))
        assert isinstance(found, Fails)
        assert found.trace is None
        assert "Stride.LONG" in found.reason

    def test_terms_that_no_play_starts_under(self) -> None:
        claim = self.claim(Stride.SHORT)
        long = verdict(claim, terms=Shoes(Stride.LONG))
        assert isinstance(long, Unknown)
        assert "Stride.SHORT" in long.reason
        assert isinstance(verdict(claim, terms=Shoes(Stride.SHORT)), Unknown)

    def test_each_member_must_fail(self) -> None:
        claim = self.claim(Stride.SHORT, Mood.SAD)
        assert isinstance(verdict(claim, vary=(Stride, Mood)), Exhausted)
        only_long = verdict(self.claim(Mood.SAD), terms=Shoes(Stride.LONG), vary=(Mood,))
        assert isinstance(only_long, Fails)
        assert only_long.trace is None

    def test_sometimes(self) -> None:
        @sometimes(unless=(Stride.LONG,))
        def at_one(walk: Walk) -> bool:
            return walk.at == 1

        @sometimes(unless=(Stride.LONG,))
        def at_two(walk: Walk) -> bool:
            return walk.at == 2

        assert isinstance(verdict(at_one, vary=(Stride,)), Shown)
        found = verdict(at_two, vary=(Stride,))
        assert isinstance(found, Fails)
        assert "as well" in found.reason
        assert play(found) == ["Step"]


class TestWholePlays:
    @staticmethod
    def arrives(*unless: Any) -> AnyClaim:
        @eventually(unless=unless)
        def arrives(walk: Walk) -> bool:
            return walk.at == 3

        return arrives

    def test_every_play_gets_there(self) -> None:
        assert isinstance(verdict(self.arrives()), Exhausted)

    def test_a_play_that_goes_round(self) -> None:
        found = verdict(self.arrives(), back_rule())
        assert isinstance(found, Fails)
        trace: Any = found.trace
        states = [trace.start, *(s.state for s in trace.steps)]
        assert trace.loop_from is not None
        assert states[trace.loop_from] == states[-1]
        assert all(state.at != 3 for state in states)

    def test_a_play_that_ends_before(self) -> None:
        found = verdict(self.arrives(), terms=Shoes(Stride.LONG))
        assert isinstance(found, Fails)
        assert "ends here" in found.reason
        assert play(found) == ["Step", "Rest", "Step"]

    def test_a_play_that_is_stuck_before(self) -> None:
        @must_not("W-6")
        def no_bench(walk: Walk, move: Rest) -> bool:
            return walk.at == 2

        assert play(verdict(self.arrives(), no_bench)) == ["Step", "Rest", "Step"]

    def test_unless(self) -> None:
        assert isinstance(verdict(self.arrives(Stride.LONG), vary=(Stride,)), Exhausted)
        assert isinstance(verdict(self.arrives(Mood.SAD), vary=(Mood,)), Fails)
        assert isinstance(verdict(self.arrives(Mood.SAD)), Unknown)

    def test_parameters_range_over_all_values(self) -> None:
        @eventually()
        def passes(walk: Walk, place: Annotated[int, between(1, 4)]) -> bool:
            return walk.at == place

        assert isinstance(verdict(passes), Exhausted)
        assert play(verdict(passes, terms=Shoes(Stride.LONG))) == ["Step", "Rest", "Step"]

    def test_termination(self) -> None:
        @terminates()
        def left(walk: Walk) -> int:
            return walk.box.goal - walk.at

        assert isinstance(verdict(left), Exhausted)
        found = verdict(left, back_rule())
        assert isinstance(found, Fails)
        trace: Any = found.trace
        assert (play(found), trace.loop_from) == (["Step", "Back", "Rest"], 0)


class TestMatters:
    def test_a_reading_that_shows_in_what_a_move_does(self) -> None:
        found = verdict(matters(Stride))
        assert play(found) == []

    def test_a_reading_that_shows_nowhere(self) -> None:
        found = verdict(matters(Mood))
        assert isinstance(found, Fails)
        assert found.trace is None

    def test_a_reading_that_shows_late_in_what_is_legal(self) -> None:
        @must_not("W-6", under=Mood.SAD)
        def no_bench(walk: Walk, move: Rest) -> bool:
            return walk.at == 2

        assert play(verdict(matters(Mood), no_bench)) == ["Step", "Rest", "Step"]

    def test_a_reading_that_shows_in_a_value(self) -> None:
        @counts_as("W-20")
        def worth(walk: Walk, times: Annotated[int, between(0, 2)]) -> int:
            return 0

        @counts_as("W-21", under=Mood.SAD, instead_of=worth)
        def worth_to_the_sad(walk: Walk, times: Annotated[int, between(0, 2)]) -> int:
            return times if walk.at == 1 else 0

        assert play(verdict(matters(Mood), worth, worth_to_the_sad)) == ["Step"]

    def test_a_start_that_depends_on_a_reading(self) -> None:
        def start_by_mood(box: Track, terms: Shoes) -> Walk:
            return Walk(box, terms, 0, terms.mood is Mood.SAD)

        game = Game("walk", Walk, (Step, Back, Rest), start_by_mood, step, over, ())
        book = Rulebook("Walk", game, "", plain().rules)
        under = subject(book, matters(Mood))
        assert isinstance(check(under.program.claims[0], under, Budget()), Shown)


# ── An urn, for chance ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Urn:
    box: Parameters
    balls: Annotated[Bag[Annotated[int, between(0, 2)]], up_to(2)]
    last: Annotated[int, between(0, 2)] | None


@dataclass(frozen=True)
class Pull(Move):
    ball: Annotated[Annotated[int, between(0, 5)] | None, drawn_from("balls")]


@dataclass(frozen=True)
class Fill(Move):
    extra: Annotated[int, between(0, 2)]

    def possible(self, box: Parameters) -> bool:
        return self.extra > 0

    def ways(self, box: Parameters) -> int:
        return 1


def fill(box: Parameters, fill: Fill) -> Urn:
    return Urn(box, Bag({0: 1, 1: 0}).plus(1, fill.extra), None)


def pull(urn: Urn, move: Pull) -> Urn:
    match move:
        case Pull(ball):
            if ball is None:
                return urn
            return replace(urn, balls=urn.balls.minus(ball), last=ball)


def empty(urn: Urn) -> bool:
    return urn.balls.total() == 0


@may("U-1")
def pull_a_ball(urn: Urn, move: Pull) -> bool:
    return move.ball is not None


URN = Rulebook("Urn", Game("urn", Urn, (Pull,), fill, pull, empty, ()), "", (pull_a_ball,))


def test_chance_gives_what_the_bag_holds() -> None:
    box = Parameters()
    under = Subject.of(URN, Scope("urn", box), box)
    found = explore(under, Budget())
    assert found.starts == 2
    # Every way of taking out {0, 1} and {0, 1, 1}, the last ball remembered.
    bags = {state[1] for state in found.states}
    assert bags == {(a, b, 0) for a in (0, 1) for b in (0, 1, 2)}
    assert found.final == 2
    assert found.values()["Pull", "ball"] == {(0, 0), (0, 1)} or found.values()["Pull", "ball"] == {
        (1, 0),
        (1, 1),
    }
    candidates = Moves(under).possible(found.states[0], lambda *failed: None)
    assert len(candidates) == 3  # either ball, or none


def test_the_opening_is_asked_whether_it_is_possible() -> None:
    tiny = star_grid(2, 1, 1, 1, 3, 0)
    # Without a Star no deal turns one up.
    assert [deal for _, deal in tiny.openings()] == [(0,)]


def test_a_scope_in_which_play_cannot_start() -> None:
    @always()
    def fine(table: Table) -> bool:
        return True

    box = Box(players=1, columns=1, rows=1, values=1, copies=0, stars=0)
    under = Subject.of(STAR_GRID, Scope("none", box), box, (fine,))
    found = check(under.program.claims[0], under, Budget())
    assert isinstance(found, Unknown)
