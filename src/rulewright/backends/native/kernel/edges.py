"""The edges of the graph of states, as compact arrays."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator
from typing import Any

from ..jit import Library
from .numbering import Segment

# The edges of state n are those from first[n] up to first[n + 1]: each a move and a target.
EdgeList = tuple["array[int]", "array[int]", "array[int]"]

_WORD = ctypes.c_uint64
_HALF = ctypes.c_uint32
_PTR = ctypes.c_void_p
# Edges made at a time: few enough to stay in the processor's cache.
_CHUNK = 1 << 13


class EdgeReader:
    """Makes edges from the states again, so that no search needs to keep them."""

    def __init__(self, library: Library, words: int, most: int) -> None:
        function = library.function
        takes = [_PTR, _WORD, _WORD, *4 * [_PTR], _WORD]
        self._generate = function("kernel_generate", _WORD, *takes)
        self._resolve = function("kernel_resolve", None, *3 * [_PTR], _WORD)
        self._keep = function("kernel_keep", _WORD, *4 * [_PTR], _WORD, _WORD)
        self._count = function("kernel_count", None, _PTR, _WORD, _WORD)
        self._renumber = function("kernel_renumber", None, _PTR, _WORD, _PTR, _WORD)
        self._room = max(_CHUNK, 4 * most)
        self._states = (_WORD * (self._room * words))()
        self._spreads = (_WORD * self._room)()
        self._ends = (_WORD * self._room)()
        self._moves = (_HALF * self._room)()
        self._targets = (_HALF * self._room)()

    def _fill(self, fields: Any, shard: int, first: int, last: int, before: int) -> tuple[int, int]:
        """List edges from a state on: the state to go on with, and how many edges there are."""
        own = ctypes.addressof(fields[shard])
        last = min(last, first + self._room)
        out = (self._states, self._spreads, self._moves, self._ends)
        at = self._generate(own, first, last, *out, self._room)
        made = self._ends[at - first - 1]
        self._resolve(ctypes.addressof(fields), self._states, self._spreads, made)
        lists = (self._spreads, self._moves, self._targets, self._ends)
        return at, self._keep(*lists, at - first, before)

    def of(self, fields: Any, shard: int, index: int) -> Iterator[tuple[int, int]]:
        """The moves of one state that lead to one that was met: its shard above its index."""
        _, kept = self._fill(fields, shard, index, index + 1, 0)
        return zip(self._moves[:kept], self._targets[:kept], strict=True)

    def all(self, fields: Any, segments: list[Segment], limit: int) -> EdgeList | None:
        """The edges of every state up to the last that was expanded."""
        firsts, moves, targets = array("Q", [0]), array("I"), array("I")
        tables = self._tables(fields, segments) if len(fields) > 1 else None
        for segment in segments:
            at, last = segment.first, min(segment.last, fields[segment.shard].next)
            # With several threads, expanded states may come after some that are not.
            if at < last:
                firsts.extend([len(moves)] * (segment.number + 1 - len(firsts)))
            while at < last:
                start = at
                at, kept = self._fill(fields, segment.shard, start, last, len(moves))
                if len(moves) + kept > limit:
                    return None
                if tables is not None:
                    self._renumber(self._targets, kept, tables.pointers, fields[0].shift)
                firsts.frombytes(memoryview(self._ends).cast("B")[: 8 * (at - start)])
                moves.frombytes(memoryview(self._moves).cast("B")[: 4 * kept])
                targets.frombytes(memoryview(self._targets).cast("B")[: 4 * kept])
        return firsts, moves, targets

    def _tables(self, fields: Any, segments: list[Segment]) -> _Tables:
        tables = _Tables([shard.count for shard in fields])
        for segment in segments:
            start = tables.pointers[segment.shard] + 4 * segment.first
            self._count(start, segment.last - segment.first, segment.number)
        return tables


class _Tables:
    """The number of each state of each shard."""

    def __init__(self, counts: list[int]) -> None:
        self._held = [(_HALF * max(1, count))() for count in counts]
        self.pointers = (_WORD * len(counts))(*(ctypes.addressof(own) for own in self._held))
