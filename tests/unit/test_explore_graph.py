"""Graphs of play with cycles that can be counted by hand; and which rule uses which."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import networkx as nx
import pytest

from rulewright import (
    CHANCE,
    Game,
    Move,
    Parameters,
    Rulebook,
    Scope,
    between,
    counts_as,
    may,
    must,
)
from rulewright.engines import graph
from rulewright.engines.explore import Exploration, explore
from rulewright.engines.explore_loops import components, endless, reached
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import Budget
from rulewright.front import compile_book
from rulewright.words.forces import AnyRule

Node = Annotated[int, between(0, 9)]


@dataclass(frozen=True)
class Spot:
    box: Parameters
    at: Node
    seat: Annotated[int, between(0, 0)]


@dataclass(frozen=True)
class Go(Move, by="seat"):
    to: Node


@dataclass(frozen=True)
class Drift(Move, by=CHANCE):
    to: Node


def start(box: Parameters) -> Spot:
    return Spot(box, 0, 0)


def step(spot: Spot, move: Go | Drift) -> Spot:
    return replace(spot, at=move.to)


def over(spot: Spot) -> bool:
    return spot.at == 9


GAME = Game("map", Spot, (Go, Drift), start, step, over, ())


@may("M-1")
def roads(spot: Spot, move: Go) -> bool:
    """0 → 1 → 2 → 3 → 2, 3 → 1, 1 → 6 → 9, 0 → 4 → 6, 0 → 5 (dead end)."""
    a, b = spot.at, move.to
    return (
        (a == 0 and b in (1, 4, 5))
        or (a == 1 and b in (2, 6))
        or (a == 2 and b == 3)
        or (a == 3 and b in (1, 2))
        or (a == 4 and b == 6)
        or (a == 6 and b == 9)
    )


@may("M-2")
def streams(spot: Spot, move: Drift) -> bool:
    """4 → 7, 7 → 7."""
    return (spot.at == 4 and move.to == 7) or (spot.at == 7 and move.to == 7)


@pytest.fixture(scope="module")
def found() -> Exploration:
    book = Rulebook("Map", GAME, "", (roads, streams))
    box = Parameters()
    return explore(Subject.of(book, Scope("map", box), box), Budget())


def named(found: Exploration, *places: int) -> set[int]:
    """The numbers of the states at these places."""
    return {number for number, state in enumerate(found.states) if state[1] in places}


def places(found: Exploration, states: list[int]) -> list[int]:
    return [found.states[state][1] for state in states]


def test_the_graph_of_play(found: Exploration) -> None:
    play = graph.state_graph(found)
    assert isinstance(play, nx.DiGraph)
    assert (play.number_of_nodes(), play.number_of_edges()) == (9, 12)
    assert sum(len(moves) for _, _, moves in play.edges(data="moves")) == found.transitions
    assert play.nodes[0] == {"start": True, "over": False, "depth": 0, "expanded": True}
    (end,) = named(found, 9)
    assert play.nodes[end] == {"start": False, "over": True, "depth": 3, "expanded": True}
    with pytest.raises(graph.TooLarge):
        graph.state_graph(found, limit=8)


def test_dead_ends(found: Exploration) -> None:
    play = graph.state_graph(found)
    assert set(graph.dead_ends(play)) == named(found, 5) == set(found.deadlocks)


def test_a_state_that_was_not_expanded_is_no_dead_end(found: Exploration) -> None:
    part = explore(found.subject, Budget(states=5))
    play = graph.state_graph(part)
    assert graph.dead_ends(play) == []
    assert play.number_of_edges() == part.transitions


def test_cycles(found: Exploration) -> None:
    several = graph.cycles(found, graph.state_graph(found))
    assert [cycle.states for cycle in several] == [named(found, 1, 2, 3), named(found, 7)]
    assert [(cycle.forced, cycle.players) for cycle in several] == [(False, True), (True, False)]


def test_components_agree_with_networkx(found: Exploration) -> None:
    ours = components(found, range(len(found.states)), lambda state: True)
    for cycle in graph.cycles(found, graph.state_graph(found)):
        assert len({ours[state] for state in cycle.states}) == 1
        assert all(ours[state] for state in cycle.states)
    assert {state for state, number in enumerate(ours) if number} == named(found, 1, 2, 3, 7)
    assert len(set(ours)) == 3


def test_the_shortest_endless_play(found: Exploration) -> None:
    witness = graph.endless_play(found)
    assert witness is not None
    # 0 → 4 → 7 → 7 and 0 → 1 → 2 → 3 → 2: one move round the whirlpool is nearest.
    assert [move for _, move in witness.moves] == [(4,), (7,), (7,)]
    assert witness.loop_from == 2


def test_endless_play_that_keeps_out_of_some_states(found: Exploration) -> None:
    whirl = named(found, 7)
    witness = endless(found, [0], lambda state: state not in whirl)
    assert witness is not None
    assert [move for _, move in witness.moves] == [(1,), (2,), (3,), (1,)]
    assert witness.loop_from == 1
    three = named(found, 3)
    assert endless(found, [0], lambda state: state not in whirl | three) is None
    assert endless(found, named(found, 6)) is None


def test_what_is_reached(found: Exploration) -> None:
    tree = reached(found, [0], lambda state: state not in named(found, 1))
    assert set(tree.parent) == named(found, 0, 4, 5, 6, 7, 9)
    (end,) = named(found, 9)
    root, moves = tree.path(end)
    assert (root, [found.moves[m][1] for m in moves]) == (0, [(4,), (6,), (9,)])


def test_must_pass(found: Exploration) -> None:
    assert places(found, graph.must_pass(graph.state_graph(found))) == [0, 6, 9]


def test_must_pass_where_no_play_ends(found: Exploration) -> None:
    play = graph.state_graph(found)
    play.remove_node(next(iter(named(found, 9))))
    assert graph.must_pass(play) == []


@counts_as("M-10")
def toll(spot: Spot) -> int:
    return 0


def dear(spot: Spot) -> bool:
    return toll(spot) > 3


@may("M-11")
def ferry(spot: Spot, move: Go) -> bool:
    return move.to == 2


@must("M-12", instead_of=ferry)
def swim(spot: Spot, move: Go) -> bool:
    return dear(spot)


@may("M-13")
def wade(spot: Spot, move: Go) -> bool:
    return not ferry(spot, move)


def test_which_rule_uses_which() -> None:
    rules: tuple[AnyRule, ...] = (toll, ferry, swim, wade)
    book = Rulebook("Map", GAME, "", rules)
    found = graph.rule_graph(compile_book(book, Parameters()))
    assert set(found) == {"toll", "ferry", "swim", "wade"}
    assert found.nodes["swim"]["cites"] == ("M-12",)
    assert {(a, b): why for a, b, why in found.edges(data="why")} == {
        ("swim", "ferry"): "instead of",
        ("swim", "toll"): "uses",
        ("wade", "ferry"): "uses",
    }
