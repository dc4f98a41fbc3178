"""Threads that search together also stop together."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from rulewright.backends.native.kernel.team import Team
from tests.unit.native_toys import Model, drive, searching

pytest.importorskip("llvmlite")


def searchers() -> set[threading.Thread]:
    """The threads that search now, also for other tests."""
    return {own for own in threading.enumerate() if own.name.startswith("rulewright-search")}


def end(threads: set[threading.Thread]) -> bool:
    """Whether some threads end soon."""
    for thread in threads:
        thread.join(5)
    return not any(thread.is_alive() for thread in threads)


def fail() -> None:
    raise KeyboardInterrupt


def test_all_jobs_end_before_a_failure_is_told() -> None:
    others = searchers()
    team, ended = Team(4), list[int]()

    def slow() -> None:
        time.sleep(0.05)
        ended.append(1)

    for jobs in ([fail, slow, slow, slow], [slow, slow, fail, slow]):
        ended.clear()
        with pytest.raises(KeyboardInterrupt):
            team.run(jobs)
        assert len(ended) == 3
    ended.clear()
    team.run(4 * [slow])
    assert len(ended) == 4
    started = searchers() - others
    assert len(started) == 3
    team.close()
    assert end(started)


def test_a_search_that_is_dropped_leaves_no_thread() -> None:
    model = Model(3_000)
    others = searchers()
    search = searching(model, threads=3, box=16, slots=8)
    drive(search, model)
    started = searchers() - others
    assert len(started) == 2
    del search
    gc.collect()
    assert end(started)


def test_a_round_that_was_interrupted_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interruption between the two halves of a round loses nothing that was sent."""
    model = Model(3_000)
    straight = searching(model, threads=3, box=16)
    drive(straight, model)
    search = searching(model, threads=3, box=16)
    take_in, chances = search._take_in, iter(range(1, 100))

    def interrupted(at: int) -> None:
        if next(chances, 1) % 4 == 0:
            raise KeyboardInterrupt
        take_in(at)

    monkeypatch.setattr(search, "_take_in", interrupted)
    stopped = 0
    while True:
        try:
            drive(search, model, 50)
            break
        except KeyboardInterrupt:
            stopped += 1
            assert len(search.packed(0, len(search))) == len(search)
    assert stopped > 5
    assert sorted(search.packed(0, len(search))) == sorted(straight.packed(0, len(straight)))
    assert search.figures().transitions == straight.figures().transitions
