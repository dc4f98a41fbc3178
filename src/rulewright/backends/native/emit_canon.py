"""Native code that replaces a packed state by the representative of its orbit, word by word.

    void rw_canon(ptr state)

The items of an unordered vector are taken out of the words as numbers, sorted by a network of
comparisons, and put back. Greater ones come first, so that what is not there (it is zero) stays at
the end of a vector. Any order will do: it need not be that of `backends.canonical`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from llvmlite import ir as ll

from rulewright.ir.symmetry import Each, Held, Instance, Path, Site, Symmetry
from rulewright.ir.symmetry import Part as Into
from rulewright.ir.types import IntT, Type, UnionT

from .build import I64, PTR, Block, int1, int64
from .emit_packing import loaded
from .packing import WORD, Digit, Group, Many, OneOf, Packing, Part
from .shapes import Choice, Num, Refused, Shape

# A number of any length, least bits first: what it is made of, each with its bits (up to a word).
Wide = tuple[tuple[ll.Value, int], ...]

# More comparisons than this would make the code too long.
MOST_COMPARISONS = 20_000


def add_canon(module: ll.Module, packing: Packing, symmetry: Symmetry) -> None:
    """Add rw_canon to a module."""
    code = ll.Function(module, ll.FunctionType(ll.VoidType(), [PTR]), "rw_canon")
    code.attributes.add("nounwind")
    k = Block(code)
    words = _Words(k, packing, list(loaded(k, packing, code.args[0])))
    compared = 0
    for at, site in enumerate(symmetry.sites):
        if site.most < 2:
            continue
        for instance in site.instances():
            sorter = _Sorter(words, symmetry, at, site, instance)
            sorter.run()
            compared += sorter.compared
            if compared > MOST_COMPARISONS:
                raise Refused("too much of a state is unordered")
    for at, word in enumerate(words.held):
        k.b.store(word, k.at(code.args[0], 8 * at), align=8)
    k.b.ret_void()
    k.finish()


@dataclass
class _Words:
    """The words of a state, and bits of them."""

    k: Block
    packing: Packing
    held: list[ll.Value]

    def get(self, at: int, bits: int) -> Wide:
        """The bits from one on, cut alike wherever they lie."""
        found: list[tuple[ll.Value, int]] = []
        while bits:
            count = min(bits, WORD)
            found.append((self._chunk(at, count), count))
            at, bits = at + count, bits - count
        return tuple(found)

    def _chunk(self, at: int, bits: int) -> ll.Value:
        b, word, shift = self.k.b, at // WORD, at % WORD
        value = b.lshr(self.held[word], int64(shift)) if shift else self.held[word]
        if shift + bits > WORD:
            value = b.or_(value, b.shl(self.held[word + 1], int64(WORD - shift)))
        return value if bits == WORD else b.and_(value, int64((1 << bits) - 1))

    def put(self, at: int, value: Wide) -> None:
        """Replace the bits from one on."""
        for part, bits in value:
            held, done = part, 0
            while done < bits:
                count = min(bits - done, WORD - at % WORD)
                piece = self.k.b.lshr(held, int64(done)) if done else held
                self._put(at, piece, count)
                at, done = at + count, done + count

    def _put(self, at: int, piece: ll.Value, bits: int) -> None:
        b, word, shift = self.k.b, at // WORD, at % WORD
        mask = (1 << bits) - 1
        piece = b.shl(b.and_(piece, int64(mask)), int64(shift))
        kept = b.and_(self.held[word], int64(~(mask << shift) & ((1 << WORD) - 1)))
        self.held[word] = b.or_(kept, piece)


@dataclass(frozen=True)
class _Spot:
    """Where a vector lies in the words: its length, its first item, the bits of one, and tags on
    the way.
    """

    number: Digit
    first: int
    item: int
    tags: tuple[tuple[Digit, int, int], ...]


def _spot(packing: Packing, path: Path, instance: Instance) -> _Spot:
    part, at, tags, indices = packing.part, 0, [], iter(instance)
    for step in path:
        match step, part:
            case Into(field), Group(parts, _):
                at += sum(each.bits for each in parts[:field])
                part = parts[field]
            case Each(), Many(number, item, _, _):
                at += number.bits + next(indices) * item.bits
                part = item
            case Held(tag), OneOf(which, alts, _):
                tags.append((which, at, tag))
                at += which.bits
                part = alts[tag]
            case _:
                raise Refused("an unordered tuple is not packed as one")
    if not isinstance(part, Many):
        raise Refused("an unordered tuple is not packed as one")
    return _Spot(part.number, at + part.number.bits, part.item.bits, tuple(tags))


class _Sorter:
    """Sorts one instance of a site."""

    def __init__(
        self, words: _Words, symmetry: Symmetry, at: int, site: Site, instance: Instance
    ) -> None:
        self.words = words
        self.k = words.k
        self.symmetry = symmetry
        self.at, self.site, self.instance = at, site, instance
        self.spots = [_spot(words.packing, path, instance) for path in site.vectors]
        self.pointers = [_Pointer(self, field) for field in self._pointing()]
        self.compared = 0

    def _pointing(self) -> Iterator[int]:
        for field in self.symmetry.pointers:
            found = _placed(self.words.packing.kind.fields[field][1])
            place = self.symmetry.places[None, found]
            if place.site == self.at:
                yield field

    def run(self) -> None:
        """Take the items out, sort them, and put them back where the state holds any."""
        size, most = self.site.free.block, self.site.most
        items = [self._item(i) for i in range(most)]
        blocks = [items[at : at + size] for at in range(0, most, size)]
        if self.site.free.inside:
            blocks = [self._sorted([[item] for item in block]) for block in blocks]
        done = self._rotated(blocks) if self.site.free.turning else self._sorted(blocks)
        there = self._there()
        for spot_at, spot in enumerate(self.spots):
            for i, item in enumerate(done):
                place = spot.first + i * spot.item
                new = item[spot_at]
                if there is not None:
                    old = self.words.get(place, spot.item)
                    new = self._chosen(there, [new], [old])[0]
                self.words.put(place, new)
        for number, pointer in enumerate(self.pointers):
            pointer.store([item[len(self.spots) + number][0][0] for item in done], there)

    def _item(self, i: int) -> list[Wide]:
        """An item: a number of each vector, and for each pointer whether it points here."""
        parts = [self.words.get(spot.first + i * spot.item, spot.item) for spot in self.spots]
        flags: list[Wide] = []
        for pointer in self.pointers:
            flag = self.k.b.and_(pointer.points(i), self._held(i))
            flags.append(((self.k.b.zext(flag, I64), 1),))
        return [*parts, *flags]

    def _held(self, i: int) -> ll.Value:
        """Whether the vector has so many items that one is there."""
        if i < self.site.least:
            return int1(True)
        number, first = self.spots[0].number, self.spots[0].first
        many = self.words.get(first - number.bits, number.bits)[0][0]
        return self.k.b.icmp_signed(">", many, int64(i - number.least))

    def _there(self) -> ll.Value | None:
        """Whether the state holds these vectors; None where it always does."""
        found: ll.Value | None = None
        for which, at, tag in self.spots[0].tags:
            held = self.words.get(at, which.bits)
            value = held[0][0] if held else int64(0)
            same = self.k.b.icmp_unsigned("==", value, int64(tag - which.least))
            found = same if found is None else self.k.b.and_(found, same)
        return found

    def _sorted(self, blocks: list[list[list[Wide]]]) -> list[list[Wide]]:
        """The items of the blocks, greater blocks first: each is put in its place among those
        before it.
        """
        done = list(blocks)
        for last in range(1, len(done)):
            for at in range(last, 0, -1):
                done[at - 1], done[at] = self._exchanged(done[at - 1], done[at])
        return [item for block in done for item in block]

    def _exchanged(
        self, left: list[list[Wide]], right: list[list[Wide]]
    ) -> tuple[list[list[Wide]], list[list[Wide]]]:
        self.compared += 1
        less = self._less(left, right)
        pairs = list(zip(left, right, strict=True))
        return (
            [self._chosen(less, b, a) for a, b in pairs],
            [self._chosen(less, a, b) for a, b in pairs],
        )

    def _rotated(self, blocks: list[list[list[Wide]]]) -> list[list[Wide]]:
        """The greatest of the rotations."""
        best = [item for block in blocks for item in block]
        for at in range(1, len(blocks)):
            other = [item for block in (*blocks[at:], *blocks[:at]) for item in block]
            self.compared += 1
            less = self._less(best, other)
            best = [self._chosen(less, b, a) for a, b in zip(best, other, strict=True)]
        return best

    def _less(self, left: list[list[Wide]], right: list[list[Wide]]) -> ll.Value:
        """Whether the first is less than the second, the first numbers counting most."""
        b = self.k.b
        less: ll.Value = int1(False)
        for one, other in zip(_numbers(b, left), _numbers(b, right), strict=True):
            below = b.icmp_unsigned("<", one, other)
            less = b.or_(below, b.and_(b.icmp_unsigned("==", one, other), less))
        return less

    def _chosen(self, test: ll.Value, then: list[Wide], other: list[Wide]) -> list[Wide]:
        return [
            tuple(
                (self.k.b.select(test, x, y), bits) for (x, bits), (y, _) in zip(a, b, strict=True)
            )
            for a, b in zip(then, other, strict=True)
        ]


def _numbers(b: ll.IRBuilder, block: list[list[Wide]]) -> list[ll.Value]:
    """A block as few numbers: what fits into a word side by side is one."""
    made: list[ll.Value] = []
    room = 0
    for value, bits in (part for item in block for wide in item for part in wide):
        if bits <= room:
            made[-1] = b.or_(made[-1], b.shl(value, int64(WORD - room)))
            room -= bits
        else:
            made.append(value)
            room = WORD - bits
    return made


class _Pointer:
    """A field of the state that holds a place in the vector, or nothing."""

    def __init__(self, sorter: _Sorter, field: int) -> None:
        self.words, self.k, self.sorter = sorter.words, sorter.k, sorter
        self.where, self.digit = self._digit(field)
        kind = self.words.packing.kind.fields[field][1]
        shape: Shape = self.words.packing.shape.fields[field]  # type: ignore[union-attr]
        self.shift, self.tag = _coded(kind, shape)
        self.place = sorter.symmetry.places[None, _placed(kind)]
        self.here = self._here()

    def _digit(self, field: int) -> tuple[int, Digit]:
        whole = self.words.packing.part
        assert isinstance(whole, Group)
        part: Part = whole.parts[field]
        if not isinstance(part, Digit):
            raise Refused("a place in something unordered is not packed as one number")
        return sum(each.bits for each in whole.parts[:field]), part

    def _code(self, where: int, digit: Digit) -> ll.Value:
        held = self.words.get(where, digit.bits)
        value: ll.Value = int64(0)
        done = 0
        for part, bits in held:
            value = self.k.b.or_(value, self.k.b.shl(part, int64(done)) if done else part)
            done += bits
        return self.k.b.add(value, int64(digit.least))

    def _here(self) -> ll.Value:
        """Whether it points into this instance."""
        found: ll.Value = int1(True)
        for index, wanted in zip(self.place.indices, self.sorter.instance, strict=True):
            if index.of == "number":
                found = self.k.b.and_(found, int1(index.at == wanted))
                continue
            code = self._code(*self._digit(index.at))
            found = self.k.b.and_(found, self.k.b.icmp_signed("==", code, int64(wanted)))
        return found

    def points(self, i: int) -> ll.Value:
        """Whether it points to an item."""
        code = self._code(self.where, self.digit)
        same = self.k.b.icmp_signed("==", code, int64((i << self.shift) | self.tag))
        return self.k.b.and_(self.here, same)

    def store(self, flags: list[ll.Value], there: ll.Value | None) -> None:
        """Point to where the item that was pointed to is now."""
        made = self._code(self.where, self.digit)
        for i, flag in enumerate(flags):
            moved = self.k.b.icmp_unsigned("!=", flag, int64(0))
            if there is not None:
                moved = self.k.b.and_(moved, there)
            made = self.k.b.select(moved, int64((i << self.shift) | self.tag), made)
        value = self.k.b.sub(made, int64(self.digit.least))
        self.words.put(self.where, ((value, self.digit.bits),))


def _placed(kind: Type) -> str:
    """What is written of the places that a field holds."""
    alts = kind.alts if isinstance(kind, UnionT) else (kind,)
    return next(alt.place for alt in alts if isinstance(alt, IntT) and alt.place)


def _coded(kind: Type, shape: Shape) -> tuple[int, int]:
    """How a place is coded in a field: shifted by so many bits, with this tag."""
    if isinstance(kind, UnionT) and isinstance(shape, Choice):
        tag = next(i for i, a in enumerate(kind.alts) if isinstance(a, IntT) and a.place)
        return shape.shift, tag
    if not isinstance(shape, Num):
        raise Refused("a place in something unordered is not packed as one number")
    return 0, 0
