"""A program as native code for a search: see the kernel for what is asked of these functions.

    i64 rw_expand(ptr state, ptr out, ptr watch)       successors, everything asked on the way
    i64 rw_check(ptr state, ptr watch)                 what is asked of a new state; 1 where over
    i64 rw_successors(ptr state, ptr out, ptr moves)   successors with the numbers of the moves

-1 is given where the interpreter must look at the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.program import MoveKind
from rulewright.ir.types import BOOL, Type, size

from . import memory
from .build import I1, I32, I64, PTR, Block, Ended, Val, int1, int64
from .emit_canon import add_canon
from .emit_moves import AFTER, MOVE, STATE, Asking, Moves
from .emit_packing import Source, loaded, pack, unpack
from .emit_watch import Watcher
from .functions import Functions
from .layout import layout
from .plan import Plan
from .shapes import Shape, general, of_type

ASK = -1
# What a move does is made in the middle of the expansion, up to this size: nothing is hotter.
HOT = 1_000


class Model:
    """The native code of a program, in a module that the kernel is then added to."""

    def __init__(self, plan: Plan) -> None:
        self.program = program = plan.program
        self.wanted = plan.wanted
        self.module = ll.Module("rulewright")
        self.packing = plan.packing
        self.where = plan.where
        self._unit = Functions(program, self.module)
        firsts = [sum(size(k.type) for k in program.kinds[:i]) for i in range(len(program.kinds))]
        self._moves = [
            Moves(program, self._unit, kind, first, allowed=False)
            for kind, first in zip(program.kinds, firsts, strict=True)
        ]
        self._packers: dict[Shape, tuple[ll.Function, bool]] = {}
        self._unpack = self._unpack_function()
        kinds = range(len(program.kinds))
        self._allowed = [self._ruling(at, False) for at in kinds]
        self._owing = [self._ruling(at, True) for at in kinds]
        self._pending = self._owed_function() if any(self.wanted.owable) else None
        self._legal = self._legal_function()
        self._core = self._core_function()
        self._expand_function()
        self._check_function()
        self._successors_function()
        if self.wanted.symmetry is not None:
            add_canon(self.module, self.packing, self.wanted.symmetry)

    # ── pieces ────────────────────────────────────────────────────────────────────────────────

    def _new(self, name: str, params: Sequence[ll.Type], *, inner: bool = True) -> ll.Function:
        function = ll.Function(self.module, ll.FunctionType(I64, params), name)
        function.attributes.add("nounwind")
        if inner:
            function.linkage = "internal"
        for arg in function.args:
            if isinstance(arg.type, ll.PointerType):
                arg.add_attribute("noalias")
        return function

    def _opened(self, k: Block, words: ll.Value) -> Asking:
        """The state at an address, taken apart."""
        place = k.room(layout(self.packing.shape).size)
        k.b.call(self._unpack, [words, place])
        return self._ask(k, place)

    def _ask(
        self, k: Block, state: ll.Value, move: tuple[MoveKind, ll.Value] | None = None
    ) -> Asking:
        """The state, and perhaps the move, at an address."""
        names: dict[str, tuple[Type, Val]] = {
            STATE: (self.program.state, Val(self.packing.shape, state))
        }
        if move is not None:
            kind, place = move
            names[MOVE] = (kind.type, Val(of_type(kind.type), place))
        return Asking(self._unit, k, names)

    def _watcher(self, watch: ll.Value, more: ll.Value) -> Watcher:
        return Watcher(self.program, self.where, self.wanted, watch, more)

    def _over(self, ask: Asking) -> ll.Value:
        return ask.truth(ask.call(self.program.over, STATE))

    def packed(self, k: Block, after: Val, out: ll.Value) -> None:
        """Put the words of a state at an address; a duty fails where it does not fit its type."""
        wide = general(after.shape, self.program.state)
        if wide not in self._packers:
            code = self._new(f"pack{len(self._packers)}", [PTR, PTR])
            inner = Block(code, int64(ASK))
            pack(inner, self.packing, Val(wide, code.args[0]), code.args[1])
            inner.b.ret(int64(0))
            inner.finish()
            self._packers[wide] = code, inner.failing
        packer, failing = self._packers[wide]
        held = memory.settled(k, memory.converted(k, after, wide))
        found = k.b.call(packer, [held.one, out])
        if failing:
            k.owe(k.b.icmp_signed(">=", found, int64(0)))

    def rule(self, ask: Asking, at: int, owed: bool) -> ir.Expr:
        """Whether the rules owe, or allow, a possible move of a kind."""
        kind = self.program.kinds[at]
        forbidden = ask.call(kind.forbids, STATE, MOVE)
        demanded: ir.Expr = ask.call(kind.demands, STATE, MOVE)
        if not owed:
            demanded = ir.Or((ask.call(kind.permits, STATE, MOVE), demanded))
        return ir.And((demanded, ir.Not(forbidden)), BOOL)

    def _ruling(self, at: int, owed: bool) -> ll.Function:
        """A function of a state and a possible move: 1 or 0, and -1 where a duty fails."""
        kind = self.program.kinds[at]
        code = self._new(f"{'owed' if owed else 'allowed'}.{kind.name}", [PTR, PTR])
        code.attributes.add("noinline")
        k = Block(code, int64(ASK))
        ask = self._ask(k, code.args[0], (kind, code.args[1]))
        with suppress(Ended):
            k.b.ret(k.b.zext(ask.truth(self.rule(ask, at, owed)), I64))
        k.finish()
        return code

    def legal(self, ask: Asking, at: int, owed: ll.Value | None) -> ll.Value:
        """Whether a possible move is legal; `owed` is whether any move is owed."""
        k = ask.k
        if owed is None:
            return ask.truth(self.rule(ask, at, False))
        result = k.variable(I1, int1(False))
        with k.when(k.b.not_(owed)):
            k.b.store(ask.truth(self.rule(ask, at, False)), result)
        if self.wanted.owable[at]:
            with k.when(owed):
                k.b.store(ask.truth(self.rule(ask, at, True)), result)
        return k.b.load(result, typ=I1)

    def _ruled(self, ask: Asking, at: int, owed: ll.Value | None) -> ll.Value:
        """As `legal`, by functions that are made once; where a duty fails, a move is not legal."""
        k = ask.k
        given = [ask.names[STATE][1].one, _placed(ask)]
        found = k.b.call(self._allowed[at], given)
        if owed is not None:
            other = k.b.call(self._owing[at], given) if self.wanted.owable[at] else int64(0)
            found = k.b.select(owed, other, found)
        return k.b.icmp_signed("==", found, int64(1))

    def _owed(self, ask: Asking, strict: bool) -> ll.Value | None:
        """Whether some move is owed in a state; None where none ever is."""
        if self._pending is None:
            return None
        found = ask.k.b.call(self._pending, [ask.names[STATE][1].one])
        if strict:
            ask.k.owe(ask.k.b.icmp_signed(">=", found, int64(0)))
        return ask.k.b.icmp_signed("==", ask.k.b.and_(found, int64(1)), int64(1))

    # ── functions ─────────────────────────────────────────────────────────────────────────────

    def _unpack_function(self) -> ll.Function:
        code = self._new("unpack", [PTR, PTR])
        k = Block(code)
        unpack(k, self.packing, code.args[0], code.args[1])
        k.b.ret(int64(0))
        k.finish()
        return code

    def _owed_function(self) -> ll.Function:
        """Whether a move is owed: 1 or 0, and -1 or -2 likewise where some duty failed."""
        code = self._new("owed", [PTR])
        k = Block(code, int64(ASK))
        ask = self._ask(k, code.args[0])
        found = k.variable(I64, int64(0))
        for at, moves in enumerate(self._moves):
            if self.wanted.owable[at]:

                def one(inner: Asking, _number: ll.Value, at: int = at) -> None:
                    given = [inner.names[STATE][1].one, _placed(inner)]
                    owed = k.b.call(self._owing[at], given)
                    # -1 where a duty fails; without its last bit, so that it does not say "owed".
                    bits = k.b.select(k.b.icmp_signed("<", owed, int64(0)), int64(-2), owed)
                    k.b.store(k.b.or_(k.b.load(found, typ=I64), bits), found)

                moves.each(ask, one, skipping=True)
        k.b.ret(k.b.load(found, typ=I64))
        k.finish()
        return code

    def _legal_function(self) -> ll.Function:
        """Go over the legal moves of a state; with an address, put there what they lead to.

        Without one, play is over, and -1 is given where the rules allow a move of some kind for the
        first time all the same. One function for both, since it is long to compile.
        """
        code = self._new("legal", [PTR, PTR, PTR, PTR])
        state, out, numbers, watch = code.args
        k = Block(code, int64(ASK))
        ask = self._ask(k, state)
        watcher = self._watcher(watch, int64(1))
        ended = k.b.icmp_unsigned("==", k.b.ptrtoint(out, I64), int64(0))
        owed = self._owed(ask, False)
        many = k.variable(I64, int64(0))
        for at, moves in enumerate(self._moves):

            def one(inner: Asking, number: ll.Value, at: int = at) -> None:
                with k.when(self._ruled(inner, at, owed)):
                    with k.failing_into(None):
                        k.owe(k.b.not_(ended))
                    self._made_by(inner, at, number, (out, numbers, many))

            known = k.variable(I64, int64(0))
            with k.when(ended):
                k.b.store(watcher.load(k, self.where.late[at]), known)
            with k.when(k.b.icmp_signed("==", k.b.load(known, typ=I64), int64(0))):
                moves.each(ask, one, skipping=True)
        k.b.ret(k.b.load(many, typ=I64))
        k.finish()
        return code

    def _made_by(
        self, ask: Asking, at: int, number: ll.Value, into: tuple[ll.Value, ll.Value, ll.Value]
    ) -> None:
        """Put what a move leads to, and its number, behind what is there already."""
        k, (out, numbers, many) = ask.k, into
        after = ask.value(ask.call(self.program.step[at], STATE, MOVE))
        index = k.b.load(many, typ=I64)
        self.packed(k, after, k.at(out, k.b.mul(index, int64(8 * self.packing.words))))
        target = k.at(numbers, k.b.mul(index, int64(4)))
        k.b.store(k.b.trunc(number, I32), target, align=4)
        k.b.store(k.b.add(index, int64(1)), many)

    def _terms(self, ask: Asking) -> ll.Value:
        """The number of the terms of a state; terms that no play starts under are asked about."""
        k, at = ask.k, self.program.state.index("terms")
        if at < 0 or len(self.wanted.terms) < 1 or self.wanted.terms[0] is None:
            return int64(0)
        kind = self.program.state.fields[at][1]
        number = k.variable(I64, int64(-1))
        for index, terms in enumerate(self.wanted.terms):
            held = ir.Get(ask.var(STATE), at, kind)
            same = ask.truth(ir.Equal(held, ir.Const(terms, kind), BOOL))
            with k.when(same):
                k.b.store(int64(index), number)
        found = k.b.load(number, typ=I64)
        k.owe(k.b.icmp_signed(">=", found, int64(0)))
        return found

    def _core_function(self) -> ll.Function:
        """rw_expand with what every counter is raised by: -1 takes back what +1 counted."""
        code = self._new("core", [PTR, PTR, PTR, I64])
        words, out, watch, more = code.args
        k = Block(code, int64(ASK))
        ask = self._opened(k, words)
        with k.when(self._over(ask)):
            nothing = ll.Constant(PTR, None)
            k.b.ret(k.b.call(self._legal, [ask.names[STATE][1].one, nothing, nothing, watch]))
        watcher = self._watcher(watch, more)
        terms = self._terms(ask)
        source = Source(loaded(k, self.packing, words), ask.names[STATE][1].one)
        owed = self._owed(ask, True)
        many = k.variable(I64, int64(0))
        # Where rules are counted, so are the moves that they do not allow.
        counted = self.wanted.coverage or owed is not None
        for at, moves in enumerate(self._moves):
            inner = _Made(self, watcher, at, terms, owed, source, out, many)
            if counted:
                moves.each(ask, inner.one, skipping=False)
            else:
                kind, unit = self.program.kinds[at], self._unit
                allowed = Moves(self.program, unit, kind, moves.first, allowed=True)
                allowed.each(ask, inner.legal, skipping=False)
        k.b.ret(k.b.load(many, typ=I64))
        k.finish()
        return code

    def _expand_function(self) -> None:
        code = self._new("rw_expand", [PTR, PTR, PTR], inner=False)
        words, out, watch = code.args
        k = Block(code)
        many = k.b.call(self._core, [words, out, watch, int64(1)])
        with k.when(k.b.icmp_signed("<", many, int64(0))):
            # It leaves at the same place again, as long as nobody has changed the watch.
            k.b.call(self._core, [words, out, watch, int64(-1)])
        k.b.ret(many)
        k.finish()

    def _check_function(self) -> None:
        """Ask of a new state what is asked of states; counts nothing where it leaves."""
        core = self._new("check", [PTR, PTR, I64])
        k = Block(core, int64(ASK))
        words, watch, more = core.args
        ask = self._opened(k, words)
        watcher = self._watcher(watch, more)
        over = k.b.zext(self._over(ask), I64)
        terms = self._terms(ask)
        rules = [e for e in self.program.rules if not e.kinds]
        watcher.rules(ask, rules, [STATE], obey=True)
        claims = [e for e in self.where.claims if not e.kinds]
        watcher.claims(ask, claims, [STATE], terms)
        k.b.ret(over)
        k.finish()
        code = self._new("rw_check", [PTR, PTR], inner=False)
        outer = Block(code)
        found = outer.b.call(core, [*code.args, int64(1)])
        with outer.when(outer.b.icmp_signed("<", found, int64(0))):
            outer.b.call(core, [*code.args, int64(-1)])
        outer.b.ret(found)
        outer.finish()

    def _successors_function(self) -> None:
        code = self._new("rw_successors", [PTR, PTR, PTR], inner=False)
        words, out, numbers = code.args
        k = Block(code, int64(0))
        ask = self._opened(k, words)
        with k.when(self._over(ask)):
            k.b.ret(int64(0))
        nothing = ll.Constant(PTR, None)
        k.b.ret(k.b.call(self._legal, [ask.names[STATE][1].one, out, numbers, nothing]))
        k.finish()


def _placed(ask: Asking) -> ll.Value:
    """The address of a move as functions of moves want it."""
    kind, move = ask.names[MOVE]
    return memory.settled(ask.k, memory.converted(ask.k, move, of_type(kind))).one


@dataclass(frozen=True)
class _Made:
    """What is done with each possible move of a kind in an expansion."""

    model: Model
    watcher: Watcher
    at: int
    terms: ll.Value
    owed: ll.Value | None
    source: Source
    out: ll.Value
    many: ll.Value

    def one(self, ask: Asking, number: ll.Value) -> None:
        """Ask the rules about a possible move; where it is legal, make it."""
        program = self.model.program
        if self.model.wanted.coverage:
            rules = [e for e in program.rules if self.at in e.kinds and not e.outcome]
            self.watcher.rules(ask, rules, [STATE, MOVE], obey=False)
        with ask.k.when(self.model.legal(ask, self.at, self.owed)):
            self.legal(ask, number)

    def legal(self, ask: Asking, number: ll.Value) -> None:
        """Make a legal move, and ask the claims and the rules about it."""
        k, program, where = ask.k, self.model.program, self.model.where
        made = ask.at_length(HOT).value(ask.call(program.step[self.at], STATE, MOVE))
        index = k.b.load(self.many, typ=I64)
        place = k.at(self.out, k.b.mul(index, int64(8 * self.model.packing.words)))
        pack(k, self.model.packing, made, place, self.source)
        after = memory.settled(k, made)
        k.b.store(k.b.add(index, int64(1)), self.many)
        self.watcher.count_at(k, where.moves, number)
        mine = [e for e in where.claims if self.at in e.kinds]
        self.watcher.claims(ask, [e for e in mine if not e.outcome], [STATE, MOVE], self.terms)
        outcome = ask.extended({AFTER: (program.state, after)})
        names = [STATE, MOVE, AFTER]
        self.watcher.claims(outcome, [e for e in mine if e.outcome], names, self.terms)
        rules = [e for e in program.rules if self.at in e.kinds and e.outcome]
        self.watcher.rules(outcome, rules, names, obey=True)
