"""Bags (multisets) and constant tables: immutable, hashable, and part of the rule language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar, final

from .duties import NotDefined, OutOfBounds

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


@final
class Bag(Generic[T]):
    """A count for each item; an item that is not there counts 0.

    `Bag({card: copies})` makes one; a count below 0 raises OutOfBounds. Every change gives a new
    bag.
    """

    __slots__ = ("_counts", "_hash")

    def __init__(self, counts: Mapping[T, int] | None = None) -> None:
        kept = {item: count for item, count in (counts or {}).items() if count != 0}
        for item, count in kept.items():
            if count < 0:
                raise OutOfBounds(f"{count} × {item!r} is below 0")
        self._counts: dict[T, int] = kept
        self._hash = hash(frozenset(kept.items()))

    def count(self, item: T) -> int:
        """How many copies of the item are in the bag."""
        return self._counts.get(item, 0)

    def plus(self, item: T, copies: int = 1) -> Bag[T]:
        """The bag with that many more copies of the item; fewer where that is below 0."""
        return self.minus(item, -copies)

    def minus(self, item: T, copies: int = 1) -> Bag[T]:
        """The bag with that many copies fewer; raises NotDefined where it holds too few."""
        left = self.count(item) - copies
        if left < 0:
            raise NotDefined(
                f"{copies} × {item!r} cannot leave a bag that holds {self.count(item)}"
            )
        return Bag({**self._counts, item: left})

    def total(self) -> int:
        """How many items are in the bag, copies counted."""
        return sum(self._counts.values())

    def counts(self) -> Iterator[tuple[T, int]]:
        """Each item with its count, for the toolkit; rules ask for `count` of an item instead."""
        return iter(self._counts.items())

    def __contains__(self, item: object) -> bool:
        return item in self._counts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag) and self._counts == other._counts

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        inside = ", ".join(f"{item!r}: {count}" for item, count in self._counts.items())
        return f"Bag({{{inside}}})"


@final
class Lookup(Generic[K, V]):
    """A constant look-up table, such as the catalogue of a game's cards.

    `VALUES: Final = Lookup({Tool.SAW: 3, ...})`, then `VALUES[tool]`; a key that is not in the
    table raises NotDefined.
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[K, V]) -> None:
        self._entries: dict[K, V] = dict(entries)

    def __getitem__(self, key: K) -> V:
        if key not in self._entries:
            raise NotDefined(f"{key!r} is not in the table")
        return self._entries[key]

    def entries(self) -> Iterator[tuple[K, V]]:
        """Each key with its value, in the order they were written."""
        return iter(self._entries.items())

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Lookup({self._entries!r})"
