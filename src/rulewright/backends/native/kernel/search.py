"""The native search as its driver sees it: advance it slice by slice, and answer what it asks."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..jit import Library
from .checkpoint import Written, save
from .edges import EdgeList, EdgeReader
from .events import AskCheck, AskExpand, Done, Event, Figures, MemoryFull, MoreToDo, OutOfRoom
from .found import Found
from .layout import NO_PARENT
from .memory import address_of, mapping
from .restore import load
from .shard import Shard
from .team import Team

MOST_THREADS = 64
# Bytes of successors written before they are looked up. A thread that is alone keeps them in its
# cache; with others, a round has to be long beside the meeting that ends it.
ALONE_BYTES = 1 << 16
TOGETHER_BYTES = 1 << 21
# What fits beside it into the cache of one processor core.
RECENT_BYTES = 1 << 18
FIRST_SLOTS = 1 << 14
# Returned in place of a number that several threads have not settled yet.
UNSETTLED = -1

_WORD = ctypes.c_uint64
_PTR = ctypes.c_void_p


class Search(Found):
    """A breadth-first search over packed states.

    With one thread, states are numbered and successors taken in exactly the order in which a queue
    would. With several, each level holds the same states, in another order. `memory` bounds the
    bytes held, and `spill` names a folder for files that hold the states in place of memory.
    """

    def __init__(
        self,
        library: Library,
        words: int,
        most: int,
        watch_blocks: Sequence[Any] = (),
        threads: int = 1,
        memory: int | None = None,
        spill: Path | None = None,
        box: int | None = None,
        slots: int = FIRST_SLOTS,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"{threads} threads: from 1 to {MOST_THREADS} can search")
        if watch_blocks and len(watch_blocks) != threads:
            raise ValueError(f"{len(watch_blocks)} watch blocks for {threads} threads")
        super().__init__(words, threads)
        self.most = most
        self.watch_blocks = tuple(watch_blocks)
        self._bind(library)
        self._box = max(most, box or self._usual_box())
        self._recent = 1 << max(4, (RECENT_BYTES // (8 * words)).bit_length() - 1)
        self._buffers: list[Any] = []
        for at in range(threads):
            self._prepare(at)
        own = None if memory is None else max(0, memory // threads - self._buffer_bytes())
        self.shards += [Shard(fields, words, own, spill, slots) for fields in self.fields]
        self._team = Team(threads)
        self._boxed = False
        self.written: Written | None = None
        # The places of the states that the interpreter has yet to answer for.
        self._checking: dict[tuple[int, int], None] = {}
        self._expanding: dict[tuple[int, int], None] = {}
        self._state = (_WORD * words)()

    def _bind(self, library: Library) -> None:
        def function(name: str, returns: Any, *takes: Any) -> Callable[..., Any]:
            return library.function(f"kernel_{name}", returns, *takes)  # type: ignore[no-any-return]

        self._canon = function("canon", None, _PTR)
        self._hash = function("hash", _WORD, _PTR)
        self._run = function("run", None, _PTR, _WORD)
        self._expand = function("expand", None, _PTR, _WORD)
        self._insert = function("insert", None, _PTR, _PTR)
        self._put = function("add", _WORD, _PTR, _PTR, _WORD, _WORD)
        self._index = function("index", _WORD, _PTR, _PTR, _WORD)
        self._mark = function("mark", None, _PTR, _WORD)
        self._regrow = function("regrow", None, _PTR, _WORD, _WORD, _PTR, _WORD)
        self._rebuild = function("rebuild", None, _PTR, _WORD, _WORD)
        self._edge_reader = EdgeReader(library, self.words, self.most)

    def _usual_box(self) -> int:
        held = ALONE_BYTES if self.threads == 1 else TOGETHER_BYTES // self.threads
        return max(2 * self.most, held // (8 * (self.words + 1)))

    def _buffer_bytes(self) -> int:
        beside = 8 * self.words * (self.most + self._recent)
        return self.threads * self._box * 8 * (self.words + 1) + beside

    def _prepare(self, at: int) -> None:
        """Lay out the boxes and the scratch memory of one shard."""
        fields, boxed = self.fields[at], self.threads * self._box
        sizes = {
            "scratch": 8 * self.words * self.most,
            "box_words": 8 * self.words * boxed,
            "box_meta": 8 * boxed,
            "box_counts": 8 * self.threads,
            "recent": 8 * self.words * self._recent,
        }
        for name, size in sizes.items():
            block = mapping(size)
            self._buffers.append(block)
            setattr(fields, name, address_of(block))
        if self.watch_blocks and len(self.watch_blocks[at]):
            held = (ctypes.c_uint8 * len(self.watch_blocks[at])).from_buffer(self.watch_blocks[at])
            self._buffers.append(held)
            fields.watch = ctypes.addressof(held)
        fields.box_room = self._box
        fields.recent_mask = self._recent - 1
        fields.shards = self.threads
        fields.me = at
        fields.shift = 32 - (self.threads - 1).bit_length()

    def _shard(self, at: int) -> int:
        return ctypes.addressof(self.fields[at])

    # States

    def _packed(self, state: Sequence[int]) -> tuple[int, int]:
        """Lay out a state's representative; its hash and its shard."""
        self._state[:] = list(state)
        self._canon(self._state)
        spread = self._hash(self._state)
        return spread, (spread & 0xFFFFFFFF) * self.threads >> 32

    def add(self, state: Sequence[int], parent: int | None = None) -> tuple[int, bool]:
        """Add a start, or a successor found by the interpreter: its number, and whether it is new.

        With several threads a state of the level that is being found has no number yet: UNSETTLED.
        """
        spread, at = self._packed(state)
        shard = self.shards[at]
        if not shard.has_room(1):
            if not shard.growing and not shard.start_growth(1):
                raise OutOfRoom(shard.reason)
            self.settle()
        above = NO_PARENT
        if parent is not None:
            own, index = self.place(parent)
            above = own << self.fields[own].shift | index
        given = self._put(self._shard(at), self._state, spread, above)
        number = (
            self.number(at, given >> 1) if self.numbering.settled(at, given >> 1) else UNSETTLED
        )
        return number, bool(given & 1)

    def find(self, state: Sequence[int]) -> int | None:
        """The number of a state, if it was met; see `add` for states that are not settled."""
        self.settle()
        spread, at = self._packed(state)
        found = self._index(self._shard(at), self._state, spread)
        return self.number(at, found - 1) if found else None

    # Answers

    def set_over(self, number: int, over: bool) -> None:
        """Answer AskCheck for one of its states."""
        shard, index = self.place(number)
        del self._checking[shard, index]
        if over:
            self._mark(self._shard(shard), index)

    def expanded(self, number: int, transitions: int) -> None:
        """Answer AskExpand, after each successor was added."""
        shard, index = self.place(number)
        del self._expanding[shard, index]
        self.fields[shard].transitions += transitions
        if not transitions and not self.shards[shard].is_over(index):
            self.shards[shard].push("dead", index)

    # Progress

    def advance(self, states: int) -> Event:
        """Search on until about so many more states are expanded, or something is to be done."""
        target = self._expanded() + states
        while True:
            self._unbox()
            # Room comes before the question, so that all that answers it can be added.
            event = self._doubt() or self._make_room() or self._question() or self._end()
            if event is not None:
                return event
            if self._expanded() >= target:
                return MoreToDo(self.figures())
            if self.threads == 1:
                self._run(self._shard(0), target)
            else:
                self._round(target - self._expanded())

    def _expanded(self) -> int:
        return sum(fields.next for fields in self.fields)

    def _doubt(self) -> Event | None:
        """Ask whether play is over; with several threads, of all states of a level at once."""
        if self.threads == 1 or self._at_level_end():
            self._take("unchecked", self._checking)
        numbers = sorted(self.number(*place) for place in self._checking)
        return AskCheck(tuple(numbers)) if numbers else None

    def _question(self) -> Event | None:
        self._take("unexpanded", self._expanding)
        return AskExpand(self.number(*next(reversed(self._expanding)))) if self._expanding else None

    def _take(self, name: str, into: dict[tuple[int, int], None]) -> None:
        """Move the states asked for off the shards' list; an interruption loses none of them."""
        for at, shard in enumerate(self.shards):
            counter = f"{name}_count"
            into.update(
                ((at, index), None) for index in shard.numbers(name, getattr(shard.fields, counter))
            )
            setattr(shard.fields, counter, 0)

    def _make_room(self) -> Event | None:
        """See to room for all that one round can find."""
        needed = self.threads * self._box
        for shard in self.shards:
            if not shard.has_room(needed) and not shard.growing and not shard.start_growth(needed):
                return MemoryFull(self.figures(), shard.reason)
        if not any(shard.growing for shard in self.shards):
            return None
        self._team.run([partial(shard.grow, self._regrow) for shard in self.shards])
        return MoreToDo(self.figures()) if any(shard.growing for shard in self.shards) else None

    def settle(self) -> None:
        """Bring every table into one piece, and take in what was sent."""
        while any(shard.growing for shard in self.shards):
            self._team.run([partial(shard.grow, self._regrow) for shard in self.shards])
        self._unbox()

    def _at_level_end(self) -> bool:
        return all(fields.next == fields.stop for fields in self.fields)

    def _end(self) -> Event | None:
        """The end of the search; at the end of a level of several threads, begin the next."""
        if all(fields.next == fields.count for fields in self.fields):
            return Done(self.figures())
        if self.threads > 1 and self._at_level_end():
            starts = self.numbering.begin_level()
            for shard, start in zip(self.shards, starts, strict=True):
                shard.push("levels", start)
                shard.fields.stop = shard.fields.count
        return None

    def _round(self, states: int) -> None:
        """All threads expand, and then all take in what was sent to them."""
        share = -(-states // self.threads)
        jobs = []
        for at, fields in enumerate(self.fields):
            last = min(fields.stop, fields.next + share)
            jobs.append(partial(self._expand, self._shard(at), last))
        self._boxed = True
        self._team.run(jobs)
        self._unbox()

    def _unbox(self) -> None:
        """Take in what was sent; also after an interruption between the two halves of a round."""
        if self._boxed:
            self._team.run([partial(self._take_in, at) for at in range(self.threads)])
            self._boxed = False

    def _take_in(self, at: int) -> None:
        for sender in range(self.threads):
            self._insert(self._shard(at), self._shard(sender))

    # What was found

    def figures(self) -> Figures:
        """How far the search has come."""

        def total(name: str) -> int:
            return sum(getattr(fields, name) for fields in self.fields)

        return Figures(
            states=total("count"),
            expanded=total("next"),
            transitions=total("transitions"),
            levels=self.fields[0].level_count,
            finals=total("finals"),
            dead_ends=total("dead_count"),
            memory=sum(shard.bytes for shard in self.shards) + self.threads * self._buffer_bytes(),
        )

    def successors(self, number: int) -> list[tuple[int, int]]:
        """The moves of a state, each with the state that it leads to, where that was met."""
        self.settle()
        shard, index = self.place(number)
        shift = self.fields[shard].shift
        mask = (1 << shift) - 1
        found = self._edge_reader.of(self.fields, shard, index)
        return [(move, self.number(at >> shift, at & mask)) for move, at in found]

    def edges(self, limit: int) -> EdgeList | None:
        """The moves of all expanded states, or None where they are more than the limit."""
        self.settle()
        return self._edge_reader.all(self.fields, self.segments(), limit)

    # Saving

    def save(self, folder: Path, key: str) -> None:
        """Save the search, watch blocks included, under the caller's key of what is searched.

        Between two calls of `advance`. CheckpointError leaves the save before this one usable.
        """
        save(self, folder, key)

    def load(self, folder: Path, key: str) -> None:
        """Go on where a search was saved; for a new search with as many threads, and no starts."""
        load(self, folder, key)

    def asked(self, name: str) -> Iterable[tuple[int, int]]:
        """The places of the states that the interpreter was asked of and has not answered."""
        return list(self._checking if name == "unchecked" else self._expanding)

    def rebuild(self, at: int, first: int, last: int) -> None:
        """Enter a shard's stored states into its table."""
        self._rebuild(self._shard(at), first, last)

    def restored(self) -> None:
        """All shards have been read: number the levels again."""
        if self.threads > 1:
            held = self.fields[0].level_count
            self.numbering.restore([shard.numbers("levels", held) for shard in self.shards])

    def close(self) -> None:
        """Give all memory back."""
        self._team.close()
        for shard in self.shards:
            shard.close()
        for block in self._buffers:
            if not isinstance(block, ctypes.Array):
                block.close()
        self._buffers = []
