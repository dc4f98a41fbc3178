"""Native code that draws: random numbers as the interpreter's runner has them, items from bags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from llvmlite import ir as ll

from rulewright.ir.types import IntT, TupleT
from rulewright.passes.by_choice import Drawn

from . import memory
from .build import I64, PTR, Block, Val, int64
from .emit_moves import STATE, Asking, Values, value_at
from .play_plan import RANDOM
from .shapes import of_value

I128 = ll.IntType(128)
# Counts of so many items are gone over without a loop.
FEW_ITEMS = 40


def add_random(module: ll.Module) -> ll.Function:
    """The function play.below(row, bound): a random number below a bound, of the row's own."""
    code = ll.Function(module, ll.FunctionType(I64, [PTR, I64]), "play.below")
    code.linkage = "internal"
    code.attributes.add("nounwind")
    row, bound = code.args
    row.add_attribute("noalias")
    k = Block(code)
    with k.when(k.b.icmp_unsigned("<=", bound, int64(1))):
        k.b.ret(int64(0))
    high = k.variable(I64, int64(0))
    low = k.variable(I64, int64(0))
    wide = k.b.zext(bound, I128)

    def draw() -> None:
        product = k.b.mul(k.b.zext(_bits(k, row), I128), wide)
        k.b.store(k.b.trunc(product, I64), low)
        k.b.store(k.b.trunc(k.b.lshr(product, ll.Constant(I128, 64)), I64), high)

    draw()
    with k.when(k.b.icmp_unsigned("<", k.b.load(low, typ=I64), bound)):
        least = k.b.urem(k.b.sub(int64(0), bound), bound)
        again, done = (k.function.append_basic_block(n) for n in ("again", "drawn"))
        k.b.branch(again)
        k.b.position_at_end(again)
        redraw = k.function.append_basic_block("redraw")
        k.b.cbranch(k.b.icmp_unsigned("<", k.b.load(low, typ=I64), least), redraw, done)
        k.b.position_at_end(redraw)
        draw()
        k.b.branch(again)
        k.b.position_at_end(done)
    k.b.ret(k.b.load(high, typ=I64))
    k.finish()
    return code


def _bits(k: Block, row: ll.Value) -> ll.Value:
    """64 random bits."""
    place = k.at(row, 8 * RANDOM)
    state = k.b.add(k.b.load(place, typ=I64, align=8), int64(0x9E3779B97F4A7C15))
    k.b.store(state, place, align=8)
    mixed = k.b.xor(state, k.b.lshr(state, int64(30)))
    mixed = k.b.mul(mixed, int64(0xBF58476D1CE4E5B9))
    mixed = k.b.xor(mixed, k.b.lshr(mixed, int64(27)))
    mixed = k.b.mul(mixed, int64(0x94D049BB133111EB))
    return k.b.xor(mixed, k.b.lshr(mixed, int64(31)))


@dataclass(frozen=True)
class Bag:
    """What one field may draw: the items that fit it, and how many the bag holds of each."""

    ask: Asking
    drawn: Drawn

    @property
    def fitting(self) -> list[int]:
        """The items that fit, by position in the bag."""
        return [at for at, value in enumerate(self.drawn.values) if value is not None]

    @property
    def values(self) -> Values:
        """The field's values for those."""
        return Values(self.drawn.type, [self.drawn.values[at] for at in self.fitting])

    def count(self, at: ll.Value) -> ll.Value:
        """How many there are of an item that fits."""
        k, fitting = self.ask.k, self.fitting
        if fitting != list(range(len(fitting))):
            at = memory.item(k, self.positions(), at).one
        return memory.item(k, self._held(), at).one

    def total(self) -> ll.Value:
        """How many there are of all that fit."""
        k, found = self.ask.k, int64(0)
        if len(self.fitting) <= FEW_ITEMS:
            for at in self.fitting:
                found = k.b.add(found, memory.item(k, self._held(), int64(at)).one)
            return found
        total = k.variable(I64, int64(0))
        with k.counting(int64(len(self.fitting))) as loop:
            k.b.store(k.b.add(k.b.load(total, typ=I64), self.count(loop.index)), total)
        return k.b.load(total, typ=I64)

    def item(self, ticket: ll.Value) -> ll.Value:
        """Which of the items that fit a ticket below the total stands for, by its number."""
        k = self.ask.k
        if len(self.fitting) <= FEW_ITEMS:
            passed: ll.Value = int64(0)
            found: ll.Value = int64(0)
            for at in self.fitting[:-1]:
                passed = k.b.add(passed, memory.item(k, self._held(), int64(at)).one)
                found = k.b.add(found, k.b.zext(k.b.icmp_signed("<=", passed, ticket), I64))
            return found
        left, result = k.variable(I64, ticket), k.variable(I64, int64(0))
        with k.counting(int64(len(self.fitting))) as loop:
            less = k.b.sub(k.b.load(left, typ=I64), self.count(loop.index))
            k.b.store(less, left)
            k.b.store(loop.index, result)
            with k.when(k.b.icmp_signed("<", less, int64(0))):
                k.b.branch(loop.done)
        return k.b.load(result, typ=I64)

    def value(self, number: ll.Value) -> Val:
        """The field's value for an item that fits."""
        return value_at(self.ask.k, self.ask.unit, self.values, number)

    def _held(self) -> Val:
        return memory.field(self.ask.k, self.ask.names[STATE][1], self.drawn.bag)

    def positions(self) -> Val:
        fitting = tuple(self.fitting)
        kind = TupleT(IntT(0, max(fitting, default=0)), len(fitting), len(fitting))
        whole = of_value(kind, fitting)
        return Val(whole, self.ask.unit.constant(kind, whole, fitting))


def outcomes(
    ask: Asking,
    drawing: Sequence[Drawn],
    inner: Callable[[list[ll.Value], ll.Value], None],
) -> None:
    """Make code that goes over all that may be drawn: items by their numbers, and in how many ways.

    What can be drawn in no way is left out.
    """
    k, bags = ask.k, [Bag(ask, each) for each in drawing]
    with ExitStack() as loops:
        numbers: list[ll.Value] = []
        ways: ll.Value = int64(1)
        for at, bag in enumerate(bags):
            loop = loops.enter_context(k.counting(int64(len(bag.fitting))))
            left = bag.count(loop.index)
            for earlier, number in zip(bags[:at], numbers, strict=True):
                if earlier.drawn.bag == bag.drawn.bag:
                    taken = _same_item(k, earlier, number, bag, loop.index)
                    left = k.b.sub(left, k.b.zext(taken, I64))
            some = k.function.append_basic_block("some")
            k.b.cbranch(k.b.icmp_signed(">", left, int64(0)), some, loop.following)
            k.b.position_at_end(some)
            ways = k.b.mul(ways, left)
            numbers.append(loop.index)
        inner(numbers, ways)


def _same_item(k: Block, one: Bag, number: ll.Value, other: Bag, index: ll.Value) -> ll.Value:
    """Whether two numbers, each of the items that fit its field, are of one item."""
    if one.fitting != other.fitting:
        number = memory.item(k, one.positions(), number).one
        index = memory.item(k, other.positions(), index).one
    return k.b.icmp_signed("==", number, index)
