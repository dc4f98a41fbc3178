"""One state for all that differ in an order that means nothing: the representative of an orbit.

Sites inside others come first. At each instance the items of a block are sorted where they may be,
then the blocks are; an item counts with the places that point to it, so that only items alike in
every respect are level, and their order makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod
from typing import Any

from rulewright.ir.symmetry import (
    Instance,
    Site,
    Symmetry,
    Turn,
    carried,
    mapped,
    turned,
    vector,
)
from rulewright.ir.types import RecordT


class Canonical:
    """Finds representatives, and the turns that lead to them."""

    def __init__(self, symmetry: Symmetry, kind: RecordT) -> None:
        self.symmetry = symmetry
        self.kind = kind
        self._instances = [
            (at, site, instance)
            for at, site in enumerate(symmetry.sites)
            if site.most > 1
            for instance in site.instances()
        ]

    def __call__(self, state: Any) -> Any:
        """The representative of a state's orbit."""
        return self.found(state)[0]

    def found(self, state: Any) -> tuple[Any, list[Turn]]:
        """The representative, and the turns that make the state into it, in order."""
        turns = []
        for at, site, instance in self._instances:
            source = self._source(at, site, instance, state)
            if source is not None:
                turn = Turn(at, instance, source)
                state = turned(self.symmetry, self.kind, state, turn)
                turns.append(turn)
        return state, turns

    def size(self, state: Any) -> int:
        """How many states have the representative of this one."""
        many = 1
        state = self(state)
        for at, site, instance in self._instances:
            keys = self._keys(at, site, instance, state)
            if keys is not None:
                many *= _arrangements(site, keys)
        return many

    def _source(
        self, at: int, site: Site, instance: Instance, state: Any
    ) -> tuple[int, ...] | None:
        """Which item goes where at one instance; None where all stay."""
        keys = self._keys(at, site, instance, state)
        if keys is None:
            return None
        source = _arranged(site, keys)
        return None if source == tuple(range(len(keys))) else source

    def _keys(self, at: int, site: Site, instance: Instance, state: Any) -> list[Any] | None:
        """The items at one instance, with the places that point to them; None without any."""
        held = [vector(path, instance, state) for path in site.vectors]
        lengths = {None if items is None else len(items) for items in held}
        length = lengths.pop()
        # What does not fit its type is no state, and is left as it is.
        if lengths or length is None or not site.least <= length <= site.most:
            return None
        pointed = self._pointed(at, instance, state)
        return [(*(items[i] for items in held), *(p == i for p in pointed)) for i in range(length)]

    def _pointed(self, at: int, instance: Instance, state: Any) -> list[Any]:
        """The places in one instance that fields of the state hold, -1 for one that holds none."""
        found: list[Any] = []
        for pointer in self.symmetry.pointers:
            held = [-1]

            def number(text: str, value: Any, held: list[Any] = held) -> Any:
                place = self.symmetry.places[None, text]
                indices = tuple(i.at if i.of == "number" else state[i.at] for i in place.indices)
                if place.site == at and indices == instance:
                    held[0] = value
                return value

            mapped(self.kind.fields[pointer][1], state[pointer], number)
            found += held
        return found

    def back(self, kind: RecordT, state: Any, move: Any, turns: list[Turn]) -> Any:
        """The move of a state that its representative's move is, where turns lead to that one."""
        states = [state]
        for turn in turns:
            states.append(turned(self.symmetry, self.kind, states[-1], turn))
        for turn, after in zip(reversed(turns), reversed(states), strict=False):
            seen = (after, move)
            move = carried(self.symmetry, kind, move, kind.cls, seen, turn.back())
        return move

    def onward(self, kind: RecordT, state: Any, move: Any, turns: list[Turn]) -> Any:
        """The move of the representative that a state's move is, where turns lead to it."""
        for turn in turns:
            move = carried(self.symmetry, kind, move, kind.cls, (state, move), turn)
            state = turned(self.symmetry, self.kind, state, turn)
        return move


def _arranged(site: Site, keys: list[Any]) -> tuple[int, ...]:
    """The order in which the items of a vector lie in the representative."""
    size = site.free.block
    blocks = [list(range(at, at + size)) for at in range(0, len(keys), size)]
    if site.free.inside:
        blocks = [sorted(block, key=keys.__getitem__) for block in blocks]

    def key(block: list[int]) -> list[Any]:
        return [keys[at] for at in block]

    if site.free.turning:
        rotations = [blocks[at:] + blocks[:at] for at in range(len(blocks))]
        blocks = min(rotations, key=lambda turned: [key(block) for block in turned], default=[])
    else:
        blocks.sort(key=key)
    return tuple(at for block in blocks for at in block)


def _arrangements(site: Site, keys: list[Any]) -> int:
    """In how many orders the items of a vector that is arranged can lie."""
    size = site.free.block
    blocks = [tuple(keys[at : at + size]) for at in range(0, len(keys), size)]
    many = 1
    if site.free.inside:
        many = prod(_orders(block) for block in blocks)
    if site.free.turning:
        return many * len({(*blocks[at:], *blocks[:at]) for at in range(len(blocks))})
    return many * _orders(blocks)


def _orders(items: Sequence[Any]) -> int:
    """The different orders of some things."""
    return factorial(len(items)) // prod(map(factorial, Counter(items).values()))
