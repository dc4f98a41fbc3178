"""Native code for whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from llvmlite import ir as ll

from rulewright.ir import nodes as ir

from .build import Block, Val, int64
from .infer import number
from .shapes import Num

if TYPE_CHECKING:
    from .emit import Body


def arith(body: Body, e: ir.Arith) -> Val:
    """A whole number made of two; a divisor that may be 0 is owed not to be."""
    k = body.k
    left, right = body.number(e.left), body.number(e.right)
    match e.op:
        case ir.ArithOp.ADD:
            made = k.b.add(left, right, flags=("nsw",))
        case ir.ArithOp.SUB:
            made = k.b.sub(left, right, flags=("nsw",))
        case ir.ArithOp.MUL:
            made = k.b.mul(left, right, flags=("nsw",))
        case ir.ArithOp.MIN:
            made = k.b.select(k.b.icmp_signed("<", right, left), right, left)
        case ir.ArithOp.MAX:
            made = k.b.select(k.b.icmp_signed(">", right, left), right, left)
        case ir.ArithOp.DIV | ir.ArithOp.MOD:
            made = _divided(body, e, left, right)
        case _:
            assert_never(e.op)
    return Val(body.shape(e), made)


def _divided(body: Body, e: ir.Arith, left: ll.Value, right: ll.Value) -> ll.Value:
    k = body.k
    above, below = number(body.shape(e.left)), number(body.shape(e.right))
    if below.low == 0 == below.high:
        raise body.end()
    if below.low <= 0 <= below.high:
        k.owe(k.b.icmp_signed("!=", right, int64(0)))
    if above.low >= 0 and below.low >= 0:
        return (k.b.udiv if e.op is ir.ArithOp.DIV else k.b.urem)(left, right)
    return _floored(k, e.op, left, right, below)


def _floored(k: Block, op: ir.ArithOp, left: ll.Value, right: ll.Value, below: Num) -> ll.Value:
    """Division that rounds down, where the machine's rounds towards 0."""
    rest = k.b.srem(left, right)
    negative = k.b.icmp_signed("<", rest if below.low > 0 else k.b.xor(rest, right), int64(0))
    off = k.b.and_(k.b.icmp_signed("!=", rest, int64(0)), negative)
    if op is ir.ArithOp.MOD:
        return k.b.select(off, k.b.add(rest, right), rest)
    quotient = k.b.sdiv(left, right)
    return k.b.select(off, k.b.sub(quotient, int64(1)), quotient)
