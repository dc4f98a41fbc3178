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
_PTR = ctypes.c_void_p
# Edges listed at a time.
_CHUNK = 1 << 18


class EdgeReader:
    """Makes edges from the states again, so that no search needs to keep them."""

    def __init__(self, library: Library, words: int, most: int) -> None:
        takes = [_PTR, _PTR, _WORD, _WORD, *6 * [_PTR], _WORD]
        self._edges = library.function("kernel_edges", _WORD, *takes)
        self._count = library.function("kernel_count", None, _PTR, _WORD, _WORD)
        self._renumber = library.function("kernel_renumber", None, _PTR, _WORD, _PTR, _WORD)
        self._most = most
        self._scratch = (_WORD * (most * words))()
        self._spreads = (_WORD * most)()
        self._own = (ctypes.c_uint32 * most)()

    def of(self, fields: Any, shard: int, index: int) -> Iterator[tuple[int, int]]:
        """The moves of one state that lead to one that was met: its shard above its index."""
        chunk = _Chunk(self._most, 1)
        self._fill(fields, shard, index, index + 1, chunk)
        for at in range(chunk.ends[0]):
            yield chunk.moves[at], chunk.targets[at]

    def _fill(self, fields: Any, shard: int, first: int, last: int, chunk: _Chunk) -> int:
        base = ctypes.addressof(fields)
        own = ctypes.addressof(fields[shard])
        scratch = (self._scratch, self._spreads, self._own)
        out = (chunk.ends, chunk.moves, chunk.targets, len(chunk.moves))
        return int(self._edges(base, own, first, last, *scratch, *out))

    def all(self, fields: Any, segments: list[Segment], limit: int) -> EdgeList | None:
        """The edges of every state up to the last that was expanded."""
        firsts, moves, targets = array("Q", [0]), array("I"), array("I")
        chunk = _Chunk(max(_CHUNK, self._most), _CHUNK)
        tables = self._tables(fields, segments) if len(fields) > 1 else None
        for segment in segments:
            at, last = segment.first, min(segment.last, fields[segment.shard].next)
            # With several threads, expanded states may come after some that are not.
            if at < last:
                firsts.extend([len(moves)] * (segment.number + 1 - len(firsts)))
            while at < last:
                start, base = at, len(moves)
                at = self._fill(fields, segment.shard, at, min(last, at + _CHUNK), chunk)
                filled = chunk.ends[at - start - 1]
                if base + filled > limit:
                    return None
                if tables is not None:
                    self._renumber(chunk.targets, filled, tables.pointers, fields[0].shift)
                firsts.extend([base + end for end in chunk.ends[: at - start]])
                moves.frombytes(memoryview(chunk.moves).cast("B")[: 4 * filled])
                targets.frombytes(memoryview(chunk.targets).cast("B")[: 4 * filled])
        return firsts, moves, targets

    def _tables(self, fields: Any, segments: list[Segment]) -> _Tables:
        tables = _Tables([shard.count for shard in fields])
        for segment in segments:
            start = tables.pointers[segment.shard] + 4 * segment.first
            self._count(start, segment.last - segment.first, segment.number)
        return tables


class _Chunk:
    """Edges as the compiled code lists them."""

    def __init__(self, edges: int, states: int) -> None:
        self.ends = (_WORD * states)()
        self.moves = (ctypes.c_uint32 * edges)()
        self.targets = (ctypes.c_uint32 * edges)()


class _Tables:
    """The number of each state of each shard."""

    def __init__(self, counts: list[int]) -> None:
        self._held = [(ctypes.c_uint32 * max(1, count))() for count in counts]
        self.pointers = (_WORD * len(counts))(*(ctypes.addressof(own) for own in self._held))
