"""The verdicts of a search on whole plays and on readings."""

from __future__ import annotations

from typing import Annotated, Any

from rulewright import (
    Game,
    Rulebook,
    between,
    counts_as,
    eventually,
    matters,
    may,
    must_not,
    terminates,
)
from rulewright.engines.explore import check
from rulewright.engines.verdict import (
    Budget,
    Exhausted,
    Fails,
    Shown,
    Unknown,
)
from rulewright.words.claims import AnyClaim
from tests.unit.explore_walk import (
    Back,
    Mood,
    Rest,
    Shoes,
    Step,
    Stride,
    Track,
    Walk,
    back_rule,
    over,
    plain,
    play,
    start,
    step,
    subject,
    verdict,
)


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

    def test_two_ways_to_the_same_place_are_still_two_ways(self) -> None:
        @must_not("W-6", under=Mood.SAD)
        def no_turning_back(walk: Walk, move: Back) -> bool:
            return True

        @must_not("W-7", under=Mood.GLAD)
        def no_step(walk: Walk, move: Step) -> bool:
            return True

        def either_way(walk: Walk, move: Step | Back | Rest) -> Walk:
            return Walk(walk.box, walk.terms, 4, False)

        @may("W-8")
        def go(walk: Walk, move: Step | Back) -> bool:
            return True

        game = Game("walk", Walk, (Step, Back, Rest), start, either_way, over, ())
        book = Rulebook("Walk", game, "", (go, no_turning_back, no_step))
        under = subject(book, matters(Mood))
        assert isinstance(check(under.program.claims[0], under, Budget()), Shown)

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
