"""What a search has met, by number."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable

from .layout import NO_PARENT, ShardFields
from .numbering import Numbering, Segment
from .shard import Shard


class Found:
    """The states of all shards under one numbering."""

    def __init__(self, words: int, threads: int) -> None:
        self.words = words
        self.threads = threads
        self.fields = (ShardFields * threads)()
        self.shards: list[Shard] = []
        self.numbering = Numbering(list(self.fields))

    def number(self, shard: int, index: int) -> int:
        return index if self.threads == 1 else self.numbering.number(shard, index)

    def place(self, number: int) -> tuple[int, int]:
        """The shard and the index of a state."""
        if not 0 <= number < len(self):
            raise IndexError(f"no state has the number {number}")
        return (0, number) if self.threads == 1 else self.numbering.place(number)

    def __len__(self) -> int:
        return sum(fields.count for fields in self.fields)

    def state(self, number: int) -> tuple[int, ...]:
        """The words of a state."""
        shard, index = self.place(number)
        start = self.fields[shard].store + 8 * self.words * index
        return tuple((ctypes.c_uint64 * self.words).from_address(start))

    def parent(self, number: int) -> int | None:
        """The state from which a state was first met; None for a start."""
        shard, index = self.place(number)
        above = self.shards[shard].parent(index)
        shift = self.fields[shard].shift
        return None if above == NO_PARENT else self.number(above >> shift, above & (1 << shift) - 1)

    def path(self, number: int) -> list[int]:
        """The states from a start to a state, one of the shortest ways."""
        found = [number]
        while (above := self.parent(found[-1])) is not None:
            found.append(above)
        return found[::-1]

    def is_over(self, number: int) -> bool:
        """Whether play is over at a state."""
        shard, index = self.place(number)
        return self.shards[shard].is_over(index)

    def levels(self) -> list[int]:
        """The first number of each level that was begun."""
        if self.threads > 1:
            return self.numbering.levels
        return list(self.shards[0].numbers("levels", self.fields[0].level_count))

    def dead_ends(self) -> array[int]:
        """The expanded states, by number, that are not over and have no successor."""
        found: Iterable[int] = (
            self.number(at, index)
            for at, shard in enumerate(self.shards)
            for index in shard.numbers("dead", shard.fields.dead_count)
        )
        return array("Q", sorted(found))

    def segments(self) -> list[Segment]:
        """All states in the order of their numbers."""
        alone = [Segment(0, 0, 0, self.fields[0].count)]
        return alone if self.threads == 1 else list(self.numbering.segments())

    def packed(self, first: int, last: int) -> array[int]:
        """The words of states, one after the other: from a first number to before a last."""
        found = array("Q")
        for part in self.segments():
            begin = max(first, part.number)
            end = min(last, part.number + part.last - part.first)
            if begin < end:
                offset = part.first - part.number
                found.frombytes(self.shards[part.shard].stored(begin + offset, end + offset))
        return found
