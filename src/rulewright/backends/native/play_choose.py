"""Native code that lists the legal choices of a state, and makes the move of one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress

from llvmlite import ir as ll

from rulewright.ir.types import Type, domain

from .build import I1, I32, I64, Block, Ended, Val, int1, int64
from .emit_moves import STATE, Asking, Values, value_at
from .play_draw import Bag, outcomes
from .play_plan import CHOICES, FORMS, Form
from .play_tests import Part, Tests, field_name

# In an entry of the list: the choice is listed because moves of it are owed.
OWED = CHOICES * FORMS


class Lister:
    """Makes the code that lists those choices of one form that pass the tests of a function."""

    def __init__(self, form: Form, tests: Tests, entry: int) -> None:
        self.form = form
        self.tests = tests
        self.entry = entry  # of the choice of number 0

    def add(self, ask: Asking, listed: ll.Value, many: ll.Value) -> None:
        """Add the entries of the choices at the place of a list, and count them."""
        k = ask.k
        skip = k.function.append_basic_block("no_more")
        with suppress(Ended), ExitStack() as loops:
            following = skip
            known = self._asked(ask, 0, following)
            if self.form.loose and self.form.drawing:
                (drawn,) = self.form.drawing
                self._branch(k, k.b.icmp_signed(">", Bag(ask, drawn).total(), int64(0)), following)
            number: ll.Value = int64(0)
            fields = values_of(self.form)
            last = len(fields)
            for level, values in enumerate(fields, 1):
                loop = loops.enter_context(k.counting(int64(len(values.values))))
                number = k.b.add(k.b.mul(number, int64(len(values.values))), loop.index)
                held = value_at(k, ask.unit, values, loop.index)
                name = field_name(self.form.plain[level - 1])
                known = known.extended({name: (values.kind, held)})
                following = loop.following
                if level < last or not self._is_flat(level):
                    known = self._asked(known, level, following)
            self._listed(known, number, listed, many)
        if not k.b.block.is_terminated:
            k.b.branch(skip)
        k.b.position_at_end(skip)

    def _is_flat(self, level: int) -> bool:
        """Whether the tests of the last level can be worked out without a branch."""
        return self.form.loose and all(p.sure and p.name is None for p in self.tests.at(level))

    def _listed(self, known: Asking, number: ll.Value, listed: ll.Value, many: ll.Value) -> None:
        k, last = known.k, len(self.form.plain)
        passes: ll.Value = int1(True)
        if not self.form.loose:
            passes = self._some_outcome(known)
        elif last and self._is_flat(last):
            for part in self.tests.at(last):
                passes = k.b.and_(passes, known.truth(part.of))
        at = k.b.load(many, typ=I64)
        entry = k.b.add(number, int64(self.entry))
        k.b.store(k.b.trunc(entry, I32), k.at(listed, k.b.mul(at, int64(4))), align=4)
        k.b.store(k.b.add(at, k.b.zext(passes, I64)), many)

    def _some_outcome(self, known: Asking) -> ll.Value:
        """Whether some outcome is legal; all are asked, since a duty may fail in any."""
        k, found = known.k, known.k.variable(I1, int1(False))

        def one(numbers: list[ll.Value], _ways: ll.Value) -> None:
            legal = self.passes(known, numbers)
            k.b.store(k.b.or_(k.b.load(found, typ=I1), legal), found)

        outcomes(known, self.form.drawing, one)
        return k.b.load(found, typ=I1)

    def passes(self, known: Asking, numbers: Sequence[ll.Value]) -> ll.Value:
        """Whether an outcome is legal, which is told from the fields that draw."""
        k, result = known.k, known.k.variable(I1, int1(False))
        after = k.function.append_basic_block("asked")
        for level, (drawn, number) in enumerate(zip(self.form.drawing, numbers, strict=True)):
            held = Bag(known, drawn).value(number)
            known = known.extended({field_name(drawn.at): (drawn.type, held)})
            known = self._asked(known, len(self.form.plain) + level + 1, after)
        if not k.b.block.is_terminated:
            k.b.store(int1(True), result)
            k.b.branch(after)
        k.b.position_at_end(after)
        return k.b.load(result, typ=I1)

    def kept(self, known: Asking) -> Asking:
        """With the values that are kept for the fields that draw; all others must be known."""
        for level in range(len(self.form.plain) + 1):
            for part in self.tests.at(level):
                if part.name is not None:
                    held = known.value(part.of)
                    known = known.extended({part.name: (part.of.type, held)})
        return known

    def _asked(self, known: Asking, level: int, following: ll.Block) -> Asking:
        """Go on only where the tests of a level hold; with the values that are kept there."""
        for part in self.tests.at(level):
            if part.name is None:
                self._tested(known, part, following)
            else:
                held = known.value(part.of)
                known = known.extended({part.name: (part.of.type, held)})
        return known

    def _tested(self, known: Asking, part: Part, following: ll.Block) -> None:
        k = known.k
        holds = known.truth(part.of)
        if not (isinstance(holds, ll.Constant) and holds.constant):
            self._branch(k, holds, following)

    def _branch(self, k: Block, holds: ll.Value, following: ll.Block) -> None:
        on = k.function.append_basic_block("possible")
        k.b.cbranch(holds, on, following)
        k.b.position_at_end(on)


def values_of(form: Form) -> list[Values]:
    """The values of the fields of a form that are not drawn."""
    types = [form.kind.type.fields[at][1] for at in form.plain]
    return [Values(kind, domain(kind)) for kind in types]


def plain_fields(ask: Asking, form: Form, number: ll.Value) -> dict[int, Val]:
    """The fields of the choice of a number, those that draw nothing among them."""
    k, found = ask.k, {}
    fields = values_of(form)
    for at, values in reversed(list(zip(form.plain, fields, strict=True))):
        count = int64(len(values.values))
        alone = at == form.plain[0]
        index = number if alone else k.b.urem(number, count)
        number = number if alone else k.b.udiv(number, count)
        found[at] = value_at(k, ask.unit, values, index)
    for drawn in form.without:
        found[drawn.at] = value_at(k, ask.unit, Values(drawn.type, [drawn.nothing]), int64(0))
    return found


class Drawing:
    """Makes the code that draws what a choice draws."""

    def __init__(self, form: Form, below: ll.Function, row: ll.Value) -> None:
        self.form = form
        self.below = below
        self.row = row

    def number(self, ask: Asking) -> ll.Value:
        """The number of the one item that is drawn, where it is all one which."""
        bag = Bag(ask, self.form.drawing[0])
        return bag.item(ask.k.b.call(self.below, [self.row, bag.total()]))

    def values(self, ask: Asking, numbers: Sequence[ll.Value]) -> list[tuple[int, Val]]:
        """The fields that are drawn, of items by their numbers."""
        pairs = zip(self.form.drawing, numbers, strict=True)
        return [(drawn.at, Bag(ask, drawn).value(number)) for drawn, number in pairs]

    def numbers(self, ask: Asking, lister: Lister) -> list[ll.Value]:
        """The numbers of the items that are drawn, of outcomes that are legal to a lister."""
        k, form, ask = ask.k, self.form, lister.kept(ask)
        total = k.variable(I64, int64(0))

        def add(numbers: list[ll.Value], ways: ll.Value) -> None:
            legal = k.b.zext(lister.passes(ask, numbers), I64)
            k.b.store(k.b.add(k.b.load(total, typ=I64), k.b.mul(ways, legal)), total)

        outcomes(ask, form.drawing, add)
        ticket = k.b.call(self.below, [self.row, k.b.load(total, typ=I64)])
        left = k.variable(I64, ticket)
        chosen = [k.variable(I64, int64(0)) for _ in form.drawing]
        done = k.function.append_basic_block("chosen")

        def take(numbers: list[ll.Value], ways: ll.Value) -> None:
            with k.when(lister.passes(ask, numbers)):
                less = k.b.sub(k.b.load(left, typ=I64), ways)
                k.b.store(less, left)
                with k.when(k.b.icmp_signed("<", less, int64(0))):
                    for place, number in zip(chosen, numbers, strict=True):
                        k.b.store(number, place)
                    k.b.branch(done)

        outcomes(ask, form.drawing, take)
        k.b.branch(done)
        k.b.position_at_end(done)
        return [k.b.load(place, typ=I64) for place in chosen]


def with_fields(ask: Asking, form: Form, fields: Mapping[int, Val]) -> Asking:
    """To ask about a choice whose fields are known by their names."""
    types: list[Type] = [kind for _, kind in form.kind.type.fields]
    named = {field_name(at): (types[at], held) for at, held in fields.items()}
    return Asking(ask.unit, ask.k, {STATE: ask.names[STATE], **named})
