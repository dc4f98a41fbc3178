"""The bounds of whole numbers that are made of others."""

from __future__ import annotations

from rulewright.ir.nodes import ArithOp

from .shapes import LEAST, MOST, Num, Refused


def arith(op: ArithOp, a: Num, b: Num) -> Num | None:
    """Between what two numbers give with an operator; None where they give nothing."""
    match op:
        case ArithOp.ADD:
            return checked(a.low + b.low, a.high + b.high)
        case ArithOp.SUB:
            return checked(a.low - b.high, a.high - b.low)
        case ArithOp.MUL:
            return corners(a, b)
        case ArithOp.MIN:
            return Num(min(a.low, b.low), min(a.high, b.high))
        case ArithOp.MAX:
            return Num(max(a.low, b.low), max(a.high, b.high))
        case ArithOp.DIV:
            found = [_quotients(a, part) for part in _divisors(b)]
            return _hull(found)
        case ArithOp.MOD:
            return _hull([_rest(a, part) for part in _divisors(b)])


def checked(low: int, high: int) -> Num:
    """A number between these; Refused where 64 bits may not hold it."""
    if low < LEAST or high > MOST:
        raise Refused("a number may become too large")
    return Num(low, high)


def corners(a: Num, b: Num) -> Num:
    """Between what products lie."""
    found = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return checked(min(found), max(found))


def times(number: Num, least: int, most: int) -> Num:
    """The sum of `least` to `most` such numbers."""
    low = number.low * (least if number.low > 0 else most)
    high = number.high * (least if number.high < 0 else most)
    return checked(low, high)


def _divisors(b: Num) -> list[Num]:
    """The divisors below and above 0."""
    parts = []
    if b.low < 0:
        parts.append(Num(b.low, min(b.high, -1)))
    if b.high > 0:
        parts.append(Num(max(b.low, 1), b.high))
    return parts


def _quotients(a: Num, b: Num) -> Num:
    found = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Num(min(found), max(found))


def _rest(a: Num, b: Num) -> Num:
    if b.low > 0:
        return a if a.within(0, b.low - 1) else Num(0, b.high - 1)
    return Num(b.low + 1, 0)


def _hull(parts: list[Num]) -> Num | None:
    if not parts:
        return None
    return Num(min(p.low for p in parts), max(p.high for p in parts))


def length(start: Num, stop: Num, step: int) -> tuple[int, int]:
    """The least and the greatest length of a range."""
    if step > 0:
        return len(range(start.high, stop.low, step)), len(range(start.low, stop.high, step))
    return len(range(start.low, stop.high, step)), len(range(start.high, stop.low, step))


def members(start: Num, stop: Num, step: int) -> Num | None:
    """Between what the numbers of a range lie; None where it is always empty."""
    if length(start, stop, step)[1] == 0:
        return None
    if step > 0:
        return Num(start.low, stop.high - 1)
    return Num(stop.low + 1, start.high)
