"""The verdicts of a search on claims about states and moves."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from rulewright import (
    always,
    at_least,
    at_most,
    between,
    eventually,
    implies,
    matters,
    may,
    never,
    sometimes,
    terminates,
)
from rulewright.engines.verdict import (
    Bounded,
    Budget,
    Exhausted,
    Fails,
    Shown,
    Unknown,
    Vacuous,
)
from rulewright.words.claims import AnyClaim
from tests.unit.explore_walk import (
    STATES,
    Back,
    Mood,
    Rest,
    Shoes,
    Step,
    Stride,
    Walk,
    back_rule,
    plain,
    play,
    subject,
    verdict,
)


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

    def test_a_case_that_cannot_be_worked_out_shows_nothing(self) -> None:
        @sometimes()
        def met_later(walk: Walk) -> bool:
            return 12 // (1 - walk.at) == -6

        assert play(verdict(met_later)) == ["Step", "Rest", "Step", "Rest", "Step"]

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

    def test_what_is_asked_under_the_excluded_terms_alone_says_nothing(self) -> None:
        @may("W-3", under=Stride.SHORT)
        def go_back(walk: Walk, move: Back) -> bool:
            return walk.at > 0

        @always(unless=(Stride.SHORT,))
        def never_back(before: Walk, move: Back, after: Walk) -> bool:
            return False

        @always(unless=(Stride.SHORT,))
        def hollow(walk: Walk) -> bool:
            return implies(walk.at == 1, False)

        back = verdict(never_back, go_back, vary=(Stride,))
        assert back == Vacuous("short", "no play has a legal Back")
        assert isinstance(verdict(hollow, vary=(Stride,)), Vacuous)

    def test_the_shortest_play_under_any_terms_is_shown(self) -> None:
        @always()
        def near(walk: Walk) -> bool:
            return walk.at < 2

        assert play(verdict(near, vary=(Stride,))) == ["Step"]

    def test_a_search_that_was_cut_off_has_not_seen_that_it_holds(self) -> None:
        @always(unless=(Stride.LONG,))
        def short(walk: Walk) -> bool:
            return walk.at < 9

        @sometimes(unless=(Stride.LONG,))
        def rested(walk: Walk) -> bool:
            return walk.at == 1

        few = Budget(states=6)
        assert isinstance(verdict(short, vary=(Stride,), budget=few), Unknown)
        assert isinstance(verdict(rested, vary=(Stride,), budget=few), Unknown)

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
