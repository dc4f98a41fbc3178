"""Explanations of RW040 to RW049, the bounds of types, and of RW090 and RW091, their order."""

from __future__ import annotations

from typing import Final

from .explanation import Explanation, explained

SIZES: Final[tuple[Explanation, ...]] = (
    explained(
        "RW040",
        "A whole number without bounds",
        """Parts of the state, fields of moves, items of bags and sets, and whatever else a claim
        ranges over must be finite to be searched. Give the least and the greatest value; both may
        depend on the parameters. Plain `int` is fine for what a function works out on the way.""",
        "points: int",
        'points: Annotated[int, between(0, "players * 12")]',
    ),
    explained(
        "RW041",
        "A tuple or bag without a greatest size",
        """`length` gives a tuple that always has so many items, `up_to` one that has at most so
        many, or a bag that holds at most so many copies of each item.""",
        "pile: tuple[Card, ...]",
        'pile: Annotated[tuple[Card, ...], up_to("cards")]',
    ),
    explained(
        "RW042",
        "This is no type of the rule language",
        """Types are bool, a bounded int, an Enum, a frozen dataclass, a tuple of like items,
        Bag, frozenset, `| None`, and unions of those. The name may also be misspelt or not
        imported.""",
        "def worth(cards: list[int]) -> float: ...",
        "def worth(cards: tuple[Card, ...]) -> int: ...",
    ),
    explained(
        "RW043",
        "A class that is not a plain frozen dataclass",
        """States, moves and their parts are nothing but their fields: they cannot be changed, and
        two with equal fields are equal. What a class does beyond that when it is made, compared
        or read would not be seen by the search. Methods and properties are welcome.""",
        "@dataclass\nclass Score:\n    points: Points",
        "@dataclass(frozen=True)\nclass Score:\n    points: Points",
    ),
    explained(
        "RW044",
        "A size cannot be worked out",
        """A bound or length is a whole number, or an expression in quotes over the parameters of
        the game: their names and properties, whole numbers, + - * //, min and max.""",
        'Seat = Annotated[int, between(0, "player - 1")]',
        'Seat = Annotated[int, between(0, "players - 1")]',
    ),
    explained(
        "RW045",
        "A size that leaves nothing",
        """At these parameters the least value is above the greatest, or a length is below 0.
        Either the bounds are the wrong way round, or the parameters allow a game that cannot
        be.""",
        "Card = Annotated[int, between(12, 0)]",
        "Card = Annotated[int, between(0, 12)]",
    ),
    explained(
        "RW046",
        "Alternatives that cannot be told apart",
        """In Python True is 1 and False is 0, so that `bool | int` cannot tell a yes from a one.
        The parameters and tables are the same all the time and are no alternative to anything.""",
        "shown: bool | Value",
        "shown: Mark | Value  # with Mark.YES and Mark.NO in an Enum",
    ),
    explained(
        "RW047",
        "A type that holds itself",
        """A card that holds a card that holds a card has no greatest size. Keep the parts in a
        tuple, and say by its place in there which one is meant.""",
        "@dataclass(frozen=True)\nclass Part:\n    under: Part | None",
        "@dataclass(frozen=True)\nclass Part:\n    under: At | None  # its place in the chain",
    ),
    explained(
        "RW048",
        "A marker that says nothing here",
        """`between` is for whole numbers, `length` for tuples, `up_to` for tuples and bags,
        and a type takes one of them. `drawn_from` stands around the whole type of a field of
        a move. In any other place a marker would be overlooked, and what it was meant to say
        would be lost.""",
        'shows: Annotated[Card, drawn_from("pool")] | None',
        'shows: Annotated[Card | None, drawn_from("pool")]',
    ),
    explained(
        "RW049",
        "Too many different values",
        """A bag or set is kept as a number for each item that there can be, and where a rule says
        that a move must be made, all moves of that kind are looked at. That works for kinds of
        cards, not for all hands of cards.""",
        "seen: frozenset[Hand]  # all hands of eight cards",
        "seen: frozenset[Card]",
    ),
    explained(
        "RW090",
        "A tuple that cannot be rearranged so",
        """`unordered(n)` says that a tuple is made of blocks of n items each and that the blocks
        have no order. The blocks must fill the tuple, so that a tuple whose length varies has
        blocks of one item only. Tuples of one record that are rearranged together are equally
        long and have the same blocks.""",
        "grid: Annotated[tuple[Cell, ...], length(5), unordered(2)]",
        "grid: Annotated[tuple[Cell, ...], length(6), unordered(2)]",
    ),
    explained(
        "RW091",
        "A place in nothing that is unordered",
        """`place_in` says that a number is the position of an item in an unordered tuple, so that
        it changes when the items are rearranged. It names the tuple from the state on, with an
        index for each tuple that it lies in: a number, a field of the move, or one of the state.
        Its bounds take in all positions.""",
        'at: Annotated[int, between(0, 5), place_in("grid")]  # each player has one, in `grids`',
        'at: Annotated[int, between(0, 5), place_in("grids[turn]")]',
    ),
)
