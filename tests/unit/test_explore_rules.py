"""What a search finds of rules: duties that fail, and what is not obeyed."""

from __future__ import annotations

from rulewright import (
    Game,
    Rulebook,
    always,
    may,
    must,
    must_not,
    sometimes,
    the,
)
from rulewright.engines.explore import explore
from rulewright.engines.verdict import (
    Budget,
    Fails,
    Shown,
)
from rulewright.words.duties import DutyKind
from rulewright.words.forces import AnyRule, Force
from tests.unit.explore_walk import (
    Back,
    Rest,
    Shoes,
    Step,
    Stride,
    Track,
    Walk,
    hurry_again,
    over,
    plain,
    play,
    searched,
    start,
    step,
    subject,
    verdict,
)


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

    def test_a_place_that_is_none_is_met_twice(self) -> None:
        @may("W-3")
        def go_back(walk: Walk, move: Back) -> bool:
            return walk.at == 0

        def stumble(walk: Walk, move: Step | Back | Rest) -> Walk:
            match move:
                case Back():
                    return Walk(walk.box, walk.terms, walk.at - 1, False)
                case Step():
                    return Walk(walk.box, walk.terms, walk.at, True)
                case Rest():
                    return Walk(walk.box, walk.terms, walk.at, False)

        game = Game("walk", Walk, (Step, Back, Rest), start, stumble, over, ())
        book = Rulebook("Walk", game, "", (*plain().rules, go_back))
        found = explore(subject(book), Budget())
        # (0, rested) and (0, tired) both lead to (-1, rested).
        assert [failure.times for failure in found.failures] == [2]
        assert len(found.states) == found.transitions == 2

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
        assert failure.where == "the claim odd"

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
