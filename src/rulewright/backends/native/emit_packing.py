"""Native code that packs a state and takes it apart again."""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir as ll

from . import memory, swar
from .build import I64, Block, Val, int1, int64
from .layout import Row, layout
from .packing import WORD, Digit, Group, Many, OneOf, Packing, Part
from .shapes import Bits, Choice, Counts, Flag, Num, Rec, Refused, Seq, Shape, Sum, Unit, join


@dataclass(frozen=True)
class Source:
    """A state that was taken apart: its words, and the address of what they hold."""

    words: tuple[ll.Value, ...]
    address: ll.Value


def loaded(k: Block, packing: Packing, words: ll.Value) -> tuple[ll.Value, ...]:
    """The words at an address."""
    return tuple(k.b.load(k.at(words, 8 * at), typ=I64, align=8) for at in range(packing.words))


def pack(
    k: Block, packing: Packing, state: Val, out: ll.Value, source: Source | None = None
) -> None:
    """Put the words of a state at an address; a duty fails where it leaves its type's bounds."""
    writer = _Writer(k, [[] for _ in range(packing.words)], source)
    writer.put(packing.part, packing.shape, state, 0, None)
    for at, parts in enumerate(writer.words):
        word: ll.Value = int64(0)
        for each in parts:
            word = k.b.or_(word, each)
        k.b.store(word, k.at(out, 8 * at), align=8)


@dataclass
class _Writer:
    k: Block
    words: list[list[ll.Value]]
    source: Source | None

    def _same(self, at: int, bits: int) -> None:
        """Take bits over from the words of the source."""
        assert self.source is not None
        end = at + bits
        for word in range(at // WORD, -(-end // WORD)):
            low, high = max(at, word * WORD), min(end, (word + 1) * WORD)
            mask = ((1 << high - low) - 1) << low % WORD
            self.words[word].append(self.k.b.and_(self.source.words[word], int64(mask)))

    def _is_same(self, value: Val, at: int) -> bool:
        """Whether a field is that of the source, unchanged."""
        if self.source is None or at in value.over:
            return False
        return value.held is self.source.address

    def put(self, of: Part, want: Shape, value: Val, at: int, only: ll.Value | None) -> None:
        """Add a value to the words, from a bit on; only where `only` holds, if it is given."""
        k = self.k
        match of, want, value.shape:
            case Digit(), _, _:
                self.digit(of, _checked(k, value, want, only), at, only)
            case Group(parts, _), Rec(wanted), Rec():
                for i, (each, shape) in enumerate(zip(parts, wanted, strict=True)):
                    if self._is_same(value, i):
                        self._same(at, each.bits)
                        at += each.bits
                        continue
                    self.put(each, shape, memory.field(k, value, i), at, only)
                    at += each.bits
            case Many(), _, _ if only is None and self._is_run(of, want, value):
                self._run(of, value, at)
            case Many(), Seq(), Seq():
                self._items(of, want, value, at, only)
            case Many(_, item, room, _), (Counts() | Bits()), _:
                inner = want.count if isinstance(want, Counts) else Flag()
                for i in range(room):
                    self.put(item, inner, memory.item(k, value, int64(i)), at, only)
                    at += item.bits
            case OneOf(), Sum(), Sum():
                self._alternative(of, want, value, at, only)
            case _:
                raise Refused(f"{value.shape} is packed as {want}")

    def digit(self, of: Digit, number: ll.Value, at: int, only: ll.Value | None) -> None:
        """Add one number."""
        if of.bits == 0:
            return
        k, word, shift = self.k, at // WORD, at % WORD
        bits = k.b.sub(number, int64(of.least)) if of.least else number
        if only is not None:
            bits = k.b.select(only, bits, int64(0))
        self.words[word].append(k.b.shl(bits, int64(shift)) if shift else bits)
        if shift + of.bits > WORD:
            self.words[word + 1].append(k.b.lshr(bits, int64(WORD - shift)))

    def _is_run(self, of: Many, want: Shape, value: Val) -> bool:
        """Whether a value is like bytes that need not be looked at one by one."""
        if value.apart or join(value.shape, want) != want:
            return False
        return swar.run(of, layout(value.shape)) is not None

    def _run(self, of: Many, value: Val, at: int) -> None:
        found = swar.run(of, layout(value.shape))
        assert found is not None
        digit, count = found
        for first, size in swar.chunks(count):
            address = self.k.at(value.one, first)
            bits = size * digit.bits
            if size == 1:
                number = self.k.load(address, 1)
                self.digit(digit, number, at, None)
            else:
                squeezed = swar.squeezed(self.k, address, size, digit)
                self.digit(Digit(0, bits), squeezed, at, None)
            at += bits

    def _items(self, of: Many, want: Seq, value: Val, at: int, only: ll.Value | None) -> None:
        k, shape = self.k, value.shape
        assert isinstance(shape, Seq)
        many = memory.length(k, value)
        if not (want.least <= shape.least and shape.most <= want.most):
            fits = k.b.and_(
                k.b.icmp_signed(">=", many, int64(want.least)),
                k.b.icmp_signed("<=", many, int64(want.most)),
            )
            k.owe(_where(k, only, fits))
        self.digit(of.number, many, at, only)
        at += of.number.bits
        if shape.item is None or want.item is None:
            return
        for i in range(min(of.room, shape.most)):
            there = only
            if i >= shape.least:
                inside = k.b.icmp_signed(">", many, int64(i))
                there = inside if only is None else k.b.and_(only, inside)
            self.put(of.item, want.item, memory.item(k, value, int64(i)), at, there)
            at += of.item.bits

    def _alternative(
        self, of: OneOf, want: Sum, value: Val, at: int, only: ll.Value | None
    ) -> None:
        k = self.k
        assert isinstance(value.shape, Sum)
        tag = k.load(value.one, 1)
        self.digit(of.tag, tag, at, only)
        for i, (each, held, shape) in enumerate(
            zip(of.alts, value.shape.alts, want.alts, strict=True)
        ):
            if held is None:
                continue
            this = k.b.icmp_signed("==", tag, int64(i))
            there = this if only is None else k.b.and_(only, this)
            if shape is None:
                k.owe(k.b.not_(there))
                continue
            inner = memory.taken(k, held, k.at(value.one, 1))
            self.put(each, shape, inner, at + of.tag.bits, there)


def _where(k: Block, only: ll.Value | None, holds: ll.Value) -> ll.Value:
    return holds if only is None else k.b.or_(k.b.not_(only), holds)


def _checked(k: Block, value: Val, want: Shape, only: ll.Value | None) -> ll.Value:
    """A number that is owed to be within the bounds of its type."""
    if isinstance(value.shape, Unit):
        return int64(0)
    if isinstance(value.shape, Flag):
        return k.b.zext(value.one, I64)
    fits = _fits(k, value.one, value.shape, want)
    if fits is not None:
        k.owe(_where(k, only, fits))
    return value.one


def _fits(k: Block, held: ll.Value, shape: Shape, want: Shape) -> ll.Value | None:
    """Whether a number is within bounds; None where its shape says so."""
    match shape, want:
        case Num(), Num(low, high):
            if shape.within(low, high):
                return None
            return k.b.and_(
                k.b.icmp_signed(">=", held, int64(low)), k.b.icmp_signed("<=", held, int64(high))
            )
        case Choice(alts), Choice(wanted):
            found: ll.Value | None = None
            tag = k.b.and_(held, int64(2**shape.shift - 1))
            for i, (alt, each) in enumerate(zip(alts, wanted, strict=True)):
                if alt is None:
                    continue
                inner = k.b.ashr(held, int64(shape.shift))
                fits = int1(False) if each is None else _fits(k, inner, alt, each)
                if fits is not None:
                    other = k.b.icmp_signed("!=", tag, int64(i))
                    here = k.b.or_(other, fits)
                    found = here if found is None else k.b.and_(found, here)
            return found
        case _:
            return None


def unpack(k: Block, packing: Packing, words: ll.Value, place: ll.Value) -> None:
    """Put the state that the words at an address hold where it belongs."""
    held = loaded(k, packing, words)
    _Reader(k, held).get(packing.part, packing.shape, place, 0)


@dataclass(frozen=True)
class _Reader:
    k: Block
    words: tuple[ll.Value, ...]

    def get(self, of: Part, shape: Shape, place: ll.Value, at: int) -> None:
        """Put what the bits from one on hold at an address."""
        k = self.k
        match of, shape:
            case Digit(), _:
                self._number(of, shape, place, at)
            case Group(parts, _), Rec(fields):
                where = layout(shape)
                for each, inner, offset in zip(parts, fields, where.places, strict=True):  # type: ignore[union-attr]
                    self.get(each, inner, k.at(place, offset), at)
                    at += each.bits
            case Many(), _ if swar.run(of, layout(shape)) is not None:
                self._run(of, shape, place, at)
            case Many(number, item, room, _), _:
                where = layout(shape)
                assert isinstance(where, Row)
                if where.counted:
                    memory.set_length(k, place, self.digit(number, at))
                at += number.bits
                held = _inner(shape)
                for i in range(room):
                    if held is not None:
                        offset = where.first + i * where.item.size
                        self.get(item, held, k.at(place, offset), at)
                    at += item.bits
            case OneOf(tag, alts, _), Sum(shapes):
                which = self.digit(tag, at)
                k.store(which, place, 1)
                for i, (each, alt) in enumerate(zip(alts, shapes, strict=True)):
                    if alt is not None:
                        with k.when(k.b.icmp_signed("==", which, int64(i))):
                            self.get(each, alt, k.at(place, 1), at + tag.bits)
            case _:
                raise Refused(f"{shape} is not packed like that")

    def _run(self, of: Many, shape: Shape, place: ll.Value, at: int) -> None:
        found = swar.run(of, layout(shape))
        assert found is not None
        digit, count = found
        for first, size in swar.chunks(count):
            bits, address = size * digit.bits, self.k.at(place, first)
            if size == 1:
                self.k.store(self.digit(digit, at), address, 1)
            else:
                swar.spread(self.k, self.digit(Digit(0, bits), at), address, size, digit)
            at += bits

    def _number(self, of: Digit, shape: Shape, place: ll.Value, at: int) -> None:
        if isinstance(shape, Unit):
            return
        number = self.digit(of, at)
        size = layout(shape).size
        self.k.store(number, place, size)

    def digit(self, of: Digit, at: int) -> ll.Value:
        """One number."""
        k, word, shift = self.k, at // WORD, at % WORD
        if of.bits == 0:
            return int64(of.least)
        bits = k.b.lshr(self.words[word], int64(shift)) if shift else self.words[word]
        if shift + of.bits > WORD:
            rest = k.b.shl(self.words[word + 1], int64(WORD - shift))
            bits = k.b.or_(bits, rest)
        bits = k.b.and_(bits, int64((1 << of.bits) - 1))
        return k.b.add(bits, int64(of.least)) if of.least else bits


def _inner(shape: Shape) -> Shape | None:
    match shape:
        case Seq(item, _, _):
            return item
        case Counts(_, count):
            return count
        case Bits():
            return Flag()
        case _:
            raise Refused(f"{shape} has no items")
