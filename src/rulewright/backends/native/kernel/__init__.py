"""The native search: a model's compiled functions in, every state that play can reach out."""

from __future__ import annotations

from typing import Any

from .checkpoint import CheckpointError, Manifest, read_manifest
from .events import AskCheck, AskExpand, Done, Event, Figures, MemoryFull, MoreToDo, OutOfRoom
from .search import Search

__all__ = [
    "AskCheck",
    "AskExpand",
    "CheckpointError",
    "Done",
    "Event",
    "Figures",
    "Manifest",
    "MemoryFull",
    "MoreToDo",
    "OutOfRoom",
    "Search",
    "add_kernel",
    "read_manifest",
]


def add_kernel(module: Any, words: int, most: int) -> None:
    """Add the search to an llvmlite module that holds a model's `rw_` functions.

    A state has so many words, and no state has more than `most` successors.
    """
    from .edges_ir import add_edges
    from .search_ir import add_search

    if words < 1 or most < 1:
        raise ValueError("a state has at least one word, and room for one successor is needed")
    add_search(module, words, most)
    add_edges(module, words, most)
