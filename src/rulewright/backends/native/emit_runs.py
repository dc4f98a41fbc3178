"""Native code that counts a number among many bytes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.walk import every

from .build import I8, I32, I64, Block, Val, int64
from .layout import Cell, Layout, Row, layout
from .shapes import Choice, Num, Seq, span

if TYPE_CHECKING:
    from .emit import Body

# Fewer bytes than this are counted one by one: they have often just been put there one by one, and
# what has just been stored in pieces cannot be loaded as a whole at once.
LEAST = 8
MOST = 512
_CHUNKS = (32, 16, 8, 4)
_BYTE = Num(-128, 127)


def count(k: Block, items: Val, wanted: Val) -> ll.Value | None:
    """How often a number stands in a tuple; None where it is not one of many bytes."""
    if items.apart or not isinstance(wanted.shape, Num | Choice):
        return None
    run = _run(layout(items.shape))
    return None if run is None else _counted(k, items.one, run, wanted)


def count_in_each(body: Body, e: ir.Fold) -> ll.Value | None:
    """A sum of how often a number stands in each of some tuples, which lie one after another."""
    match e:
        case ir.Fold(ir.FoldKind.SUM, name, over, None, ir.Count(ir.Var(each), value)) if (
            each == name and not any(isinstance(x, ir.Var) and x.name == name for x in every(value))
        ):
            shape = body.shape(over)
        case _:
            return None
    if not isinstance(shape, Seq) or not shape.least or _run(layout(shape)) is None:
        return None
    if not isinstance(shape.item, Seq) or not isinstance(body.shape(value), Num | Choice):
        return None
    items = body.value(over)
    wanted = body.value(value)
    return None if items.apart else count(body.k, items, wanted)


def _run(where: Layout) -> int | None:
    """How many bytes a tuple is, or a tuple of such tuples; None where it is anything else."""
    match where:
        case Row(Cell(1), room, False):
            run: int | None = room
        case Row(inner, room, False):
            found = _run(inner)
            run = None if found is None else found * room
        case _:
            run = None
    return run if run is not None and LEAST <= run <= MOST else None


def _counted(k: Block, address: ll.Value, run: int, wanted: Val) -> ll.Value:
    number = k.b.trunc(wanted.one, I8)
    found: ll.Value = int64(0)
    at = 0
    for size in _CHUNKS:
        while run - at >= size:
            found = k.b.add(found, _chunk(k, k.at(address, at), size, number))
            at += size
    for rest in range(at, run):
        same = k.b.icmp_signed("==", k.b.load(k.at(address, rest), typ=I8, align=1), number)
        found = k.b.add(found, k.b.zext(same, I64))
    bounds = span(wanted.shape)  # type: ignore[arg-type]
    if bounds.within(_BYTE.low, _BYTE.high):
        return found
    fits = k.b.icmp_signed("==", k.b.sext(number, I64), wanted.one)
    return k.b.select(fits, found, int64(0))


def _chunk(k: Block, address: ll.Value, size: int, number: ll.Value) -> ll.Value:
    kind = ll.VectorType(I8, size)
    held = k.b.load(address, typ=kind, align=1)
    first = k.b.insert_element(ll.Constant(kind, ll.Undefined), number, ll.Constant(I32, 0))
    zeros = ll.Constant(ll.VectorType(I32, size), [0] * size)
    wanted = k.b.shuffle_vector(first, ll.Constant(kind, ll.Undefined), zeros)
    same = k.b.icmp_signed("==", held, wanted)
    bits = k.b.bitcast(same, ll.IntType(size))
    counted = k.b.ctpop(bits)
    return counted if size == 64 else k.b.zext(counted, I64)
