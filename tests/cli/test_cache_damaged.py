"""Compiled code that was cut, changed or swapped, and a cache that cannot be used: the same counts.

What is found is what the interpreter finds; the object is made anew, or made for this once.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.nim import Ran, rulewright

pytest.importorskip("llvmlite")

SEARCH = ("explore", "star-grid", "--json", "--no-endless")


def searched(cache: Path | str, *more: str, **environment: str) -> Ran:
    return rulewright(*SEARCH, *more, RULEWRIGHT_CACHE=str(cache), **environment)


def found(run: Ran) -> object:
    """All that a search tells, but its time and who made it."""
    assert run.code == 0, run.err
    assert "error" not in run.err
    data = json.loads(run.out)
    assert data["states"] == 4_575
    return {name: value for name, value in data.items() if name not in ("seconds", "native")}


@pytest.fixture(scope="module")
def interpreted() -> object:
    return found(rulewright(*SEARCH, "--no-native"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the compiled search, in a folder of its own."""
    folder = tmp_path_factory.mktemp("cache")
    found(searched(folder, "--native"))
    (file,) = folder.iterdir()
    return file


def damaged(held: bytes, dice: random.Random) -> Iterator[bytes]:
    """Nothing, something foreign, cut at several places, and bits flipped at several."""
    yield b""
    yield b"\x7fELF" + held[4:]
    for part in (0.001, 0.5, 0.999):
        yield held[: int(len(held) * part)]
    for _ in range(4):
        at = dice.randrange(len(held))
        yield held[:at] + bytes([held[at] ^ 1 << dice.randrange(8)]) + held[at + 1 :]


@pytest.mark.slow
def test_a_damaged_object_is_made_anew(kept: Path, interpreted: object, tmp_path: Path) -> None:
    held = kept.read_bytes()
    for number, text in enumerate(damaged(held, random.Random(11))):
        file = tmp_path / str(number) / kept.name
        file.parent.mkdir()
        file.write_bytes(text)
        assert found(searched(file.parent, "--native")) == interpreted
        assert file.read_bytes() == held
        assert list(file.parent.iterdir()) == [file]


def test_the_object_of_another_search_is_not_run(
    kept: Path, interpreted: object, tmp_path: Path
) -> None:
    """It is whole, and what it counts is right: elsewhere."""
    searched(tmp_path, "--native", "--scope", "wide")
    (other,) = tmp_path.iterdir()
    assert other.name != kept.name
    other.rename(tmp_path / kept.name)
    assert found(searched(tmp_path, "--native")) == interpreted
    assert (tmp_path / kept.name).read_bytes() == kept.read_bytes()


def test_what_is_whole_is_used(kept: Path, interpreted: object) -> None:
    before = kept.stat().st_mtime_ns
    assert found(searched(kept.parent, "--native")) == interpreted
    assert kept.stat().st_mtime_ns == before


def test_a_cache_that_cannot_be_used_only_costs_time(
    kept: Path, interpreted: object, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    (tmp_path / "folder" / kept.name).mkdir(parents=True)
    for cache in (in_the_way, in_the_way / "below", tmp_path / "folder", "/proc/nowhere"):
        assert found(searched(cache, "--native")) == interpreted


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do it all")
def test_a_cache_that_may_not_be_read_or_written(
    kept: Path, interpreted: object, tmp_path: Path
) -> None:
    shutil.copy(kept, tmp_path)
    for mode in (0o000, 0o500):
        tmp_path.chmod(mode)
        try:
            assert found(searched(tmp_path, "--native")) == interpreted
        finally:
            tmp_path.chmod(0o700)
    (tmp_path / kept.name).chmod(0o000)
    assert found(searched(tmp_path, "--native")) == interpreted
