"""Memory that grows without moving: address space is reserved, and used bit by bit.

Where the system promises no more memory than it has (or is Windows), little is reserved and arrays
move when they grow.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import sys
import tempfile
from pathlib import Path

_SMALLEST = 1 << 16
# Zeroing a huge page costs more than it saves while a search is small.
_HUGE_FROM = 1 << 23
# A file grows in steps of this size at least, and doubles until it grows by the second.
_FILE_STEP = 1 << 20
_FILE_STEPS = 1 << 28
# The name is in `mmap` from Python 3.13 on; the number is Linux's on all processors served here.
_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)


def _reserves() -> bool:
    """Whether reserving address space is free of charge."""
    if sys.platform != "linux":
        return sys.platform == "darwin"
    try:
        return Path("/proc/sys/vm/overcommit_memory").read_text().strip() != "2"
    except OSError:
        return True


def mapping(size: int) -> mmap.mmap:
    """Zeroed memory; OSError (or MemoryError) where there is none."""
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE)


def address_of(block: mmap.mmap) -> int:
    """Where it lies, for as long as somebody holds it; nothing stands in the way of its end."""
    return ctypes.addressof(ctypes.c_char.from_buffer(block))


def want_huge(block: mmap.mmap, start: int = 0) -> None:
    """Ask for huge pages, which spare most of the waiting for address translation."""
    option = getattr(mmap, "MADV_HUGEPAGE", None)
    if option is not None and len(block) - start >= _HUGE_FROM:
        try:
            block.madvise(option, start)
        except OSError:
            return  # a kernel without huge pages: slower, and just as right


def release(block: mmap.mmap, start: int, end: int) -> bool:
    """Give pages back that are not read again; whether the system can."""
    option = getattr(mmap, "MADV_DONTNEED", None)
    if sys.platform != "linux" or option is None:
        return False
    first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
    whole = (end - first) // mmap.PAGESIZE * mmap.PAGESIZE
    if whole > 0:
        block.madvise(option, first, whole)
    return True


def _allocate(file: int, start: int, length: int) -> None:
    """Have the disk set room aside; OSError where it has none."""
    allocate = getattr(os, "posix_fallocate", None)
    if allocate is not None:
        allocate(file, start, length)
        return
    os.lseek(file, start, os.SEEK_SET)
    for at in range(0, length, _SMALLEST):
        os.write(file, bytes(min(_SMALLEST, length - at)))


class Array:
    """An array of items of one size in memory, or in a file of a folder."""

    def __init__(self, item: float, most: int, folder: Path | None = None) -> None:
        self._item = item
        self._most = self._rounded(most)
        self._file: int | None = None
        self._folder = folder
        self._held = 0  # bytes of the file that the disk has promised
        if folder is not None:
            self._file, name = tempfile.mkstemp(dir=folder, prefix="rulewright-", suffix=".spill")
            # Nobody else needs the name, and without it the file goes when the search does.
            if sys.platform != "win32":
                os.unlink(name)
            self._block = self._map(self._file, self._most)
        else:
            self._block = self._reserve(self._most if _reserves() else _SMALLEST)
        self.address = address_of(self._block)

    def _rounded(self, items: int) -> int:
        return max(_SMALLEST, -(-self.bytes(items) // mmap.PAGESIZE) * mmap.PAGESIZE)

    def _reserve(self, size: int) -> mmap.mmap:
        """Memory of this size; where there is none, little, to be moved when it is too small."""
        try:
            block = mapping(size)
        except (OSError, MemoryError, OverflowError, ValueError):
            block = mapping(_SMALLEST)
        want_huge(block, _HUGE_FROM if size > _HUGE_FROM else 0)
        return block

    def _map(self, file: int, size: int) -> mmap.mmap:
        """A file of at most this size, as large as the system lets it be; empty for now."""
        while True:
            try:
                os.ftruncate(file, size)
                return mmap.mmap(file, size)
            except (OSError, OverflowError, ValueError) as why:
                size = size // 2 // mmap.PAGESIZE * mmap.PAGESIZE
                if size < _SMALLEST:
                    number = why.errno if isinstance(why, OSError) else None
                    number = number or errno.EFBIG
                    raise OSError(number, os.strerror(number), str(self._folder)) from why

    @property
    def room(self) -> int:
        """How many items may be written now."""
        return int((self._held if self._file is not None else len(self._block)) / self._item)

    def ensure(self, items: int) -> None:
        """Have room for so many items; OSError or MemoryError where there is none."""
        if items <= self.room:
            return
        if self._file is not None:
            self._extend(self._rounded(items))
        elif self._rounded(items) > len(self._block):
            self._move(self._rounded(items))

    def _extend(self, size: int) -> None:
        assert self._file is not None
        wanted = size
        size = max(size + _FILE_STEP, self._held + min(self._held, _FILE_STEPS))
        size = min(len(self._block), size)
        # Writing to a mapped page for which the disk has no room would end the process.
        try:
            if size < wanted:  # the system lets no file be larger
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
            _allocate(self._file, self._held, size - self._held)
        except OSError as why:
            raise OSError(why.errno, why.strerror, str(self._folder)) from why
        self._held = size

    def _move(self, size: int) -> None:
        block = mapping(max(size, min(2 * len(self._block), self._most)))
        ctypes.memmove(address_of(block), self.address, len(self._block))
        self._block.close()
        self._block, self.address = block, address_of(block)

    def bytes(self, items: int) -> int:
        """How many bytes so many items take up."""
        return -int(-items * self._item // 1)

    def view_bytes(self, first: int, last: int) -> memoryview:
        """Some of the bytes; to be let go before the array grows."""
        with memoryview(self._block) as whole:
            return whole[first:last]

    def close(self) -> None:
        self._block.close()
        if self._file is not None:
            os.close(self._file)
            self._file = None
