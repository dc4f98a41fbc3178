"""The search on Star Grid, whose counts are known, on a walk, and on an urn."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, replace
from typing import Annotated

from model.star_grid import Box, Table
from rulewright import (
    Bag,
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    always,
    between,
    drawn_from,
    may,
    must,
    must_not,
    up_to,
)
from rulewright.engines.explore import check, explore
from rulewright.engines.explore_edges import EdgeWriter
from rulewright.engines.explore_moves import Candidates, Moves
from rulewright.engines.explore_moves import never as never_true
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import (
    Budget,
    Unknown,
)
from rulewright.ir.nodes import And, Call, Const, Let, Or, Var
from rulewright.ir.types import BOOL, domain
from rulewright.words.forces import Force
from spec.star_grid import BOOK as STAR_GRID
from tests.unit.explore_walk import (
    GAME,
    STATES,
    Mood,
    Rest,
    Step,
    Stride,
    Walk,
    hurry_again,
    plain,
    searched,
    subject,
)


def star_grid(*sizes: int) -> Subject:
    names = ("players", "columns", "rows", "values", "copies", "stars")
    box = Box(**dict(zip(names, sizes, strict=True)))
    return Subject.of(STAR_GRID, Scope("here", box), box)


def test_the_known_counts_of_star_grid() -> None:
    found = explore(star_grid(2, 1, 2, 2, 3, 1), Budget())
    assert found.complete
    assert found.starts == 3
    assert (len(found.states), found.transitions) == (4_575, 15_103 - 3)
    assert (found.levels, found.final) == (8, 928)
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


def test_only_moves_that_the_bag_can_supply_are_tried() -> None:
    box = Parameters()
    under = Subject.of(URN, Scope("urn", box), box)
    (kind,) = under.program.kinds
    moves = [(value, number) for number, value in enumerate(domain(kind.type))]
    # A ball from 0 to 5, or none; balls above 2 are foreign to the bag.
    assert len(moves) == 7
    candidates = Candidates(kind, under.program.state, moves)
    for counts, number in (((1, 0, 2), 3), ((0, 0, 0), 1), ((0, 1, 0), 2), ((1, 0, 1), 3)):
        assert len(candidates.of(((), counts, (0, ())))) == number


def test_what_can_be_seen_to_be_false_at_a_glance() -> None:
    box = Parameters()
    program = Subject.of(URN, Scope("urn", box), box).program
    false, true, name = Const(False, BOOL), Const(True, BOOL), Var("x", BOOL)
    for body, answer in (
        (false, True),
        (true, False),
        (name, False),
        (Or(()), True),
        (Or((false, false)), True),
        (Or((false, name)), False),
        (And((name, false)), True),
        (And((name, true)), False),
        (Let("x", name, false, BOOL), True),
        (Call(program.kinds[0].demands, (name, name), BOOL), True),
        (Call(program.kinds[0].permits, (name, name), BOOL), False),
    ):
        assert never_true(program, body) is answer


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
