"""What of a state may be rearranged, and rearranging: of states, and of places in them.

A state type's vectors marked `unordered` are the sites. A site inside the items of other tuples
stands once in each: its instances, told by the positions of those items. The group is made by a
few turns (`generators`), each of which rearranges one instance; numbers that are places in it, in
the state, in a move or in what else a claim ranges over, are carried along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from .types import Free, IntT, RecordT, TupleT, Type, UnionT


@dataclass(frozen=True)
class Part:
    """Into a field of a record."""

    at: int


@dataclass(frozen=True)
class Each:
    """Into every item of a tuple."""


@dataclass(frozen=True)
class Held:
    """Into an alternative of a union."""

    tag: int


Path: TypeAlias = tuple[Part | Each | Held, ...]
Instance: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Site:
    """Vectors that are rearranged alike, by their paths from the state.

    rooms: how many items each tuple on the way has at most. least and most: of the length.
    """

    name: str
    vectors: tuple[Path, ...]
    rooms: tuple[int, ...]
    least: int
    most: int
    free: Free

    @property
    def words(self) -> str:
        """What may be rearranged, in words."""
        many = self.free.block > 1
        how = f"blocks of {self.free.block}" if many else "items"
        if self.free.turning:
            how += ", turned round"
        return f"{self.name} ({how}{' and what is in them' if many and self.free.inside else ''})"

    def instances(self) -> Iterator[Instance]:
        """Every place where the site stands."""
        return product(*map(range, self.rooms))


@dataclass(frozen=True)
class Index:
    """An index on the way to a place: a number, or the field of the move or of the state."""

    of: str  # "number", "move" or "state"
    at: int


@dataclass(frozen=True)
class Place:
    """What a number is a place in: a site, by its position, and the indices of the instance."""

    site: int
    indices: tuple[Index, ...]


@dataclass(frozen=True)
class Symmetry:
    """The sites of a state type, those inside others first, and the places in them.

    places: by the class of the move they stand in (None: anywhere else), and as written.
    pointers: fields of the state that are places.
    """

    sites: tuple[Site, ...]
    places: Mapping[tuple[type | None, str], Place]
    pointers: tuple[int, ...]

    @property
    def words(self) -> str:
        """What may be rearranged, in words."""
        return " and ".join(site.words for site in self.sites)


@dataclass(frozen=True)
class Turn:
    """One rearrangement: item i afterwards is item source[i] before, at one instance of a site.

    It does nothing where the vector has fewer items than `source`.
    """

    site: int
    instance: Instance
    source: tuple[int, ...]

    def place(self, at: int) -> int:
        """Where the item at a place goes."""
        return self.source.index(at) if 0 <= at < len(self.source) else at

    def back(self) -> Turn:
        """The rearrangement that undoes this one."""
        return Turn(self.site, self.instance, tuple(map(self.place, range(len(self.source)))))


def generators(symmetry: Symmetry) -> Iterator[Turn]:
    """Turns that make up the whole group.

    Neighbouring blocks change places; so do neighbours in the first block, which other blocks can
    take the place of. A sequence of varying length is so rearranged as far as it goes.
    """
    for at, site in enumerate(symmetry.sites):
        size = site.free.block
        blocks = site.most // size
        for instance in site.instances():
            for source in _sources(site, size, blocks):
                yield Turn(at, instance, source)


def _sources(site: Site, size: int, blocks: int) -> Iterator[tuple[int, ...]]:
    whole = list(range(site.most))
    if site.free.turning and blocks > 1:
        yield (*whole[size:], *whole[:size])
    elif not site.free.turning:
        for at in range(0, (blocks - 1) * size, size):
            first, second = whole[at : at + size], whole[at + size : at + 2 * size]
            yield (*whole[:at], *second, *first, *(whole[at + 2 * size :] if _fixed(site) else ()))
    if site.free.inside and blocks:
        for at in range(size - 1):
            yield (*whole[:at], at + 1, at, *whole[at + 2 :])


def _fixed(site: Site) -> bool:
    return site.least == site.most


def vector(path: Path, instance: Instance, state: Any) -> Any:
    """The vector at an instance; None where the state holds none there."""
    indices = iter(instance)
    for step in path:
        match step:
            case Part(at):
                state = state[at]
            case Each():
                at = next(indices)
                if at >= len(state):
                    return None
                state = state[at]
            case Held(tag):
                if state[0] != tag:
                    return None
                state = state[1]
    return state


def with_vector(path: Path, instance: Instance, state: Any, made: Any) -> Any:
    """The state with another vector at an instance, where it holds one."""
    if not path:
        return made
    step, rest = path[0], path[1:]
    match step:
        case Part(at):
            inner = with_vector(rest, instance, state[at], made)
            return (*state[:at], inner, *state[at + 1 :])
        case Each():
            at = instance[0]
            inner = with_vector(rest, instance[1:], state[at], made)
            return (*state[:at], inner, *state[at + 1 :])
        case Held():
            return (state[0], with_vector(rest, instance, state[1], made))


def turned(symmetry: Symmetry, kind: RecordT, state: Any, turn: Turn) -> Any:
    """The state after a turn."""
    if not applies(symmetry, state, turn):
        return state
    made = state
    for path in symmetry.sites[turn.site].vectors:
        items = vector(path, turn.instance, state)
        moved = (*(items[at] for at in turn.source), *items[len(turn.source) :])
        made = with_vector(path, turn.instance, made, moved)
    for at in symmetry.pointers:
        value = carried(symmetry, kind.fields[at][1], state[at], None, (state, ()), turn)
        made = (*made[:at], value, *made[at + 1 :])
    return made


def applies(symmetry: Symmetry, state: Any, turn: Turn) -> bool:
    """Whether a turn rearranges anything that a state holds."""
    found = [vector(path, turn.instance, state) for path in symmetry.sites[turn.site].vectors]
    return all(items is not None and len(items) >= len(turn.source) for items in found)


def carried(
    symmetry: Symmetry,
    kind: Type,
    value: Any,
    owner: type | None,
    seen: tuple[Any, Any],
    turn: Turn,
) -> Any:
    """A value of a type, the places in it carried along by a turn; `seen` is (state, move)."""
    if not applies(symmetry, seen[0], turn):
        return value

    def number(text: str, at: Any) -> Any:
        place = symmetry.places.get((owner, text))
        if place is None or place.site != turn.site:
            return at
        here = tuple(_index(index, seen) for index in place.indices)
        return turn.place(at) if here == turn.instance else at

    return mapped(kind, value, number)


def _index(index: Index, seen: tuple[Any, Any]) -> Any:
    if index.of == "number":
        return index.at
    return seen[1 if index.of == "move" else 0][index.at]


def mapped(kind: Type, value: Any, number: Callable[[str, Any], Any]) -> Any:
    """A value with each number that is a place changed."""
    match kind:
        case IntT(place=place) if place:
            return number(place, value)
        case RecordT(_, fields):
            pairs = zip(fields, value, strict=True)
            return tuple(mapped(part, v, number) for (_, part), v in pairs)
        case TupleT(item, _, _):
            return tuple(mapped(item, v, number) for v in value)
        case UnionT(alts):
            return (value[0], mapped(alts[value[0]], value[1], number))
        case _:
            return value


def places_of(kind: Type) -> Iterator[tuple[str, IntT]]:
    """The numbers in a type that are places, as far as `mapped` finds them."""
    match kind:
        case IntT(place=place) if place:
            yield place, kind
        case RecordT(_, fields):
            for _, part in fields:
                yield from places_of(part)
        case TupleT(item, _, _):
            yield from places_of(item)
        case UnionT(alts):
            for alt in alts:
                yield from places_of(alt)
        case _:
            return
