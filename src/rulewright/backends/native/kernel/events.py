"""What a search tells whoever drives it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """How far a search has come."""

    states: int
    expanded: int
    transitions: int
    levels: int
    finals: int  # states where play is over
    dead_ends: int  # expanded states that are not over and have no successor
    memory: int  # bytes held for states, parents and tables, spilled ones not counted


@dataclass(frozen=True)
class MoreToDo:
    """The slice is used up, or a table is half moved to a larger one: advance again."""

    figures: Figures


@dataclass(frozen=True)
class AskExpand:
    """The interpreter is to expand this state; then `add` each successor and call `expanded`."""

    number: int


@dataclass(frozen=True)
class AskCheck:
    """The interpreter is to say of these states whether play is over; answer with `set_over`."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class MemoryFull:
    """No further state fits. All that was found so far can be read, saved, or gone on with."""

    figures: Figures
    reason: str


@dataclass(frozen=True)
class Done:
    """Every state that was found has been expanded."""

    figures: Figures


Event = MoreToDo | AskExpand | AskCheck | MemoryFull | Done


class OutOfRoom(Exception):
    """A state cannot be added; the message says which bound was met."""
