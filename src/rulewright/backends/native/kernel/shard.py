"""One shard of a search: its arrays, its table, and how they grow within the memory allowed."""

from __future__ import annotations

import ctypes
import mmap
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .layout import GROUP, MOST_STATES, ShardFields
from .memory import Array, address_of, mapping, release, want_huge

# How full a table gets before it grows, and where memory is too short for a larger one.
LOAD = 0.8
LAST_LOAD = 0.92
# A table grows by the first of these that memory allows. Small ones are cheap to double.
FACTORS = (1.5, 1.25, 1.12)
SMALL_TABLE = 1 << 22
MOST_SLOTS = 1 << 32
# Slots moved at a time while a table grows: about 20 ms.
SLICE = 1 << 22


def _short_of(memory: str, why: OSError | MemoryError) -> str:
    """What there is no room for: memory, or the files of a folder where they hold the states."""
    if isinstance(why, OSError) and why.filename is not None:
        return f"{why.filename}: no room for more states ({why.strerror})"
    return f"{memory}: {why}"


def _grouped(slots: float) -> int:
    return (int(slots) // GROUP + 1) * GROUP


@dataclass
class _Table:
    block: mmap.mmap
    size: int


@dataclass
class _Move:
    """A table on its way into a larger one."""

    old: _Table
    new: _Table
    done: int = 0


class Shard:
    """The states whose hash falls to one thread."""

    def __init__(
        self, fields: ShardFields, words: int, memory: int | None, spill: Path | None, slots: int
    ) -> None:
        self.fields = fields
        self.memory = memory
        self.reason = ""  # why there was no room, once there was none
        # The last place of the last shard would look like no parent.
        most = min(MOST_STATES, (1 << fields.shift) - 1)
        self._most = most
        self.arrays = {
            "store": Array(8 * words, most, spill),
            "parents": Array(4, most, spill),
            "over": Array(1 / 8, most),
            **{name: Array(4, most) for name in ("levels", "dead", "unchecked", "unexpanded")},
        }
        # Spilled arrays live in the disk's cache, which the system takes back when it must.
        self._state_bytes = 1 / 8 + (0 if spill else 8 * words + 4)
        slots = _grouped(slots)
        self._table = _Table(mapping(8 * slots), slots)
        self._move: _Move | None = None
        self._use()

    def _use(self) -> None:
        """Tell the compiled code where everything lies, and how many states there may be."""
        fields = self.fields
        for name, held in self.arrays.items():
            setattr(fields, name, held.address)
        fields.slots = address_of(self._table.block)
        fields.size = self._table.size
        fields.room = min(self._table_room(), *(held.room for held in self.arrays.values()))

    def _table_room(self) -> int:
        """The states for which the table and the memory beside it suffice."""
        size = self._table.size
        room = int(size * LOAD)
        if self.memory is not None:
            beside = int((self.memory - 8 * size) / self._state_bytes)
            if not self._larger(room + 1):
                room = int(size * LAST_LOAD)
            room = max(0, min(room, beside))
        return min(room, self._most)

    @property
    def bytes(self) -> int:
        moved = self._move
        table = self._table.size if moved is None else moved.new.size
        return int(self.fields.count * self._state_bytes) + 8 * table

    @property
    def growing(self) -> bool:
        return self._move is not None

    def has_room(self, states: int) -> bool:
        return not self.growing and self.fields.count + states <= self.fields.room

    def start_growth(self, states: int) -> bool:
        """See to room for so many more states, as far as that is quick; False where there is none.

        Where the table has to grow, `growing` says so afterwards, and `grow` is to be called.
        """
        needed = self.fields.count + states
        try:
            if needed > self._most:
                self.reason = f"more than {self._most:,} states in one shard"
                return False
            for held in self.arrays.values():
                held.ensure(needed)
            self._use()
            if needed <= self.fields.room:
                return True
            size = self._larger(needed)
            if size is None:
                self.reason = f"the memory allowed is used up: {self.memory or 0:,} bytes a shard"
                return False
            new = _Table(mapping(8 * size), size)
        except (OSError, MemoryError) as why:
            self._use()
            self.reason = _short_of("the system gives no more memory", why)
            return False
        want_huge(new.block)
        self._move = _Move(self._table, new)
        return True

    def _larger(self, needed: int) -> int | None:
        """The size of the next table, for at least so many states; None where memory is short."""
        size = self._table.size
        doubled = [2.0] if size < SMALL_TABLE else []
        least = needed / LOAD + 1
        for factor in (*doubled, *FACTORS):
            larger = _grouped(max(size * factor, least))
            if larger <= MOST_SLOTS and self._affords(larger, needed):
                return larger
        return None

    def _affords(self, size: int, states: int) -> bool:
        if self.memory is None:
            return True
        # The old table's pages go as they are emptied, where the system can take them.
        beside = 0 if release(self._table.block, 0, 0) else 8 * self._table.size
        return 8 * size + beside + states * self._state_bytes <= self.memory

    def grow(self, regrow: Any) -> None:
        """Move a slice of the old table into the new one."""
        move = self._move
        if move is None:
            return
        old, new = move.old, move.new
        end = min(old.size, move.done + SLICE)
        regrow(address_of(old.block), move.done, end, address_of(new.block), new.size)
        release(old.block, 8 * move.done, 8 * end)
        move.done = end
        if end == old.size:
            self._table = new
            self._move = None
            old.block.close()
            self._use()

    def restore(self, states: int) -> bool:
        """Make an empty table with room for states about to be read; False where it is short."""
        slots = max(self._table.size, _grouped(states / LOAD * FACTORS[1]))
        if not self._affords(slots, states):
            slots = _grouped(states / LAST_LOAD)
        try:
            if not self._affords(slots, states):
                raise MemoryError(f"{states:,} saved states need more than the memory allowed")
            for held in self.arrays.values():
                held.ensure(states)
            table = _Table(mapping(8 * slots), slots)
        except (OSError, MemoryError) as why:
            self.reason = _short_of("not enough memory", why)
            return False
        want_huge(table.block)
        self._table.block.close()
        self._table = table
        self._use()
        return True

    def numbers(self, name: str, count: int) -> array[int]:
        """A copy of a list's 32-bit numbers."""
        found = array("I")
        with self.arrays[name].view_bytes(0, 4 * count) as view:
            found.frombytes(view)
        return found

    def stored(self, first: int, last: int) -> memoryview:
        """The bytes of some states."""
        held = self.arrays["store"]
        return held.view_bytes(held.bytes(first), held.bytes(last))

    def push(self, name: str, number: int) -> None:
        """Append to a list of 32-bit numbers, as the compiled code does."""
        fields, counter = self.fields, f"{name.removesuffix('s')}_count"
        at = getattr(fields, counter)
        ctypes.c_uint32.from_address(self.arrays[name].address + 4 * at).value = number
        setattr(fields, counter, at + 1)

    def is_over(self, index: int) -> bool:
        address = self.arrays["over"].address + index // 8
        return bool(ctypes.c_uint8.from_address(address).value >> index % 8 & 1)

    def parent(self, index: int) -> int:
        return ctypes.c_uint32.from_address(self.arrays["parents"].address + 4 * index).value

    def close(self) -> None:
        for held in self.arrays.values():
            held.close()
        self._table.block.close()
        if self._move is not None:
            self._move.new.block.close()
