"""Representatives by native code: one for each orbit, and in it, whatever the layout."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any, TypeAlias

import pytest

from rulewright import Bag, Parameters, between, length, place_in, unordered, up_to
from rulewright.backends.canonical import Canonical
from rulewright.front.symmetry import symmetry_of
from rulewright.front.unit import Unit
from rulewright.ir.symmetry import Symmetry, generators, turned
from rulewright.ir.types import (
    BagT,
    BoolT,
    EnumT,
    IntT,
    NoneT,
    RecordT,
    SetT,
    TupleT,
    Type,
    UnionT,
    size,
)

pytest.importorskip("llvmlite")


@dataclass(frozen=True)
class Box(Parameters):
    """No parameters."""


Number: TypeAlias = Annotated[int, between(-3, 9)]


@dataclass(frozen=True)
class Wide:
    """More than a word."""

    parts: Annotated[tuple[Number, ...], length(17)]
    pool: Annotated[Bag[Number], up_to(3)]
    seen: frozenset[Number]


@dataclass(frozen=True)
class Hand:
    cards: Annotated[tuple[Number | None, ...], up_to(5), unordered()]
    best: bool


@dataclass(frozen=True)
class Sorted:
    """A vector, a sequence, blocks."""

    box: Box
    odd: bool
    items: Annotated[tuple[Number, ...], length(5), unordered()]
    pile: Annotated[tuple[Number, ...], up_to(7), unordered()]
    grid: Annotated[tuple[Number | None, ...], length(12), unordered(3, inside=True)]
    rows: Annotated[tuple[Number, ...], length(12), unordered(4)]
    ring: Annotated[tuple[Number, ...], length(6), unordered(2, inside=True, turning=True)]


@dataclass(frozen=True)
class Long:
    """Items that do not fit into a word."""

    first: Annotated[int, between(0, 6)]
    items: Annotated[tuple[Wide, ...], length(4), unordered()]
    last: bool


@dataclass(frozen=True)
class Deep:
    """Sites inside sites, and inside what is not always there."""

    hands: Annotated[tuple[Hand, ...], length(3), unordered()]
    kept: Hand | bool
    some: Annotated[tuple[Hand, ...], up_to(3)]


@dataclass(frozen=True)
class Pointed:
    """Places: of a player, of a card of the player to move, and of an item of a block."""

    hands: Annotated[tuple[Hand, ...], length(4), unordered(turning=True, together="seats")]
    scores: Annotated[tuple[Number, ...], length(4), unordered(turning=True, together="seats")]
    turn: Annotated[int, between(0, 3), place_in("hands")]
    last: Annotated[int, between(0, 3), place_in("scores")] | None
    card: Annotated[int, between(-1, 6), place_in("hands[turn].cards")] | None
    grid: Annotated[tuple[bool, ...], length(6), unordered(3, inside=True)]
    cell: Annotated[int, between(0, 5), place_in("grid")] | None


KINDS = (Sorted, Long, Deep, Pointed)


def read(cls: type) -> tuple[RecordT, Symmetry]:
    unit = Unit(Box())
    kind = unit.annotations.bounded(cls)
    symmetry = symmetry_of(unit.sources, kind, ())
    assert symmetry is not None
    return kind, symmetry


def drawn(kind: Type, random: Random) -> Any:
    """Any IR value of a type, few different ones so that items are often level."""
    match kind:
        case BoolT():
            return random.random() < 0.5
        case IntT(low, high):
            assert low is not None
            assert high is not None
            return random.choice((low, high, random.randint(low, high)))
        case EnumT(cls):
            return random.randrange(len(cls))
        case RecordT(_, fields):
            return tuple(drawn(part, random) for _, part in fields)
        case TupleT(item, least, most):
            assert most is not None
            few = [drawn(item, random) for _ in range(3)]
            return tuple(random.choice(few) for _ in range(random.randint(least, most)))
        case BagT(item, most):
            return tuple(random.randint(0, most or 0) for _ in range(size(item)))
        case SetT(item):
            return tuple(random.random() < 0.5 for _ in range(size(item)))
        case UnionT(alts):
            tag = random.randrange(len(alts))
            return (tag, drawn(alts[tag], random))
        case NoneT():
            return ()
        case _:
            return ()


def native(kind: RecordT, symmetry: Symmetry, cache: Path) -> Callable[[Any], Any]:
    """The representative of a state by native code."""
    from llvmlite import ir as ll

    from rulewright.backends.native.emit_canon import add_canon
    from rulewright.backends.native.jit import compiled
    from rulewright.backends.native.packing import Packing

    packing = Packing(kind)
    module = ll.Module("canon")
    add_canon(module, packing, symmetry)
    run = compiled(module, cache).function("rw_canon", None, ctypes.c_void_p)

    def canon(state: Any) -> Any:
        words = (ctypes.c_uint64 * packing.words)(*packing.encode(state))
        run(ctypes.addressof(words))
        # What encodes to other words than these is not the state that they are taken for.
        found = packing.decode(list(words))
        assert packing.encode(found) == tuple(words)
        return found

    return canon


@pytest.mark.parametrize("cls", KINDS)
def test_one_representative_for_each_orbit(cls: type, tmp_path: Path) -> None:
    kind, symmetry = read(cls)
    canon, canonical = native(kind, symmetry, tmp_path), Canonical(symmetry, kind)
    turns = list(generators(symmetry))
    random = Random(7)
    for _ in range(150):
        state = other = drawn(kind, random)
        chosen, own = canon(state), canonical(state)
        assert canonical(chosen) == own, "it lies in the orbit"
        assert canon(chosen) == chosen
        for turn in random.choices(turns, k=12):
            other = turned(symmetry, kind, other, turn)
            assert canon(other) == chosen
            assert canonical(other) == own


@pytest.mark.parametrize("cls", KINDS)
def test_turns_lead_to_the_representative_and_back(cls: type) -> None:
    kind, symmetry = read(cls)
    canonical = Canonical(symmetry, kind)
    random = Random(11)
    moved = 0
    for _ in range(150):
        state = drawn(kind, random)
        found, turns = canonical.found(state)
        moved += bool(turns)
        for turn in reversed(turns):
            found = turned(symmetry, kind, found, turn.back())
        assert found == state
    assert moved > 20


def test_items_that_differ_are_kept_apart(tmp_path: Path) -> None:
    kind, symmetry = read(Sorted)
    canon = native(kind, symmetry, tmp_path)
    random = Random(3)
    state = drawn(kind, random)
    for at in range(1, len(state)):
        other = (*state[:at], drawn(kind.fields[at][1], random), *state[at + 1 :])
        same = Canonical(symmetry, kind)(other) == Canonical(symmetry, kind)(state)
        assert (canon(other) == canon(state)) is same
