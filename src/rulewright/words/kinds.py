"""Markers for `Annotated`: the bounds and lengths that make a Python type finite.

A size is a whole number or an expression over the game's parameters, in a string:
`between(0, "players - 1")`, `length("columns * rows")`. Sizes may use the names of the parameters
(and their properties), whole numbers, `+ - * //`, `min` and `max`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Size: TypeAlias = int | str


@dataclass(frozen=True)
class Between:
    """The least and the greatest value of a bounded int, both included."""

    low: Size
    high: Size


@dataclass(frozen=True)
class Length:
    """The length of a fixed vector."""

    exactly: Size


@dataclass(frozen=True)
class UpTo:
    """The greatest length of a bounded sequence, or the greatest count of one item in a bag."""

    most: Size


@dataclass(frozen=True)
class DrawnFrom:
    """A field of a move that chance fills, weighted by the bag of this name in the state."""

    bag: str


def between(low: Size, high: Size) -> Between:
    """A bounded int: `Seat = Annotated[int, between(0, "players - 1")]`."""
    return Between(low, high)


def length(exactly: Size) -> Length:
    """A fixed vector: `Grid = Annotated[tuple[Card, ...], length("columns * rows")]`."""
    return Length(exactly)


def up_to(most: Size) -> UpTo:
    """A bounded sequence or bag: `Annotated[tuple[Card, ...], up_to(4)]`."""
    return UpTo(most)


def drawn_from(bag: str) -> DrawnFrom:
    """A field of a move that chance decides: `shows: Annotated[Card, drawn_from("pool")]`.

    The name is a field of the state that holds a `Bag`. An item is possible when the bag holds
    it, and as likely as the bag holds copies of it. A field that is None draws nothing.
    """
    return DrawnFrom(bag)
