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


@dataclass(frozen=True)
class Unordered:
    """The order of a tuple's items, or of its blocks of items, means nothing."""

    block: Size
    inside: bool
    turning: bool
    together: str


@dataclass(frozen=True)
class PlaceIn:
    """A number that is the place of an item in an unordered part of the state."""

    part: str


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


def unordered(
    block: Size = 1, *, inside: bool = False, turning: bool = False, together: str = ""
) -> Unordered:
    """Beside `length` or `up_to`: no rule asks in which order the items of this tuple lie.

    block: so many items in a row are one thing, as the cells of a column: whole blocks have no
    order, what is in them has, unless it is `inside`. turning: the items may only be turned round,
    as players at a table. together: a name for tuples of one record that are rearranged alike.
    A search can then visit one of all the states that differ in the order alone
    (`rulewright explore --symmetry`), once it has made sure that every rule treats them alike.
    """
    return Unordered(block, inside, turning, together)


def place_in(part: str) -> PlaceIn:
    """Beside `between`: a place in an unordered part of the state: `place_in("grids[turn]")`.

    The part is a field of the state; in brackets stands a number, or the name of a field of the
    move or else of the state.
    """
    return PlaceIn(part)
