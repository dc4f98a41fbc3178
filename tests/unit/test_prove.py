"""The verdicts of proofs: what is proved, what is shown by a play, and what is left open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulewright import (
    always,
    at_least,
    at_most,
    eventually,
    implies,
    matters,
    may,
    must,
    must_not,
    never,
    sometimes,
    terminates,
)
from rulewright.engines.prove import check
from rulewright.engines.trace import Position
from rulewright.engines.verdict import Budget, Fails, Proved, Shown, Unknown, Vacuous, Verdict
from rulewright.words.claims import AnyClaim
from rulewright.words.forces import AnyRule
from tests.unit.explore_walk import (
    Mood,
    Rest,
    Step,
    Stride,
    Walk,
    back_rule,
    hurry_again,
    plain,
    play,
    subject,
)

ENOUGH = Budget(seconds=30.0, depth=8)


def verdict(claim: AnyClaim, *more: AnyRule, budget: Budget = ENOUGH) -> Verdict:
    """The verdict of a proof about the plain walk with more rules."""
    under = subject(plain(*more), claim, *claim.given)
    return check(under.program.claims[0], under, budget)


def reason(found: Verdict) -> str:
    assert isinstance(found, Unknown), found
    return found.reason


def short_steps_stay_on_the_track() -> AnyClaim:
    @always(unless=(Stride.LONG,))
    def never_past_the_goal(walk: Walk) -> bool:
        return walk.at <= walk.box.goal

    return never_past_the_goal


class TestInduction:
    def test_what_is_kept_by_every_move(self) -> None:
        found = verdict(short_steps_stay_on_the_track())
        assert isinstance(found, Proved)
        assert found.how == "by induction, unless Stride.LONG"

    def test_what_fails_under_some_terms_is_not_proved(self) -> None:
        """The scope starts with short steps only: no play fails it, and yet it is not proved."""
        claim = replace(short_steps_stay_on_the_track(), unless=())
        found = verdict(claim)
        assert reason(found).startswith("not inductive: after Step from some position")
        assert isinstance(found, Unknown)
        assert found.where is not None
        assert found.where.state.terms.stride is Stride.LONG
        assert type(found.where.move).__name__ == "Step"

    def test_a_failing_claim_is_shown_by_the_shortest_play(self) -> None:
        @always()
        def before_three(walk: Walk) -> bool:
            return walk.at < 3

        found = verdict(before_three)
        assert play(found) == ["Step", "Rest", "Step", "Rest", "Step"]
        found = verdict(before_three, budget=replace(ENOUGH, depth=4))
        assert "no play of up to 4 moves fails it" in reason(found)

    def test_never(self) -> None:
        @never()
        def there(walk: Walk) -> bool:
            return walk.at == 2

        @never(unless=(Stride.LONG,))
        def beyond(walk: Walk) -> bool:
            return walk.at == 5

        assert play(verdict(there)) == ["Step", "Rest", "Step"]
        assert isinstance(verdict(beyond), Proved)

    def test_a_first_state_can_fail(self) -> None:
        @always()
        def under_way(walk: Walk) -> bool:
            return walk.at > 0

        assert play(verdict(under_way)) == []

    def test_a_duty_that_fails_fails_the_claim(self) -> None:
        @always()
        def far_enough(walk: Walk) -> bool:
            return 10 // walk.at >= 0

        assert play(verdict(far_enough)) == []

    def test_further_parameters_stand_for_all_their_values(self) -> None:
        @always()
        def moods_are_no_matter(walk: Walk, mood: Mood, tired: bool) -> bool:
            return mood is not Mood.SAD or tired or walk.at != 2

        assert play(verdict(moods_are_no_matter)) == ["Step", "Rest", "Step"]


def stuck_at_one() -> AnyRule:
    @must_not("W-9")
    def leave_one(walk: Walk, move: Step) -> bool:
        return walk.at == 1

    return leave_one


@always(unless=(Stride.LONG,))
def stays_at_one(walk: Walk) -> bool:
    return walk.at <= 1


@always(unless=(Stride.LONG,))
def stays_at_two(walk: Walk) -> bool:
    return walk.at <= 2


@never(unless=(Stride.LONG,), given=(stays_at_one,))
def arrives(walk: Walk) -> bool:
    return walk.at == 4


class TestGiven:
    def test_it_needs_what_is_given(self) -> None:
        alone = replace(arrives, given=())
        assert reason(verdict(alone, stuck_at_one())).startswith("not inductive")
        assert isinstance(verdict(arrives, stuck_at_one()), Proved)

    def test_what_is_given_must_be_proved_too(self) -> None:
        """No play gets to 3, but nothing says so of a walk that is at 2."""
        unproved = replace(arrives, given=(stays_at_two,))
        assert isinstance(verdict(unproved, stuck_at_one()), Unknown)

    def test_what_is_given_counts_under_its_own_terms_only(self) -> None:
        assert isinstance(verdict(replace(arrives, unless=()), stuck_at_one()), Unknown)

    def test_what_is_given_for_a_claim_about_moves_must_be_proved_too(self) -> None:
        @always(unless=(Stride.LONG,), given=(stays_at_one,))
        def steps_end_at_two(before: Walk, move: Step, after: Walk) -> bool:
            return after.at <= 2

        assert isinstance(verdict(steps_end_at_two, stuck_at_one()), Proved)
        unproved = replace(steps_end_at_two, given=(stays_at_two,))
        assert isinstance(verdict(unproved, stuck_at_one()), Unknown)
        # Without the rule that makes it so, what is given is false.
        assert not isinstance(verdict(steps_end_at_two), Proved)

    def test_a_claim_about_moves_cannot_be_given(self) -> None:
        @always()
        def steps_tire(before: Walk, move: Step, after: Walk) -> bool:
            return after.tired

        @always(given=(steps_tire,))
        def anything(walk: Walk) -> bool:
            return walk.at >= 0

        assert "speaks of moves" in reason(verdict(anything))


class TestMoves:
    def test_of_every_legal_move(self) -> None:
        @always()
        def only_when_rested(walk: Walk, move: Step) -> bool:
            return not walk.tired

        assert isinstance(verdict(only_when_rested), Proved)
        found = verdict(only_when_rested, hurry_again())
        assert play(found) == ["Step", "Step"]

    def test_what_a_move_does(self) -> None:
        @always()
        def steps_tire(before: Walk, move: Step, after: Walk) -> bool:
            return after.tired

        @always(unless=(Stride.LONG,))
        def by_one(before: Walk, move: Step | Rest, after: Walk) -> bool:
            return after.at <= before.at + 1

        @always()
        def in_place(before: Walk, move: Step | Rest, after: Walk) -> bool:
            return after.at == before.at

        assert isinstance(verdict(steps_tire), Proved)
        assert isinstance(verdict(by_one), Proved)
        assert isinstance(verdict(replace(by_one, unless=())), Unknown)
        assert play(verdict(in_place)) == ["Step"]

    def test_an_allowed_move_gives_way_to_one_that_is_owed(self) -> None:
        @may("W-7")
        def step_at_any_time(walk: Walk, move: Step) -> bool:
            return True

        @must("W-8")
        def rest_when_tired(walk: Walk, move: Rest) -> bool:
            return walk.tired

        @always()
        def only_when_rested(walk: Walk, move: Step) -> bool:
            return not walk.tired

        assert isinstance(verdict(only_when_rested, step_at_any_time, rest_when_tired), Proved)
        assert isinstance(verdict(only_when_rested, step_at_any_time), Fails)


class TestSometimes:
    def test_shown_by_a_play(self) -> None:
        @sometimes()
        def half_way(walk: Walk) -> bool:
            return walk.at == 2

        found = verdict(half_way)
        assert isinstance(found, Shown)
        assert play(found) == ["Step", "Rest", "Step"]

    def test_proved_to_be_out_of_reach(self) -> None:
        @sometimes(unless=(Stride.LONG,))
        def beyond(walk: Walk) -> bool:
            return walk.at == 5

        found = verdict(beyond)
        assert isinstance(found, Fails)
        assert found.trace is None
        assert isinstance(verdict(replace(beyond, unless=())), Unknown)

    def test_of_a_move(self) -> None:
        @sometimes()
        def a_step_to_three(before: Walk, move: Step, after: Walk) -> bool:
            return after.at == 3

        assert play(verdict(a_step_to_three)) == ["Step", "Rest", "Step", "Rest", "Step"]

    def test_too_deep_is_no_answer(self) -> None:
        @sometimes()
        def arrives(walk: Walk) -> bool:
            return walk.at == 4

        found = verdict(arrives, budget=replace(ENOUGH, depth=3))
        assert reason(found) == "no play of up to 3 moves shows it"


class TestBounds:
    def position(self, found: Verdict) -> Any:
        witness: Any = found.witness if isinstance(found, Proved) else None
        witness = found.trace if isinstance(found, Fails) else witness
        assert isinstance(witness, Position)
        return witness

    def test_reached(self) -> None:
        @at_most(5, reached=True)
        def the_farthest(walk: Walk) -> int:
            return walk.at

        @at_least(-5, reached=True)
        def the_least(walk: Walk) -> int:
            return -walk.at

        found = verdict(the_farthest)
        assert isinstance(found, Proved)
        assert (self.position(found).value, self.position(found).state.at) == (5, 5)
        assert self.position(verdict(the_least)).value == -5

    def test_broken(self) -> None:
        @at_most(4, reached=True)
        def the_farthest(walk: Walk) -> int:
            return walk.at

        found = verdict(the_farthest)
        assert isinstance(found, Fails)
        assert self.position(found).value == 5

    def test_never_met(self) -> None:
        @at_least(-6, reached=True)
        def the_least(walk: Walk) -> int:
            return -walk.at

        found = verdict(the_least)
        assert isinstance(found, Fails)
        assert found.trace is None

    def test_by_induction(self) -> None:
        @at_most(4, unless=(Stride.LONG,))
        def the_farthest(walk: Walk) -> int:
            return walk.at

        assert isinstance(verdict(the_farthest), Proved)
        assert isinstance(verdict(replace(the_farthest, bound=3)), Unknown | Fails)
        assert play(verdict(replace(the_farthest, bound=1))) == ["Step", "Rest", "Step"]

    def test_given_narrows_the_positions(self) -> None:
        @always(unless=(Stride.LONG,))
        def stays_on(walk: Walk) -> bool:
            return walk.at <= 4

        @at_most(4, reached=True, unless=(Stride.LONG,), given=(stays_on,))
        def the_farthest(walk: Walk) -> int:
            return walk.at

        found = verdict(the_farthest)
        assert isinstance(found, Proved)
        assert self.position(found).state.at == 4
        assert isinstance(verdict(replace(the_farthest, given=())), Fails)


class TestTerminates:
    def measure(self) -> AnyClaim:
        @terminates()
        def way_to_go(walk: Walk) -> int:
            return 2 * (walk.box.goal + 1 - walk.at) + (1 if walk.tired else 0)

        return way_to_go

    def test_a_measure_that_each_move_lowers(self) -> None:
        assert isinstance(verdict(self.measure()), Proved)

    def test_a_measure_that_some_move_raises(self) -> None:
        assert reason(verdict(self.measure(), back_rule())).startswith("the measure is not lowered")

    def test_a_measure_below_zero(self) -> None:
        @terminates()
        def too_low(walk: Walk) -> int:
            return 2 * (3 - walk.at) + (1 if walk.tired else 0)

        assert isinstance(verdict(too_low), Unknown)


class TestNoAnswer:
    def test_a_premise_that_never_holds(self) -> None:
        @always()
        def far_away(walk: Walk) -> bool:
            return implies(walk.at > 100, walk.tired)

        @always()
        def of_a_move(walk: Walk, move: Step) -> bool:
            return implies(walk.tired, walk.at > 2)

        assert isinstance(verdict(far_away), Vacuous)
        assert isinstance(verdict(of_a_move), Vacuous)

    def test_a_premise_that_holds(self) -> None:
        @always()
        def fine(walk: Walk) -> bool:
            return implies(walk.at == 5, walk.at > 4)

        assert isinstance(verdict(fine), Proved)

    def test_no_time(self) -> None:
        found = verdict(short_steps_stay_on_the_track(), budget=Budget(seconds=0.0))
        assert isinstance(found, Unknown)

    @pytest.mark.parametrize("kind", ["eventually", "matters"])
    def test_what_is_left_to_the_search(self, kind: str) -> None:
        @eventually()
        def arrives(walk: Walk) -> bool:
            return walk.at >= 4

        claim = arrives if kind == "eventually" else matters(Mood)
        assert "left to the search" in reason(verdict(claim))
