"""Growing, running out of memory, and keeping states in files."""

from __future__ import annotations

import mmap
import os
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.backends.native.kernel import (
    Done,
    MemoryFull,
    MoreToDo,
    OutOfRoom,
    Search,
    memory,
    shard,
)
from tests.unit.native_toys import Model, drive, plain, searching

pytest.importorskip("llvmlite")

MODEL = Model(20_000)


def beside(threads: int) -> int:
    """The bytes that a search holds before it has met any state."""
    search = searching(MODEL, threads=threads, slots=8, box=16)
    return search.figures().memory


ASKING = Model(4_000, asked=2)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("model", [MODEL, ASKING], ids=str)
def test_a_table_grows_from_next_to_nothing(model: Model, threads: int) -> None:
    search = searching(model, threads=threads, slots=2, box=8)
    sizes = [own.fields.size for own in search.shards]
    assert isinstance(drive(search, model), Done)
    assert len(search) == len(plain(model).states)
    for own, size in zip(search.shards, sizes, strict=True):
        assert own.fields.size > 50 * size
        assert own.fields.count <= own.fields.size * shard.LOAD


def test_a_table_grows_in_slices_with_word_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard, "SLICE", 64)
    search = searching(MODEL, slots=64, box=16)
    halfway = 0
    while not isinstance(event := search.advance(1000), Done):
        assert isinstance(event, MoreToDo)
        if search.shards[0].growing:
            halfway += 1
            if halfway % 50 == 0:
                # Whoever asks in between is answered from a table in one piece.
                assert search.find(search.state(7)) == 7
    assert halfway > 100
    found = plain(MODEL)
    assert [search.state(at) for at in range(len(search))] == found.states


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [100_000, 230_000])
def test_memory_that_is_used_up_is_said_so(threads: int, limit: int) -> None:
    limit += beside(threads)
    search = searching(MODEL, threads=threads, memory=limit, box=16, slots=64)
    event = drive(search, MODEL)
    assert isinstance(event, MemoryFull)
    assert "memory" in event.reason
    figures = event.figures
    assert limit * 0.9 < figures.memory <= limit
    assert 0 < figures.expanded < figures.states == len(search) < len(plain(MODEL).states)
    states = [search.state(at) for at in range(len(search))]
    assert [search.find(state) for state in states] == list(range(len(states)))
    if threads == 1:
        assert states == plain(MODEL).states[: len(states)]
        edges = search.edges(10**6)
        assert edges is not None
        assert len(edges[0]) == figures.expanded + 1
    # Given more, the search goes on.
    for own in search.shards:
        own.memory = None
    assert isinstance(drive(search, MODEL), Done)
    assert len(search) == len(plain(MODEL).states)


def _fill(search: Search) -> None:
    for value in range(1000):
        search.add((value,))


def test_nothing_is_added_without_room() -> None:
    search = searching(MODEL, memory=beside(1) + 1_500, box=16, slots=8)
    with pytest.raises(OutOfRoom, match="memory"):
        _fill(search)
    assert 8 < len(search) < 100


@pytest.mark.parametrize("threads", [1, 2])
def test_moving_arrays_hold_the_same(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    monkeypatch.setattr(memory, "_reserves", lambda: False)
    monkeypatch.setattr(memory, "_SMALLEST", 4096)
    model = replace(MODEL, words=2)
    search = searching(model, threads=threads, box=16)
    assert isinstance(drive(search, model), Done)
    assert sorted(search.state(at) for at in range(len(search))) == sorted(plain(model).states)


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="files are laid out by POSIX")
@pytest.mark.parametrize("threads", [1, 2])
def test_states_can_lie_in_files(tmp_path: Path, threads: int) -> None:
    room = beside(threads) + 160_000
    search = searching(MODEL, threads=threads, spill=tmp_path, memory=room, slots=64, box=16)
    assert isinstance(drive(search, MODEL), Done)
    assert sorted(search.state(at) for at in range(len(search))) == sorted(plain(MODEL).states)
    assert list(tmp_path.iterdir()) == [], "the files would outlive the search"


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="files are laid out by POSIX")
def test_a_full_disk_under_the_states_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_FILE_STEP", 1 << 12)
    allocate = os.posix_fallocate

    def limited(file: int, start: int, length: int) -> None:
        if start + length > 80_000:
            raise OSError(28, "No space left on device")
        allocate(file, start, length)

    monkeypatch.setattr(os, "posix_fallocate", limited)
    search = searching(MODEL, spill=tmp_path)
    event = drive(search, MODEL)
    assert isinstance(event, MemoryFull)
    assert "No space left" in event.reason


def test_only_whole_pages_are_given_back() -> None:
    block = memory.mapping(4 * mmap.PAGESIZE)
    block[:] = b"x" * len(block)
    if not memory.release(block, 100, 3 * mmap.PAGESIZE - 1):
        pytest.skip("the system takes nothing back")
    assert block[: mmap.PAGESIZE].count(b"x") == mmap.PAGESIZE
    assert block[mmap.PAGESIZE : 2 * mmap.PAGESIZE].count(b"x") == 0
    assert block[2 * mmap.PAGESIZE :].count(b"x") == 2 * mmap.PAGESIZE
