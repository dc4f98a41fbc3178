"""What a game declares unordered: the sites of its state type, and the places in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rulewright.ir.symmetry import Each, Held, Index, Part, Path, Place, Site, Symmetry, places_of
from rulewright.ir.types import BagT, Free, IntT, RecordT, SetT, TupleT, Type, UnionT
from rulewright.words.errors import Place as Where
from rulewright.words.errors import RulesError

from .source import Sources


class _Found(NamedTuple):
    """An unordered tuple of the state."""

    path: Path
    name: str
    rooms: tuple[int, ...]
    kind: TupleT
    free: Free


def symmetry_of(sources: Sources, state: RecordT, moves: Sequence[RecordT]) -> Symmetry | None:
    """The sites and places of a game; None where nothing is unordered. RulesError for faults."""
    found: list[_Found] = []
    for at, (name, kind) in enumerate(state.fields):
        where = sources.field_place(state.cls, name)
        for each in _unordered(kind, (Part(at),), name, (), where):
            _check(each, where)
            found.append(each)
    sites = _sites(found, sources.field_place(state.cls, ""))
    places, pointers = _places(sources, sites, state, moves)
    if not sites:
        return None
    return Symmetry(sites, places, pointers)


def _unordered(
    kind: Type, path: Path, name: str, rooms: tuple[int, ...], where: Where | None
) -> Iterator[_Found]:
    match kind:
        case RecordT(_, fields):
            for at, (part, inner) in enumerate(fields):
                yield from _unordered(inner, (*path, Part(at)), f"{name}.{part}", rooms, where)
        case TupleT(item, _, most, free):
            inside = (*rooms, most or 0)
            yield from _unordered(item, (*path, Each()), f"{name}[…]", inside, where)
            if free is not None:
                yield _Found(path, name, rooms, kind, free)
        case UnionT(alts):
            for tag, alt in enumerate(alts):
                yield from _unordered(alt, (*path, Held(tag)), name, rooms, where)
        case BagT(item) | SetT(item):
            if next(_unordered(item, path, name, rooms, where), None) is not None:
                raise _odd(where, "a tuple that an item of a bag or set holds cannot be unordered")
        case _:
            return


def _check(found: _Found, where: Where | None) -> None:
    """Refuse blocks that do not fill the tuple."""
    free, kind = found.free, found.kind
    varies = kind.least != kind.most
    if free.block < 1 or (varies and (free.block > 1 or free.turning or free.together)):
        raise _odd(where, f"{found.name} has no fixed number of blocks of {free.block}")
    if kind.least % free.block:
        raise _odd(where, f"the {kind.least} items of {found.name} are no blocks of {free.block}")


def _odd(where: Where | None, reason: str) -> RulesError:
    return RulesError(
        "RW090",
        where,
        reason,
        "use blocks of a size that divides the length, and single items where the length varies",
    )


def _sites(found: list[_Found], where: Where | None) -> tuple[Site, ...]:
    """The sites, those of tuples in one record that are rearranged together made one."""
    groups: dict[tuple[Path, str], list[_Found]] = {}
    for at, each in enumerate(found):
        named = each.free.together
        key = (each.path[:-1], named) if named else ((*each.path, Each()), str(at))
        groups.setdefault(key, []).append(each)
    sites = []
    for group in groups.values():
        first = group[0]
        for other in group[1:]:
            like = (other.kind.least, other.kind.most, other.free)
            if like != (first.kind.least, first.kind.most, first.free):
                raise _odd(where, f"{other.name} is not as long as {first.name}, or not so divided")
        name = " with ".join(each.name for each in group)
        least, most = first.kind.least, first.kind.most or 0
        vectors = tuple(each.path for each in group)
        sites.append(Site(name, vectors, first.rooms, least, most, first.free))
    return tuple(sorted(sites, key=lambda site: -len(site.vectors[0])))


def _places(
    sources: Sources, sites: tuple[Site, ...], state: RecordT, moves: Sequence[RecordT]
) -> tuple[Mapping[tuple[type | None, str], Place], tuple[int, ...]]:
    places: dict[tuple[type | None, str], Place] = {}
    pointers: list[int] = []
    for at, (name, kind) in enumerate(state.fields):
        where = sources.field_place(state.cls, name)
        for text, number in places_of(kind):
            if not isinstance(kind, IntT | UnionT):
                raise _no_place(where, f"{name} holds places in {text} inside of itself")
            places[None, text] = _Reading(sites, state, None, where).read(text, number)
            pointers.append(at)
    for move in moves:
        for name, kind in move.fields:
            where = sources.field_place(move.cls, name)
            for text, number in places_of(kind):
                places[move.cls, text] = _Reading(sites, state, move, where).read(text, number)
                try:
                    places[None, text] = _Reading(sites, state, None, where).read(text, number)
                except RulesError:
                    continue  # it names a field of the move: elsewhere it is a plain number
    for record in (state, *moves):
        _check_indices(sources, places, state, record)
    return places, tuple(dict.fromkeys(pointers))


def _check_indices(
    sources: Sources,
    places: Mapping[tuple[type | None, str], Place],
    state: RecordT,
    record: RecordT,
) -> None:
    """Refuse a place whose index is a place in the same part: it would say where it is itself."""
    owner = None if record is state else record.cls
    for name, kind in record.fields:
        for text, _ in places_of(kind):
            place = places[owner, text]
            for index in place.indices:
                if index.of == "number":
                    continue
                within = state if index.of == "state" else record
                for other, _ in places_of(within.fields[index.at][1]):
                    found = places.get((None if index.of == "state" else owner, other))
                    if found is not None and found.site == place.site:
                        where = sources.field_place(record.cls, name)
                        raise _no_place(where, f"{text} is found by a place in itself")


def _no_place(where: Where | None, reason: str) -> RulesError:
    return RulesError(
        "RW091",
        where,
        reason,
        "name an unordered tuple of the state by its field, with an index for each tuple that it "
        'lies in: place_in("grids[turn]")',
    )


class _Reading:
    """Reads what is written in a place_in."""

    def __init__(
        self, sites: tuple[Site, ...], state: RecordT, move: RecordT | None, where: Where | None
    ) -> None:
        self.sites, self.state, self.move, self.where = sites, state, move, where

    def read(self, text: str, number: IntT) -> Place:
        """The place that a text means, for numbers within these bounds."""
        try:
            tree = ast.parse(text, mode="eval").body
        except SyntaxError:
            raise self._wrong(text) from None
        path, indices, _ = self._path(tree, text)
        for at, site in enumerate(self.sites):
            if path in site.vectors:
                low, high = number.low or 0, number.high
                if low > 0 or high is None or high < site.most - 1:
                    reason = f"{low}..{high} are not all the places in {text}, 0..{site.most - 1}"
                    raise _no_place(self.where, reason)
                return Place(at, tuple(indices))
        raise _no_place(self.where, f"{text} is not unordered")

    def _wrong(self, text: str) -> RulesError:
        return _no_place(self.where, f"{text!r} names no part of the state")

    def _path(self, tree: ast.expr, text: str) -> tuple[Path, list[Index], Type]:
        match tree:
            case ast.Name(id=name):
                return self._field((), [], self.state, name, text)
            case ast.Attribute(value=inner, attr=name):
                return self._field(*self._path(inner, text), name, text)
            case ast.Subscript(value=inner, slice=index):
                path, indices, kind = self._path(inner, text)
                if not isinstance(kind, TupleT):
                    raise self._wrong(text)
                return (*path, Each()), [*indices, self._index(index, text)], kind.item
            case _:
                raise self._wrong(text)

    def _field(
        self, path: Path, indices: list[Index], kind: Type, name: str, text: str
    ) -> tuple[Path, list[Index], Type]:
        if not isinstance(kind, RecordT) or kind.index(name) < 0:
            raise self._wrong(text)
        return (*path, Part(kind.index(name))), indices, kind.field(name)

    def _index(self, tree: ast.expr, text: str) -> Index:
        match tree:
            case ast.Constant(value=int() as number):
                return Index("number", number)
            case ast.Name(id=name):
                for of, record in (("move", self.move), ("state", self.state)):
                    if record is not None and isinstance(_field_type(record, name), IntT):
                        return Index(of, record.index(name))
        raise self._wrong(text)


def _field_type(record: RecordT, name: str) -> Type | None:
    return record.field(name) if record.index(name) >= 0 else None
