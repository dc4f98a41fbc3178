"""Rearranging symbolic values: what `ir.symmetry` does to IR values, done to terms."""

from __future__ import annotations

from typing import Any

from rulewright.backends.smt import Bool, Num, Seq, Sum, Value
from rulewright.ir.symmetry import Each, Held, Index, Part, Path, Symmetry, Turn
from rulewright.ir.types import IntT, RecordT, TupleT, Type, UnionT

from .prove_ground import Ground


class Turned:
    """One turn, applied to the symbolic states and moves of a ground."""

    def __init__(self, ground: Ground, symmetry: Symmetry, turn: Turn) -> None:
        self.values = ground.values
        self.algebra = ground.algebra
        self.executor = ground.executor
        self.symmetry = symmetry
        self.turn = turn
        self.kind = ground.program.state

    def applies(self, state: Value) -> Bool:
        """Whether the state holds as many items as the turn rearranges."""
        paths = self.symmetry.sites[self.turn.site].vectors
        return self.algebra.all_of([self._there(path, state) for path in paths])

    def _there(self, path: Path, value: Value) -> Bool:
        found: list[Bool] = []
        indices = iter(self.turn.instance)
        for step in path:
            match step:
                case Part(at):
                    value = value[at]
                case Each():
                    value, at = self.values.plain(value), next(indices)
                    found.append(self.algebra.less(at, value.length))
                    if at >= len(value.slots):
                        return False
                    value = value.slots[at]
                case Held(tag):
                    found.append(self.algebra.equal(value.tag, tag))
                    value = value.held[tag]
            if value is None:
                return False
        long_enough = self.algebra.at_most(len(self.turn.source), value.length)
        return self.algebra.all_of([*found, long_enough])

    def state(self, state: Value) -> Value:
        """The state after the turn."""
        there = self.applies(state)
        if there is False:
            return state
        made = state
        for path in self.symmetry.sites[self.turn.site].vectors:
            made = self._with(path, self.turn.instance, made)
        fields = list(made)
        for at in self.symmetry.pointers:
            kind = self.kind.fields[at][1]
            fields[at] = self.carried(kind, state[at], None, (state, ()))
        return self.values.merge(there, tuple(fields), state)

    def _with(self, path: Path, instance: tuple[int, ...], value: Value) -> Value:
        if not path:
            seq = self.values.plain(value)
            source = self.turn.source
            moved = tuple(seq.slots[at] for at in source)
            return Seq(seq.length, (*moved, *seq.slots[len(source) :]))
        step, rest = path[0], path[1:]
        match step:
            case Part(at):
                return _put(value, at, self._with(rest, instance, value[at]))
            case Each():
                seq, at = self.values.plain(value), instance[0]
                inner = self._with(rest, instance[1:], seq.slots[at])
                return Seq(seq.length, _put(seq.slots, at, inner))
            case Held(tag):
                inner = self._with(rest, instance, value.held[tag])
                return Sum(value.tag, _put(value.held, tag, inner))

    def carried(
        self, kind: Type, value: Value, owner: type | None, seen: tuple[Value, Value]
    ) -> Value:
        """A value with the places in it carried along; `seen` is (state, move)."""
        there = self.applies(seen[0])
        return self.values.merge(there, self._carried(kind, value, owner, seen), value)

    def _carried(
        self, kind: Type, value: Value, owner: type | None, seen: tuple[Value, Value]
    ) -> Value:
        if value is None:
            return None
        match kind:
            case IntT(place=text) if text:
                return self._number(text, value, owner, seen)
            case RecordT(_, fields):
                pairs = zip(fields, value, strict=True)
                return tuple(self._carried(part, v, owner, seen) for (_, part), v in pairs)
            case TupleT(item, _, _):
                seq = self.values.plain(value)
                slots = tuple(self._carried(item, v, owner, seen) for v in seq.slots)
                return Seq(seq.length, slots)
            case UnionT(alts):
                held = zip(alts, value.held, strict=True)
                return Sum(value.tag, tuple(self._carried(a, v, owner, seen) for a, v in held))
            case _:
                return value

    def _number(
        self, text: str, value: Num, owner: type | None, seen: tuple[Value, Value]
    ) -> Value:
        place = self.symmetry.places.get((owner, text))
        if place is None or place.site != self.turn.site:
            return value
        indices = [self._index(index, seen) for index in place.indices]
        pairs = zip(indices, self.turn.instance, strict=True)
        here = self.algebra.all_of([self.algebra.equal(a, b) for a, b in pairs])
        if here is False:
            return value
        self.executor.settle(value)
        made = value
        for at, source in enumerate(self.turn.source):
            if at != source:
                made = self.algebra.pick(self.algebra.equal(value, source), at, made)
        return self.algebra.pick(here, made, value)

    def _index(self, index: Index, seen: tuple[Value, Value]) -> Num:
        if index.of == "number":
            return index.at
        found: Num = seen[1 if index.of == "move" else 0][index.at]
        self.executor.settle(found)
        return found


def _put(parts: tuple[Any, ...], at: int, made: Any) -> tuple[Any, ...]:
    return (*parts[:at], made, *parts[at + 1 :])
