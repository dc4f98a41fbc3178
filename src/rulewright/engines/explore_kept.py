"""A native search that is saved on disk, so that it can go on after its process has ended.

The kernel saves states and counters. What the interpreter was asked about is kept here as a list
that only grows; when a search goes on, the interpreter looks at those cases again, so that first
cases, reasons and counts are what they were.
"""

from __future__ import annotations

import os
import signal
import struct
import threading
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from .verdict import Kept

if TYPE_CHECKING:
    from rulewright.backends.native.kernel import Search

# The end of the first watch block: how many entries of the list count, and their checksum.
NOTES = 16
LIST = "asked.rw"


class CannotBeKept(Exception):
    """A search cannot be saved, or cannot go on from what is saved; str() says why."""


class Keeper(Protocol):
    """Sees to it that a search can go on later."""

    def begin(self) -> list[tuple[int, bool]]:
        """Load what is there; the states that the interpreter was asked about, True for checks."""

    def working(self) -> Any:
        """A context in which the search goes on, saved at its end."""

    def look(self) -> None:
        """Save the search if it is time."""

    def asked(self, number: int, *, is_check: bool) -> None:
        """Note that the interpreter was asked about a state."""


class NoKeeper:
    """Keeps nothing."""

    def begin(self) -> list[tuple[int, bool]]:
        """Nothing is there."""
        return []

    @contextmanager
    def working(self) -> Iterator[None]:
        """The search goes on."""
        yield

    def look(self) -> None:
        """Nothing is saved."""

    def asked(self, number: int, *, is_check: bool) -> None:
        """Nothing is noted."""


def keeper_of(kernel: Search, block: bytearray, key: str, kept: Kept | None) -> Keeper:
    """What keeps a search, as the budget wants it."""
    if kept is None or kept.checkpoint is None:
        return NoKeeper()
    return FolderKeeper(kernel, block, key, kept.checkpoint, kept.resume, kept.seconds)


class FolderKeeper:
    """Keeps a search in a folder. Raises CannotBeKept."""

    def __init__(
        self,
        kernel: Search,
        block: bytearray,
        key: str,
        folder: Path,
        resume: bool,
        seconds: float,
    ) -> None:
        self._kernel = kernel
        self._block = block
        self._key = key
        self._folder = folder
        self._resume = resume
        self._seconds = seconds
        self._list: array[int] = array("Q")
        self._written = 0
        self._saved = monotonic()
        self._stop = False

    def begin(self) -> list[tuple[int, bool]]:
        """Load what is there; the states that the interpreter was asked about, True for checks."""
        from rulewright.backends.native.kernel.checkpoint import MANIFEST

        there = (self._folder / MANIFEST).exists()
        if there and not self._resume:
            raise CannotBeKept(
                f"{self._folder} holds a search: go on with it by --resume, or empty it"
            )
        if self._resume and not there:
            raise CannotBeKept(f"{self._folder} holds no search that could go on")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotBeKept(f"{self._folder}: {error.strerror or error}") from error
        if not there:
            return []
        with _told():
            self._kernel.load(self._folder, self._key)
        self._read()
        return [(entry >> 1, bool(entry & 1)) for entry in self._list]

    def _read(self) -> None:
        count, checksum = struct.unpack_from("<QQ", self._block, len(self._block) - NOTES)
        path = self._folder / LIST
        try:
            held = path.read_bytes()[: 8 * count] if count else b""
        except OSError as error:
            raise CannotBeKept(f"{path}: {error.strerror or error}") from error
        if len(held) != 8 * count or zlib.crc32(held) != checksum:
            raise CannotBeKept(f"{path} is cut short or damaged: start the search anew")
        self._list.frombytes(held)
        self._written = len(self._list)

    @contextmanager
    def working(self) -> Iterator[None]:
        """The search goes on; an interruption is heeded between slices, once all is saved."""
        main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, self._interrupted) if main else None
        try:
            yield
            self._save()
        finally:
            if main:
                signal.signal(signal.SIGINT, before)

    def _interrupted(self, _number: int, _frame: object) -> None:
        self._stop = True

    def look(self) -> None:
        """Save the search if it is time."""
        if self._stop or monotonic() - self._saved >= self._seconds:
            self._save()
        if self._stop:
            raise KeyboardInterrupt

    def asked(self, number: int, *, is_check: bool) -> None:
        """Note that the interpreter was asked about a state."""
        self._list.append(number << 1 | int(is_check))

    def _save(self) -> None:
        held = self._list.tobytes()
        path = self._folder / LIST
        try:
            with path.open("r+b" if path.exists() else "w+b") as file:
                file.truncate(8 * self._written)
                file.seek(8 * self._written)
                file.write(held[8 * self._written :])
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            why = error.strerror or error
            raise CannotBeKept(f"{path}: the search cannot be saved ({why})") from error
        place = len(self._block) - NOTES
        struct.pack_into("<QQ", self._block, place, len(self._list), zlib.crc32(held))
        with _told():
            self._kernel.save(self._folder, self._key)
        self._written = len(self._list)
        self._saved = monotonic()


@contextmanager
def in_its_room() -> Iterator[None]:
    """Within this, a folder that cannot be written and a bound that is met are told."""
    from rulewright.backends.native.kernel import OutOfRoom

    try:
        yield
    except OutOfRoom as error:
        raise CannotBeKept(f"there is no room for the search: {error}") from error
    except OSError as error:
        name = error.filename or "the files of the search"
        raise CannotBeKept(f"{name}: {error.strerror or error}") from error


@contextmanager
def _told() -> Iterator[None]:
    from rulewright.backends.native.kernel import CheckpointError, OutOfRoom

    try:
        yield
    except (CheckpointError, OutOfRoom) as error:
        raise CannotBeKept(str(error)) from error
