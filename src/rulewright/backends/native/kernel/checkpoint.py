"""Saving a search so that it can go on after its process has ended, however that ended.

States, parents, level starts and dead ends only ever grow, so each save appends to their files.
What changes is small and written anew. A save counts once its manifest, which names every file with
its length and checksum, has taken the place of the one before; until then the files that the
earlier manifest names are whole, up to the lengths that it names.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Union

from .shard import Shard

if TYPE_CHECKING:
    from .search import Search

FORMAT = 1
MANIFEST = "search.json"
# Lists that only grow, and how many items each holds.
GROWING = {"store": "count", "parents": "count", "levels": "level_count", "dead": "dead_count"}
PENDING = ("unchecked", "unexpanded")
SCALARS = ("count", "next", "stop", "transitions", "finals", "level_count", "dead_count")
_OURS = re.compile(r"[0-9a-f]{16}-[\w-]+\.rw")
_CHUNK = 1 << 24

Buffer = Union[bytes, bytearray, memoryview, "array[int]"]


class CheckpointError(Exception):
    """A search cannot be saved or loaded; the message names the file and says what is wrong."""


@dataclass(frozen=True)
class Part:
    """How much of a file counts, and the checksum of that."""

    length: int = 0
    checksum: int = 0


@dataclass(frozen=True)
class Manifest:
    """A checkpoint: what was searched, how far, and the files that hold the rest."""

    key: str
    words: int
    threads: int
    run: str
    save: int
    shards: list[dict[str, int]]
    parts: dict[str, Part]


@dataclass
class Written:
    """The checkpoint that a search appends to."""

    folder: Path
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    save: int = 0
    parts: dict[str, Part] = field(default_factory=dict)


def save(search: Search, folder: Path, key: str) -> None:
    """Write what is new since the last save into a folder, and make it the folder's checkpoint."""
    search.settle()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = _continued(search.written, folder)
        manifest = _save(search, written, key)
        _replace(folder / MANIFEST, _text(manifest))
    except OSError as why:
        name = why.filename or folder
        before = "what was saved before is whole" if search.written else "nothing is saved"
        raise CheckpointError(
            f"{name}: the search cannot be saved ({why.strerror}); {before}"
        ) from why
    written.save, written.parts = manifest.save, manifest.parts
    search.written = written
    _tidy(folder, manifest)


def _continued(written: Written | None, folder: Path) -> Written:
    """Go on with the files written before, if they are still what the folder's manifest names."""
    if written is None or written.folder != folder:
        return Written(folder)
    try:
        held = read_manifest(folder)
        whole = all(
            (folder / name).stat().st_size >= part.length for name, part in held.parts.items()
        )
    except (CheckpointError, OSError):
        return Written(folder)
    same = (held.run, held.save) == (written.run, written.save)
    return written if same and whole else Written(folder)


def _save(search: Search, written: Written, key: str) -> Manifest:
    parts: dict[str, Part] = {}
    number = written.save + 1
    for at, shard in enumerate(search.shards):
        for name, counter in GROWING.items():
            file = f"{written.run}-{at}-{name}.rw"
            end = shard.arrays[name].bytes(getattr(shard.fields, counter))
            before = written.parts.get(file, Part())
            with shard.arrays[name].view_bytes(before.length, end) as new:
                parts[file] = _append(written.folder / file, before, new)
        for name, held in _changing(search, at, shard):
            file = f"{written.run}-{at}-{name}-{number}.rw"
            parts[file] = _append(written.folder / file, Part(), held)
    for at, block in enumerate(search.watch_blocks):
        file = f"{written.run}-{at}-watch-{number}.rw"
        parts[file] = _append(written.folder / file, Part(), block)
    shards = [{name: getattr(own.fields, name) for name in SCALARS} for own in search.shards]
    return Manifest(key, search.words, search.threads, written.run, number, shards, parts)


def _changing(search: Search, at: int, shard: Shard) -> Iterable[tuple[str, Buffer]]:
    """What may still change: where play is over, and what the interpreter has yet to answer."""
    over = shard.arrays["over"]
    yield "over", bytes(over.view_bytes(0, over.bytes(shard.fields.count)))
    for name in PENDING:
        asked = array("I", (index for own, index in search.asked(name) if own == at))
        yield name, asked + shard.numbers(name, getattr(shard.fields, f"{name}_count"))


def _append(path: Path, before: Part, new: Buffer) -> Part:
    """Write behind the part that counts, over whatever an interrupted save left there."""
    checksum, length = before.checksum, before.length
    with (
        memoryview(new) as view,
        view.cast("B") as data,
        open(path, "r+b" if length else "wb", buffering=0) as file,
    ):
        file.truncate(length)
        file.seek(length)
        try:
            for start in range(0, len(data), _CHUNK):
                with data[start : start + _CHUNK] as piece:
                    _write_all(file.fileno(), piece)
                    checksum = zlib.crc32(piece, checksum)
            os.fsync(file.fileno())
        except OSError as why:
            file.truncate(length)
            raise OSError(why.errno, why.strerror, str(path)) from why
        return Part(length + len(data), checksum)


def _write_all(file: int, data: memoryview) -> None:
    while data:
        data = data[os.write(file, data) :]


def _text(manifest: Manifest) -> bytes:
    body = json.dumps({"format": FORMAT, **asdict(manifest)}, sort_keys=True).encode()
    return body + b"\n" + hashlib.sha256(body).hexdigest().encode() + b"\n"


def _replace(path: Path, text: bytes) -> None:
    """Put a file in the place of the one before, whole or not at all."""
    fresh = path.with_suffix(".part")
    _append(fresh, Part(), text)
    os.replace(fresh, path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _tidy(folder: Path, manifest: Manifest) -> None:
    """Remove what no manifest names any more; what cannot be removed only takes up room."""
    for path in folder.iterdir():
        if _OURS.fullmatch(path.name) and path.name not in manifest.parts:
            try:
                path.unlink()
            except OSError:
                continue


def read_manifest(folder: Path) -> Manifest:
    """What a folder's checkpoint says of itself."""
    path = folder / MANIFEST
    try:
        body, _, checksum = path.read_bytes().rstrip(b"\n").rpartition(b"\n")
    except OSError as why:
        raise CheckpointError(f"{path}: cannot be read ({why.strerror})") from why
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise CheckpointError(f"{path}: is damaged; the search has to start anew")
    said = json.loads(body)
    if said.pop("format") != FORMAT:
        raise CheckpointError(f"{path}: was made by another version; the search has to start anew")
    parts = {name: Part(**part) for name, part in said.pop("parts").items()}
    return Manifest(**said, parts=parts)
