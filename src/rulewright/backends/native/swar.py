"""Several small numbers at once inside one word: bytes of a value squeezed into bits and back.

Eight bytes of k bits each are squeezed in three steps, each joining neighbours (as bits are
gathered in "Hacker's Delight", H. S. Warren, section 7-4), instead of byte by byte.
"""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir as ll

from .build import I64, Block, int64
from .layout import Cell, Layout, Row
from .packing import Digit, Many, Part

CHUNKS = (8, 4, 2)
_BYTE = 8


def run(of: Part, where: Layout) -> tuple[Digit, int] | None:
    """The like bytes that a part is packed from, and how many; None where it is none of those.

    A tuple of tuples of numbers is one run, since neither bytes nor bits are left out between.
    """
    match of, where:
        case Many(number, item, room, _), Row(inner, _, False) if number.bits == 0:
            if isinstance(item, Digit):
                whole = isinstance(inner, Cell) and inner.size == 1 and 0 < item.bits < _BYTE
                return (item, room) if whole else None
            found = run(item, inner)
            return None if found is None else (found[0], found[1] * room)
        case _:
            return None


def chunks(count: int) -> list[tuple[int, int]]:
    """Where to begin and how many bytes to take at once, for so many."""
    found, at = [], 0
    for size in (*CHUNKS, 1):
        while count - at >= size:
            found.append((at, size))
            at += size
    return found


@dataclass(frozen=True)
class Step:
    """A step that joins neighbours: the upper moves by so much; what is kept of each of the two.

    Together they are kept at once where the one that moves cannot touch what the other holds.
    """

    shift: int
    lower: int
    upper: int
    apart: bool


def steps(size: int, bits: int) -> list[Step]:
    """The steps that squeeze so many bytes of so many bits each; backward they spread them."""
    found, lane, held = [], _BYTE, bits
    while lane < size * _BYTE:
        pairs = range(0, size * _BYTE, 2 * lane)
        lower = sum(((1 << held) - 1) << at for at in pairs)
        found.append(Step(lane - held, lower, lower << held, held <= lane - held))
        lane, held = 2 * lane, 2 * held
    return found


def _every(byte: int, size: int) -> int:
    return sum(byte << at for at in range(0, size * _BYTE, _BYTE))


def squeezed(k: Block, address: ll.Value, size: int, of: Digit) -> ll.Value:
    """The bits of so many bytes, each within the digit's bounds."""
    kind = ll.IntType(_BYTE * size)
    loaded = k.b.load(address, typ=kind, align=1)
    word = loaded if size == CHUNKS[0] else k.b.zext(loaded, I64)
    if of.least:
        # No byte is less than the least, so nothing is borrowed from its neighbour.
        least = _every(of.least % 256, size)
        if of.least > 0:
            word = k.b.sub(word, int64(least))
        else:
            word = _without_carry(k, word, -of.least, size)
    for step in steps(size, of.bits):
        moved = k.b.lshr(word, int64(step.shift))
        if step.apart:
            word = k.b.and_(k.b.or_(word, moved), int64(step.lower | step.upper))
        else:
            low, high = k.b.and_(word, int64(step.lower)), k.b.and_(moved, int64(step.upper))
            word = k.b.or_(low, high)
    return word


def _without_carry(k: Block, word: ll.Value, more: int, size: int) -> ll.Value:
    """Add the same to every byte; what leaves a byte is lost."""
    low = _every(0x7F, size)
    high = _every(0x80, size)
    added = k.b.add(k.b.and_(word, int64(low)), int64(_every(more & 0x7F, size)))
    top = k.b.xor(word, int64(_every(more & 0x80, size)))
    return k.b.xor(added, k.b.and_(top, int64(high)))


def spread(k: Block, bits: ll.Value, address: ll.Value, size: int, of: Digit) -> None:
    """Put the bits of so many bytes back where the bytes belong."""
    word = bits
    for step in reversed(steps(size, of.bits)):
        moved = k.b.shl(word, int64(step.shift))
        upper = step.upper << step.shift
        if step.apart:
            word = k.b.and_(k.b.or_(word, moved), int64(step.lower | upper))
        else:
            word = k.b.or_(k.b.and_(word, int64(step.lower)), k.b.and_(moved, int64(upper)))
    if of.least > 0:
        word = k.b.add(word, int64(_every(of.least, size)))
    elif of.least < 0:
        word = _without_carry(k, word, of.least % 256, size)
    k.b.store(k.b.trunc(word, ll.IntType(_BYTE * size)) if size < 8 else word, address, align=1)
