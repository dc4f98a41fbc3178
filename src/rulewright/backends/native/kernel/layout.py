"""What the compiled search and Python both know of a shard: where each of its fields lies."""

from __future__ import annotations

import ctypes

# In a slot of the table: the upper half of a state's hash above its index plus one; 0 is empty.
INDEX_BITS = 32
# Slots looked at together. A table consists of whole groups.
GROUP = 8
NO_PARENT = 0xFFFFFFFF
# The last two indices are taken by NO_PARENT and by the one that a slot adds.
MOST_STATES = (1 << INDEX_BITS) - 2

# In the order in which they lie in memory; all are words.
POINTERS = (
    "store",  # the states in the order in which they were met, which is the frontier too
    "parents",  # u32: which shard above which index, see `shift`
    "over",  # a bit a state
    "slots",  # the table
    "levels",  # u32: where each level starts
    "dead",  # u32: the states expanded that are not over and have no successor
    "unchecked",  # u32: the new states of which the interpreter is to be asked
    "unexpanded",  # u32: the states whose successors the interpreter is to be asked for
    "scratch",  # the successors of one state
    "recent",  # states that were sent not long ago
    "watch",  # the model's own counters
    "box_words",  # what this shard's expansion sends: for each shard, a box of states,
    "box_meta",  # for each of them the upper half of its hash above its parent,
    "box_counts",  # and how many lie in each box
)
NUMBERS = (
    "size",  # slots in the table
    "count",  # states
    "room",  # how many states there may be
    "next",  # the state to expand next
    "stop",  # where the level being expanded ends
    "transitions",
    "finals",  # states that are over
    "level_count",
    "dead_count",
    "unchecked_count",
    "unexpanded_count",
    "recent_mask",  # one less than how many of them there are, a power of two
    "box_room",  # states that fit into one box
    "shards",
    "me",  # the number of this shard
    "shift",  # how many bits of a parent are its index
)
FIELDS = (*POINTERS, *NUMBERS)
OFFSETS = {name: 8 * at for at, name in enumerate(FIELDS)}

# Two lines of the cache more than needed keep the threads out of each other's lines.
SHARD_BYTES = (8 * len(FIELDS) + 127) // 128 * 128 + 128


class ShardFields(ctypes.Structure):
    """A shard as the compiled search sees it."""

    store: int
    parents: int
    over: int
    slots: int
    levels: int
    dead: int
    unchecked: int
    unexpanded: int
    scratch: int
    recent: int
    watch: int
    box_words: int
    box_meta: int
    box_counts: int
    size: int
    count: int
    room: int
    next: int
    stop: int
    transitions: int
    finals: int
    level_count: int
    dead_count: int
    unchecked_count: int
    unexpanded_count: int
    recent_mask: int
    box_room: int
    shards: int
    me: int
    shift: int

    _fields_ = [
        *((name, ctypes.c_uint64) for name in FIELDS),
        ("_apart", ctypes.c_uint8 * (SHARD_BYTES - 8 * len(FIELDS))),
    ]
