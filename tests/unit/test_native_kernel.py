"""The native search finds what a queue and a dictionary find, in the same order."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from rulewright.backends.native.kernel import Done, Search
from tests.unit.native_toys import MOST, Model, drive, plain, searching, word_of

pytest.importorskip("llvmlite")

SMALL = Model(3_000)
MODELS = [
    SMALL,
    Model(3_000, words=3),
    Model(3_000, asked=1),
    Model(600, words=3, asked=16),
    Model(500, words=40),
    Model(3_000, canon=True),
    Model(2_000, degrees=5),
]


@pytest.mark.parametrize("slice_", [1, 50, 10_000])
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_one_thread_is_exactly_a_queue(model: Model, slice_: int) -> None:
    found = plain(model)
    search = searching(model, box=16)
    assert isinstance(drive(search, model, slice_), Done)
    assert [search.state(at) for at in range(len(search))] == found.states
    assert [search.parent(at) for at in range(len(search))] == found.parents
    assert list(search.levels()) == found.levels
    assert list(search.dead_ends()) == found.dead_ends(model)
    figures = search.figures()
    assert figures.states == figures.expanded == len(found.states) > 100
    assert figures.transitions == sum(map(len, found.edges))
    assert figures.finals == sum(map(model.over, found.states))
    assert figures.dead_ends == len(found.dead_ends(model))
    assert [search.is_over(at) for at in range(len(search))] == list(map(model.over, found.states))


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_counts_do_not_depend_on_the_threads(model: Model, threads: int) -> None:
    found = plain(model)
    search = searching(model, threads=threads, box=16)
    assert isinstance(drive(search, model), Done)
    ends = [*found.levels, len(found.states)]
    states = [search.state(at) for at in range(len(search))]
    assert search.levels() == found.levels
    words = [word for state in states[20:90] for word in state]
    assert list(search.packed(20, 90)) == words
    for first, last in itertools.pairwise(ends):
        assert sorted(states[first:last]) == sorted(found.states[first:last])
    figures = search.figures()
    assert figures.transitions == sum(map(len, found.edges))
    assert figures.finals == sum(map(model.over, found.states))
    dead = sorted(found.states[at] for at in found.dead_ends(model))
    assert sorted(states[at] for at in search.dead_ends()) == dead
    for at in range(0, len(search), 7):
        assert search.find(states[at]) == at
        path = search.path(at)
        assert [sum(end <= step for end in ends[1:]) for step in path] == list(range(len(path)))
        for above, below in itertools.pairwise(path):
            assert states[below] in model.successors(states[above])


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_edges_are_those_of_the_model(model: Model, threads: int) -> None:
    search = searching(model, threads=threads)
    drive(search, model)
    states = [search.state(at) for at in range(len(search))]
    edges = search.edges(search.figures().transitions)
    assert edges is not None
    firsts, moves, targets = edges
    assert len(firsts) == len(states) + 1
    for at, state in enumerate(states):
        out = slice(firsts[at], firsts[at + 1])
        successors = model.successors(state)
        assert [states[target] for target in targets[out]] == successors
        assert list(moves[out]) == list(range(10, 10 + len(successors)))
        if at % 50 == 0:
            assert search.successors(at) == list(zip(moves[out], targets[out], strict=True))
    assert search.edges(search.figures().transitions - 1) is None


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("words", [1, 3])
def test_the_state_of_zeros_is_a_state_like_any_other(words: int, threads: int) -> None:
    model = Model(1, words=words)
    search = searching(model, threads=threads)
    drive(search, model)
    assert [search.state(at) for at in range(len(search))] == [model.start, model.state(0)]


def test_a_state_is_found_only_once_it_was_met() -> None:
    search = searching(SMALL)
    assert search.find(SMALL.start) == 0
    assert search.add(SMALL.start) == (0, False)
    assert search.find(SMALL.state(SMALL.states + 5)) is None
    assert search.add(SMALL.state(SMALL.states + 5)) == (1, True)
    assert search.parent(1) is None
    with pytest.raises(IndexError):
        search.state(2)


def test_representatives_stand_for_starts_too() -> None:
    model = replace(SMALL, canon=True)
    search = searching(model)
    assert search.add((3,)) == (0, False)
    assert search.find((3,)) == 0
    assert search.state(0) == (2,)


@pytest.mark.parametrize("threads", [1, 3])
def test_each_thread_has_its_own_watch(threads: int) -> None:
    blocks = [bytearray(64) for _ in range(threads)]
    search = searching(SMALL, blocks, threads=threads)
    drive(search, SMALL)
    counts = [word_of(block) for block in blocks]
    assert sum(counts) == len(search)
    assert all(counts)


def test_a_search_can_be_closed() -> None:
    search = searching(SMALL, threads=2)
    drive(search, SMALL)
    search.close()


def test_threads_have_a_limit() -> None:
    with pytest.raises(ValueError, match="64"):
        Search(SMALL.library(), 1, MOST, threads=65)
