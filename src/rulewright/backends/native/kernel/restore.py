"""Loading a saved search: read the files that its manifest names, and make the tables again."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from .checkpoint import GROWING, PENDING, SCALARS, CheckpointError, Manifest, Written, read_manifest
from .events import OutOfRoom

if TYPE_CHECKING:
    from .search import Search

_CHUNK = 1 << 24
# States entered into a table at a time.
_SLICE = 1 << 20


def load(search: Search, folder: Path, key: str) -> None:
    """Bring a new search to where a saved one was; CheckpointError names the file that is wrong."""
    manifest = read_manifest(folder)
    _check(search, folder, key, manifest)
    for at, scalars in enumerate(manifest.shards):
        _load_shard(search, folder, manifest, at, scalars)
    for at, block in enumerate(search.watch_blocks):
        with memoryview(block).cast("B") as target:
            name = f"{manifest.run}-{at}-watch-{manifest.save}.rw"
            _read(folder, manifest, name, target)
    search.restored()
    search.written = Written(folder, manifest.run, manifest.save, manifest.parts)


def _check(search: Search, folder: Path, key: str, manifest: Manifest) -> None:
    if len(search):
        raise ValueError("a saved search is loaded into one that has no states yet")
    if (manifest.key, manifest.words) != (key, search.words):
        raise CheckpointError(f"{folder}: the search saved here is of other rules or another scope")
    if manifest.threads != search.threads:
        raise CheckpointError(
            f"{folder}: the search saved here has {manifest.threads} threads, not "
            f"{search.threads}; load it with as many"
        )


def _load_shard(
    search: Search, folder: Path, manifest: Manifest, at: int, scalars: dict[str, int]
) -> None:
    shard = search.shards[at]
    # The arrays first get their room, which a table for all states then has to fit beside.
    if not shard.restore(scalars["count"]):
        raise OutOfRoom(shard.reason)
    lists = {name: scalars[counter] for name, counter in GROWING.items()}
    for name, count in (*lists.items(), ("over", scalars["count"])):
        file = f"{manifest.run}-{at}-{name}" + ("" if name in lists else f"-{manifest.save}")
        held = shard.arrays[name]
        with held.view_bytes(0, held.bytes(count)) as target:
            _read(folder, manifest, f"{file}.rw", target)
    for name in PENDING:
        file = f"{manifest.run}-{at}-{name}-{manifest.save}.rw"
        length = manifest.parts[file].length
        with shard.arrays[name].view_bytes(0, length) as target:
            _read(folder, manifest, file, target)
        setattr(shard.fields, f"{name}_count", length // 4)
    for name in SCALARS:
        setattr(shard.fields, name, scalars[name])
    for first in range(0, scalars["count"], _SLICE):
        search.rebuild(at, first, min(scalars["count"], first + _SLICE))


def _read(folder: Path, manifest: Manifest, name: str, target: memoryview) -> None:
    """Read the part of a file that counts, and compare its checksum."""
    path, part = folder / name, manifest.parts[name]
    if part.length != len(target):
        raise CheckpointError(f"{path}: holds {part.length} bytes where {len(target)} are needed")
    checksum = 0
    try:
        with open(path, "rb", buffering=0) as file:
            for start in range(0, part.length, _CHUNK):
                with target[start : start + _CHUNK] as piece:
                    done = 0
                    while done < len(piece) and (more := file.readinto(piece[done:])):
                        done += more
                    if done < len(piece):
                        raise CheckpointError(f"{path}: is cut short; start the search anew")
                    checksum = zlib.crc32(piece, checksum)
    except OSError as why:
        raise CheckpointError(f"{path}: cannot be read ({why.strerror})") from why
    if checksum != part.checksum:
        raise CheckpointError(f"{path}: is damaged; start the search anew")
