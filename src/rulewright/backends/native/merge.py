"""Where two ways meet: one value of those that each comes with, joined part by part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from llvmlite import ir as ll

from . import memory
from .build import I1, I64, PTR, Block, Val
from .shapes import Choice, Flag, Num, Rec, Shape, Sum, Unit

# Makes the joined value of the joined parts, in order.
Built: TypeAlias = Callable[[Sequence[ll.Value]], Val]


def merged(k: Block, ends: Sequence[tuple[ll.Block, Val]], shape: Shape) -> Val:
    """The value of whichever block was gone through; the blocks are closed."""
    merge = _Merge(k, [block for block, _ in ends])
    build = merge.plan([value for _, value in ends], shape)
    after = k.function.append_basic_block("either")
    for block in merge.blocks:
        k.b.position_at_end(block)
        k.b.branch(after)
    k.b.position_at_end(after)
    joined = []
    for kind, values in merge.parts:
        phi = k.b.phi(kind)
        for value, block in zip(values, merge.blocks, strict=True):
            phi.add_incoming(value, block)
        joined.append(phi)
    return build(joined)


class _Merge:
    def __init__(self, k: Block, blocks: list[ll.Block]) -> None:
        self.k = k
        self.blocks = blocks
        self.parts: list[tuple[ll.Type, list[ll.Value]]] = []

    def plan(self, values: Sequence[Val], shape: Shape) -> Built:
        """Note what is to be joined, worked out at the end of each block."""
        match shape:
            case Unit():
                return lambda _: Val(shape, None)
            case Flag():
                return self._part(I1, [v.one for v in values], shape)
            case Num() | Choice():
                return self._part(I64, [v.one for v in values], shape)
            case Rec():
                return self._fields(values, shape)
            case Sum() if all(v.chosen is not None for v in values):
                return self._chosen(values, shape)
            case _:
                return self._memory(values, shape)

    def _part(self, kind: ll.Type, held: list[ll.Value], shape: Shape) -> Built:
        if all(each is held[0] for each in held):
            return lambda _: Val(shape, held[0])
        at = len(self.parts)
        self.parts.append((kind, held))
        return lambda joined: Val(shape, joined[at])

    def _each(self, of: Callable[[int], Val]) -> list[Val]:
        """Something worked out at the end of every block."""
        found = []
        for at, block in enumerate(self.blocks):
            self.k.b.position_at_end(block)
            found.append(of(at))
            self.blocks[at] = self.k.b.block
        return found

    def _memory(self, values: Sequence[Val], shape: Shape) -> Built:
        def there(at: int) -> Val:
            return memory.settled(self.k, memory.converted(self.k, values[at], shape))

        return self._part(PTR, [v.one for v in self._each(there)], shape)

    def _chosen(self, values: Sequence[Val], shape: Sum) -> Built:
        tags = {v.chosen[0] for v in values if v.chosen is not None}
        if len(tags) > 1:
            return self._memory(values, shape)
        (tag,) = tags
        inner = shape.alts[tag]
        assert inner is not None
        build = self.plan([v.chosen[1] for v in values if v.chosen is not None], inner)
        return lambda joined: Val(shape, None, chosen=(tag, build(joined)))

    def _fields(self, values: Sequence[Val], shape: Rec) -> Built:
        first = values[0]
        kept = [
            at
            for at in range(len(shape.fields))
            if all(memory.kept_alike(first, other, at) for other in values[1:])
        ]
        builds: dict[int, Built] = {}
        for at, inner in enumerate(shape.fields):
            if at not in kept:
                parts = self._each(lambda end, at=at: memory.field(self.k, values[end], at))  # type: ignore[misc]
                builds[at] = self.plan(parts, inner)
        same = {at: first.over[at] for at in kept if at in first.over}

        def built(joined: Sequence[ll.Value]) -> Val:
            over = {at: build(joined) for at, build in builds.items()}
            return Val(shape, first.held, first.base or first.shape, {**same, **over})

        return built
