"""Native code that plays whole games at random: see `play_plan` for what it leaves behind.

    i64 rw_play(ptr rows, i64 number, ptr list, i64 most)

Plays a number of rows, each from the state and the random numbers in it, up to so many moves. The
list has room for an i32 for each choice. A play in which a duty fails ends there with FAULT.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from llvmlite import ir as ll

from rulewright.backends.interp import Interpreter, worked_out
from rulewright.ir.types import Type
from rulewright.passes.under_terms import under_terms

from .build import I1, I32, I64, PTR, Block, Ended, Val, int1, int64
from .emit_moves import AFTER, MOVE, STATE, Asking, going_over
from .functions import Functions
from .play_choose import OWED, Drawing, Lister, plain_fields, with_fields
from .play_draw import add_random
from .play_fit import fitted
from .play_plan import CHOICES, CUT_OFF, DEAD_END, ENDING, FAULT, FORMS, MOVES, OVER, Form, PlayPlan
from .play_tests import Tests
from .shapes import Num, Rec

FAILED = -1
SEAT = "seat"
# What a move does is made in the middle of its function, up to this size.
HOT = 1_000


class PlayModel:
    """The native code of random play, in a module."""

    def __init__(self, plan: PlayPlan) -> None:
        self.plan = plan
        work_out = partial(worked_out, Interpreter(plan.program))
        self.program = under_terms(plan.program, plan.terms, work_out)
        self.module = ll.Module("play")
        self.unit = Functions(self.program, self.module)
        self._below = add_random(self.module)
        self._listers = {owed: self._all_listers(owed) for owed in (True, False)}
        self._choose = [self._choose_function(True), self._choose_function(False)]
        self._makers = [self._make_function(at) for at in range(len(plan.forms))]
        self._judge = self._judge_function()
        self._state_rules = self._state_rules_function()
        self._play = self._play_function()
        self._entry_function()

    # ── pieces ────────────────────────────────────────────────────────────────────────────────

    def _new(self, name: str, params: list[ll.Type], *, inner: bool = True) -> ll.Function:
        code = ll.Function(self.module, ll.FunctionType(I64, params), name)
        code.attributes.add("nounwind")
        if inner:
            code.linkage = "internal"
        for arg in code.args:
            if isinstance(arg.type, ll.PointerType):
                arg.add_attribute("noalias")
        return code

    def _ask(self, k: Block, state: ll.Value) -> Asking:
        """To ask about the state at an address."""
        return Asking(self.unit, k, {STATE: (self.program.state, Val(self.plan.shape, state))})

    def _raise(self, k: Block, row: ll.Value, word: int, by: ll.Value) -> None:
        """Raise a word of a row."""
        place = k.at(row, 8 * word)
        k.b.store(k.b.add(k.b.load(place, typ=I64, align=8), by), place, align=8)

    def _all_listers(self, owed: bool) -> dict[int, Lister]:
        """What lists the choices of each form of which moves can be owed, or allowed."""
        found = {}
        for number, form in enumerate(self.plan.forms):
            if owed and not self.plan.owable[form.at]:
                continue
            tests = Tests(self.unit, form, form.kind.owed if owed else form.kind.allowed)
            found[number] = Lister(form, tests, number * CHOICES + (OWED if owed else 0))
        return found

    # ── rules ─────────────────────────────────────────────────────────────────────────────────

    def _rules(self, ask: Asking, row: ll.Value, kind: int | None, names: list[str]) -> None:
        """Count each rule that speaks of what the names stand for."""
        outcome = AFTER in names
        for at, entry in enumerate(self.program.rules):
            about = kind in entry.kinds if kind is not None else not entry.kinds
            if about and entry.outcome is outcome and self.plan.speaking[at]:
                speaks = self._speaks(ask, entry.speaks, entry.extra, names)
                self._raise(ask.k, row, self.plan.rules_at + at, ask.k.b.zext(speaks, I64))

    def _speaks(
        self, ask: Asking, function: str, extra: tuple[Type, ...], names: list[str]
    ) -> ll.Value:
        if not extra:
            return ask.truth(ask.call(function, *names))
        k = ask.k
        spoke = k.variable(I1, int1(False))

        def one(inner: Asking, more: list[str]) -> None:
            speaks = inner.truth(inner.call(function, *names, *more))
            k.b.store(k.b.or_(k.b.load(spoke, typ=I1), speaks), spoke)

        going_over(ask, extra, one)
        return k.b.load(spoke, typ=I1)

    def _state_rules_function(self) -> ll.Function:
        """Count the rules that speak of a state."""
        code = self._new("play.rules", [PTR, PTR])
        code.attributes.add("noinline")
        k = Block(code, int64(FAILED))
        with suppress(Ended):
            self._rules(self._ask(k, code.args[0]), code.args[1], None, [STATE])
            k.b.ret(int64(0))
        k.finish()
        return code

    # ── moves ─────────────────────────────────────────────────────────────────────────────────

    def _choose_function(self, owed: bool) -> ll.Function:
        """List the choices that are owed, or allowed, in a state: how many there are."""
        code = self._new(f"play.{'owed' if owed else 'allowed'}", [PTR, PTR])
        code.attributes.add("noinline")
        state, listed = code.args
        k = Block(code, int64(FAILED))
        many = k.variable(I64, int64(0))
        for lister in self._listers[owed].values():
            lister.add(self._ask(k, state), listed, many)
        k.b.ret(k.b.load(many, typ=I64))
        k.finish()
        return code

    def _make_function(self, number: int) -> ll.Function:
        """Make the move of a choice of a form: (state, after, entry, row)."""
        form = self.plan.forms[number]
        code = self._new(f"play.make{number}.{form.kind.name}", [PTR, PTR, I64, PTR])
        code.attributes.add("noinline")
        state, after, entry, row = code.args
        k = Block(code, int64(FAILED))
        with suppress(Ended):
            ask = self._ask(k, state)
            choice = k.b.and_(entry, int64(CHOICES - 1))
            fields = plain_fields(ask, form, choice)
            for each in self._drawn(with_fields(ask, form, fields), number, entry, row):
                fields[each[0]] = each[1]
            self._made(ask, form, fields, after, row)
            k.b.ret(int64(0))
        k.finish()
        return code

    def _drawn(
        self, ask: Asking, number: int, entry: ll.Value, row: ll.Value
    ) -> list[tuple[int, Val]]:
        """The fields that are drawn; where the rules care what is, among what they let come."""
        form, k = self.plan.forms[number], ask.k
        drawing = Drawing(form, self._below, row)
        if not form.drawing:
            return []
        if form.loose:
            return drawing.values(ask, [drawing.number(ask)])
        places = [k.variable(I64, int64(0)) for _ in form.drawing]
        after = k.function.append_basic_block("drawn")
        is_owed = k.b.icmp_unsigned(">=", entry, int64(OWED))
        for owed in (True, False):
            lister = self._listers[owed].get(number)
            if lister is None:
                continue
            with k.when(is_owed if owed else k.b.not_(is_owed)):
                found = drawing.numbers(ask, lister)
                for place, item in zip(places, found, strict=True):
                    k.b.store(item, place)
                k.b.branch(after)
        k.b.branch(after)
        k.b.position_at_end(after)
        return drawing.values(ask, [k.b.load(place, typ=I64) for place in places])

    def _made(
        self, ask: Asking, form: Form, fields: dict[int, Val], after: ll.Value, row: ll.Value
    ) -> None:
        """Make a move whose fields are all known: ask the rules, and put the state after it."""
        k, kind = ask.k, form.kind
        shape = Rec(tuple(fields[at].shape for at in range(len(kind.type.fields))))
        ask = ask.extended({MOVE: (kind.type, Val(shape, None, over=fields))})
        self._rules(ask, row, form.at, [STATE, MOVE])
        step = ask.call(self.program.step[form.at], STATE, MOVE)
        fitted(k, ask.at_length(HOT).value(step), self.plan.shape, after)
        made = Val(self.plan.shape, after)
        outcome = ask.extended({AFTER: (self.program.state, made)})
        self._rules(outcome, row, form.at, [STATE, MOVE, AFTER])
        self._raise(k, row, self.plan.kinds_at + form.at, int64(1))

    # ── plays ─────────────────────────────────────────────────────────────────────────────────

    def _judge_function(self) -> ll.Function:
        """Write down what each seat scores, and whether it wins."""
        code = self._new("play.judge", [PTR, PTR])
        state, row = code.args
        k = Block(code, int64(FAILED))
        plan, ending = self.plan, self.program.ending
        with suppress(Ended):
            for function, first in ((plan.scores, plan.scores_at), (plan.wins, plan.wins_at)):
                for seat in range(plan.seats if function is not None and ending else 0):
                    assert ending is not None
                    assert function is not None
                    held = Val(Num(seat, seat), int64(seat))
                    ask = self._ask(k, state).extended({SEAT: (ending.seat, held)})
                    found = ask.value(ask.call(function, STATE, SEAT)).one
                    wide = k.b.zext(found, I64) if found.type == I1 else found
                    k.b.store(wide, k.at(row, 8 * (first + seat)), align=8)
            k.b.ret(int64(0))
        k.finish()
        return code

    def _play_function(self) -> ll.Function:
        """Play a row from its state to its end: how it ended, or FAILED."""
        code = self._new("play", [PTR, PTR, I64])
        row, listed, most = code.args
        k = Block(code, int64(FAILED))
        now = k.variable(PTR, k.at(row, 8 * self.plan.state_at))
        other = k.variable(PTR, k.room(self.plan.bytes))
        moves = k.variable(I64, int64(0))
        turn = k.function.append_basic_block("turn")
        k.b.branch(turn)
        k.b.position_at_end(turn)
        state, after = k.b.load(now, typ=PTR), k.b.load(other, typ=PTR)
        made = k.b.load(moves, typ=I64)
        k.b.store(made, k.at(row, 8 * MOVES), align=8)
        self._call(k, self._state_rules, state, row)
        with k.when(self._over(k, state)):
            self._call(k, self._judge, state, row)
            k.b.ret(int64(OVER))
        with k.when(k.b.icmp_signed(">=", made, most)):
            k.b.ret(int64(CUT_OFF))
        entry = self._chosen(k, state, listed, row)
        self._make(k, entry, state, after, row)
        k.b.store(k.b.add(made, int64(1)), moves)
        k.b.store(after, now)
        k.b.store(state, other)
        k.b.branch(turn)
        k.finish()
        return code

    def _call(self, k: Block, function: ll.Function, *args: ll.Value) -> ll.Value:
        found = k.b.call(function, args)
        k.owe(k.b.icmp_signed(">=", found, int64(0)))
        return found

    def _over(self, k: Block, state: ll.Value) -> ll.Value:
        ask = self._ask(k, state)
        return ask.truth(ask.call(self.program.over, STATE))

    def _chosen(self, k: Block, state: ll.Value, listed: ll.Value, row: ll.Value) -> ll.Value:
        """The entry of one of the legal choices; the play ends where there is none."""
        many = k.variable(I64, int64(0))
        for choose in self._choose:
            with k.when(k.b.icmp_signed("==", k.b.load(many, typ=I64), int64(0))):
                k.b.store(self._call(k, choose, state, listed), many)
        number = k.b.load(many, typ=I64)
        with k.when(k.b.icmp_signed("==", number, int64(0))):
            k.b.ret(int64(DEAD_END))
        which = k.b.call(self._below, [row, number])
        place = k.at(listed, k.b.mul(which, int64(4)))
        return k.b.zext(k.b.load(place, typ=I32, align=4), I64)

    def _make(
        self, k: Block, entry: ll.Value, state: ll.Value, after: ll.Value, row: ll.Value
    ) -> None:
        """Make the move of an entry, by the function of its form."""
        number = k.b.and_(k.b.udiv(entry, int64(CHOICES)), int64(FORMS - 1))
        never = k.function.append_basic_block("never")
        done = k.function.append_basic_block("made")
        switch = k.b.switch(number, never)
        for at, maker in enumerate(self._makers):
            block = k.function.append_basic_block("make")
            switch.add_case(int64(at), block)
            k.b.position_at_end(block)
            self._call(k, maker, state, after, entry, row)
            k.b.branch(done)
        k.b.position_at_end(never)
        k.b.unreachable()
        k.b.position_at_end(done)

    def _entry_function(self) -> None:
        code = self._new("rw_play", [PTR, I64, PTR, I64], inner=False)
        rows, number, listed, most = code.args
        k = Block(code)
        with k.counting(number) as loop:
            row = k.at(rows, k.b.mul(loop.index, int64(8 * self.plan.words)))
            found = k.b.call(self._play, [row, listed, most])
            failed = k.b.icmp_signed("<", found, int64(0))
            k.b.store(k.b.select(failed, int64(FAULT), found), k.at(row, 8 * ENDING), align=8)
        k.b.ret(int64(0))
        k.finish()
