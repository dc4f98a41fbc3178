"""One numbering over all shards: level by level, and within a level shard by shard."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .layout import ShardFields


@dataclass(frozen=True)
class Segment:
    """States of one level in one shard: neither their numbers nor their indices have a gap."""

    number: int
    shard: int
    first: int
    last: int


class Numbering:
    """Where each level starts in each shard.

    The numbers of a level that is still being found shift while it is; those of one shard never do.
    """

    def __init__(self, fields: Sequence[ShardFields]) -> None:
        self._fields = fields
        self._starts: list[list[int]] = [[] for _ in fields]
        self._firsts: list[int] = []

    def restore(self, starts: Sequence[Sequence[int]]) -> None:
        self._starts = [list(own) for own in starts]
        self._firsts = [sum(level) for level in zip(*starts, strict=True)]

    def begin_level(self) -> list[int]:
        """All that was found and not expanded is the next level; where it starts in each shard."""
        starts = [shard.stop for shard in self._fields]
        for own, start in zip(self._starts, starts, strict=True):
            own.append(start)
        self._firsts.append(sum(starts))
        return starts

    @property
    def levels(self) -> list[int]:
        return list(self._firsts)

    def _begins(self, shard: int, level: int) -> int:
        """Where a level starts; the level after the last begun is the one being found."""
        starts = self._starts[shard]
        if level < len(starts):
            return starts[level]
        fields = self._fields[shard]
        return fields.stop if level == len(starts) else fields.count

    def _first(self, level: int) -> int:
        if level < len(self._firsts):
            return self._firsts[level]
        return sum(fields.stop for fields in self._fields)

    def number(self, shard: int, index: int) -> int:
        """The number of a state."""
        level = bisect_right(self._starts[shard], index) - 1
        if index >= self._fields[shard].stop:
            level = len(self._firsts)
        before = sum(self._begins(at, level + 1) - self._begins(at, level) for at in range(shard))
        return self._first(level) + before + index - self._begins(shard, level)

    def place(self, number: int) -> tuple[int, int]:
        """The shard and the index of a state."""
        level = bisect_right(self._firsts, number) - 1
        if number >= self._first(len(self._firsts)):
            level = len(self._firsts)
        left = number - self._first(level)
        for shard in range(len(self._fields)):
            begins = self._begins(shard, level)
            held = self._begins(shard, level + 1) - begins
            if 0 <= left < held:
                return shard, begins + left
            left -= held
        raise IndexError(f"no state has the number {number}")

    def settled(self, shard: int, index: int) -> bool:
        """Whether the number of a state will not shift any more."""
        return len(self._fields) == 1 or index < self._fields[shard].stop

    def segments(self) -> Iterator[Segment]:
        """All states, in the order of their numbers."""
        for level in range(len(self._firsts) + 1):
            number = self._first(level)
            for shard in range(len(self._fields)):
                first, last = self._begins(shard, level), self._begins(shard, level + 1)
                if last > first:
                    yield Segment(number, shard, first, last)
                number += last - first
