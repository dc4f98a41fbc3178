"""A search that was saved goes on as if nothing had happened, and a damaged one says so."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.backends.native.kernel import (
    CheckpointError,
    Done,
    Figures,
    MoreToDo,
    OutOfRoom,
    Search,
    checkpoint,
)
from tests.unit.native_toys import MOST, Model, drive, plain, searching, word_of

pytest.importorskip("llvmlite")

MODEL = Model(4_000)
ASKING = Model(2_000, words=2, asked=3)
KEY = "rules of the toy"


def empty(model: Model, threads: int = 1, watch: tuple[bytearray, ...] = ()) -> Search:
    return Search(model.library(), model.words, MOST, watch, threads=threads, box=16, slots=64)


def begun(model: Model, threads: int = 1, watch: tuple[bytearray, ...] = ()) -> Search:
    search = empty(model, threads, watch)
    search.add(model.start)
    return search


def counts(search: Search) -> Figures:
    """The figures without the memory, which may differ: a table made at once has another size."""
    return replace(search.figures(), memory=0)


def same(one: Search, other: Search) -> bool:
    numbers = range(len(one))
    return (
        counts(one) == counts(other)
        and list(one.levels()) == list(other.levels())
        and one.dead_ends() == other.dead_ends()
        and [one.state(at) for at in numbers] == [other.state(at) for at in numbers]
        and [one.parent(at) for at in numbers] == [other.parent(at) for at in numbers]
        and [one.is_over(at) for at in numbers] == [other.is_over(at) for at in numbers]
    )


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("model", [MODEL, ASKING], ids=str)
def test_saving_at_every_event_and_going_on_from_each(
    tmp_path: Path, model: Model, threads: int
) -> None:
    """Each part of the way is walked by another search, loaded from where the last one stopped."""
    straight = begun(model, threads)
    drive(straight, model)
    search, saves, pace = begun(model, threads), 0, 30 if model.asked else 8
    while True:
        seen = 0

        def some_further(_event: object) -> bool:
            nonlocal seen
            seen += 1
            return seen > pace

        event = drive(search, model, 20, until=some_further)
        if isinstance(event, Done):
            break
        search.save(tmp_path, KEY)
        search = empty(model, threads)
        search.load(tmp_path, KEY)
        saves += 1
    assert saves > 5
    assert sorted(search.state(at) for at in range(len(search))) == sorted(plain(model).states)
    assert search.figures().transitions == straight.figures().transitions
    assert search.figures().finals == straight.figures().finals
    assert sorted(map(search.state, search.dead_ends())) == sorted(
        map(straight.state, straight.dead_ends())
    )
    assert list(search.levels()) == list(straight.levels())
    if threads == 1:
        assert [search.state(at) for at in range(len(search))] == plain(model).states
        assert [search.parent(at) for at in range(len(search))] == plain(model).parents


def test_only_what_is_new_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = 0
    write = os.write

    def counting(file: int, data: memoryview) -> int:
        nonlocal written
        written += len(data)
        return write(file, data)

    search = begun(MODEL)
    search.advance(1500)
    search.save(tmp_path, KEY)
    monkeypatch.setattr(os, "write", counting)
    search.advance(10)
    search.save(tmp_path, KEY)
    assert written < (tmp_path / checkpoint.MANIFEST).stat().st_size + 2000
    loaded = empty(MODEL)
    loaded.load(tmp_path, KEY)
    assert same(search, loaded)


def test_the_watch_is_saved_along(tmp_path: Path) -> None:
    watch = (bytearray(64), bytearray(64))
    search = begun(MODEL, 2, watch)
    search.advance(1000)
    search.save(tmp_path, KEY)
    again = (bytearray(64), bytearray(64))
    loaded = empty(MODEL, 2, again)
    loaded.load(tmp_path, KEY)
    assert again == watch
    drive(loaded, MODEL)
    assert sum(word_of(block) for block in again) == len(plain(MODEL).states)


def test_a_search_saved_in_two_folders_is_whole_in_both(tmp_path: Path) -> None:
    search = begun(MODEL)
    for step in range(4):
        search.advance(300)
        search.save(tmp_path / str(step % 2), KEY)
    loaded = empty(MODEL)
    loaded.load(tmp_path / "1", KEY)
    assert same(search, loaded)
    loaded = empty(MODEL)
    loaded.load(tmp_path / "0", KEY)
    assert loaded.figures().expanded == 900


@pytest.mark.parametrize("name", ["store", "over", checkpoint.MANIFEST])
def test_files_that_somebody_removed_are_written_again(tmp_path: Path, name: str) -> None:
    search = begun(MODEL)
    search.advance(500)
    search.save(tmp_path, KEY)
    for file in tmp_path.iterdir():
        if name in file.name:
            file.unlink()
    search.advance(500)
    search.save(tmp_path, KEY)
    loaded = empty(MODEL)
    loaded.load(tmp_path, KEY)
    assert same(search, loaded)


def test_other_rules_threads_or_a_used_search_are_refused(tmp_path: Path) -> None:
    search = begun(MODEL)
    search.save(tmp_path, KEY)
    with pytest.raises(CheckpointError, match="other rules"):
        empty(MODEL).load(tmp_path, "another key")
    with pytest.raises(CheckpointError, match="has 1 threads, not 2"):
        empty(MODEL, 2).load(tmp_path, KEY)
    with pytest.raises(ValueError, match="no states yet"):
        search.load(tmp_path, KEY)
    with pytest.raises(CheckpointError, match=r"search\.json: cannot be read"):
        empty(MODEL).load(tmp_path / "nowhere", KEY)


def test_every_damaged_file_is_named(tmp_path: Path) -> None:
    search = begun(ASKING)
    drive(search, ASKING, 100, until=lambda event: isinstance(event, MoreToDo))
    search.save(tmp_path / "whole", KEY)
    files = [file.name for file in (tmp_path / "whole").iterdir()]
    assert len(files) >= 6
    for name in files:
        for damage in ("cut", "changed", "gone"):
            folder = tmp_path / damage / name
            shutil.copytree(tmp_path / "whole", folder)
            held = (folder / name).read_bytes()
            if not held:
                continue
            if damage == "gone":
                (folder / name).unlink()
            elif damage == "cut":
                (folder / name).write_bytes(held[:-2])
            else:
                at = len(held) // 2
                (folder / name).write_bytes(held[:at] + bytes([held[at] ^ 4]) + held[at + 1 :])
            with pytest.raises(CheckpointError, match=name):
                empty(ASKING).load(folder, KEY)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_full_disk_leaves_the_save_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    search = begun(MODEL, threads)
    search.advance(500)
    search.save(tmp_path, KEY)
    before = counts(search)
    search.advance(500)
    write, left = os.write, 0

    def limited(file: int, data: memoryview) -> int:
        nonlocal left
        if not left:
            raise OSError(28, "No space left on device")
        taken = write(file, data[:left])
        left -= taken
        return taken

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", limited)
        for room in (0, 100, 1000, 4000):
            left = room
            with pytest.raises(CheckpointError, match=r"\.(rw|part).*No space left.*is whole"):
                search.save(tmp_path, KEY)
            loaded = empty(MODEL, threads)
            loaded.load(tmp_path, KEY)
            assert counts(loaded) == before
    search.save(tmp_path, KEY)
    loaded = empty(MODEL, threads)
    loaded.load(tmp_path, KEY)
    assert same(search, loaded)


_SAVER = """
import sys
from pathlib import Path
from tests.unit.test_native_kernel_saving import KEY, MODEL, begun
search = begun(MODEL)
while True:
    search.advance(1)
    search.save(Path(sys.argv[1]), KEY)
    print(search.figures().expanded, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_process_killed_at_any_moment_leaves_a_whole_save(tmp_path: Path) -> None:
    chance = random.Random(7)
    root = Path(__file__).resolve().parents[2]
    for turn in range(3):
        folder = tmp_path / str(turn)
        command = [sys.executable, "-c", _SAVER, str(folder)]
        with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told = [int(process.stdout.readline()) for _ in range(chance.randrange(1, 40))]
            process.send_signal(signal.SIGKILL)
            told += [int(line) for line in process.stdout if line.strip()]
        loaded = empty(MODEL)
        loaded.load(folder, KEY)
        assert loaded.figures().expanded in (told[-1], told[-1] + 1)
        drive(loaded, MODEL)
        assert [loaded.state(at) for at in range(len(loaded))] == plain(MODEL).states
        loaded.save(folder, KEY)


def test_searches_of_the_driver_are_saved_with_their_starts(tmp_path: Path) -> None:
    search = searching(MODEL)
    search.save(tmp_path, KEY)
    loaded = empty(MODEL)
    loaded.load(tmp_path, KEY)
    assert isinstance(drive(loaded, MODEL), Done)
    assert len(loaded) == len(plain(MODEL).states)


def test_a_save_that_does_not_fit_says_so(tmp_path: Path) -> None:
    search = begun(MODEL)
    drive(search, MODEL)
    search.save(tmp_path, KEY)
    less = search.figures().memory // 2
    with pytest.raises(OutOfRoom, match="more than the memory allowed"):
        Search(MODEL.library(), 1, MOST, box=16, memory=less).load(tmp_path, KEY)
