"""Native code that asks rules and claims of all that a search meets.

What happens for the first time (a claim decided, a rule broken, a better number, a duty that
fails) makes the function leave: the interpreter looks at that state instead, and says so in the
watch, so that it is only counted from then on.
"""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir as ll

from rulewright.ir import nodes as ir
from rulewright.ir.program import ClaimEntry, Program, RuleEntry
from rulewright.ir.types import BOOL, EnumT, RecordT
from rulewright.ir.values import members
from rulewright.words.claims import ClaimKind
from rulewright.words.forces import Clause, Force

from .build import I1, I64, Block, int1, int64
from .emit_moves import MOVE, STATE, Asking, going_over
from .plan import Wanted
from .watch import BOUNDS, Slot, WatchMap, forces_of

_DEMANDING = (Force.MUST, Force.ALWAYS)
_OBEYED = (*_DEMANDING, Force.MUST_NOT)


class Watcher:
    """Makes the code that asks rules and claims; `more` is what a counter is raised by."""

    def __init__(
        self,
        program: Program,
        where: WatchMap,
        wanted: Wanted,
        watch: ll.Value,
        more: ll.Value,
    ) -> None:
        self.program = program
        self.where = where
        self.wanted = wanted
        self.watch = watch
        self.more = more

    # ── words of the watch ────────────────────────────────────────────────────────────────────

    def place(self, k: Block, slot: Slot, index: ll.Value | None = None) -> ll.Value:
        """The address of a word."""
        at = int64(8 * slot.at)
        if index is not None:
            at = k.b.add(at, k.b.mul(index, int64(8)))
        return k.at(self.watch, at)

    def load(self, k: Block, slot: Slot, index: ll.Value | None = None) -> ll.Value:
        """A word."""
        return k.b.load(self.place(k, slot, index), typ=I64, align=8)

    def count(self, k: Block, slot: Slot, by: ll.Value | None = None) -> None:
        """Count one more, or so many."""
        place = self.place(k, slot)
        step = self.more if by is None else k.b.mul(self.more, by)
        k.b.store(k.b.add(k.b.load(place, typ=I64, align=8), step), place, align=8)

    def count_at(self, k: Block, slot: Slot, index: ll.Value) -> None:
        """Count one more of a number of words."""
        place = self.place(k, slot, index)
        k.b.store(k.b.add(k.b.load(place, typ=I64, align=8), self.more), place, align=8)

    def set(self, k: Block, slot: Slot, index: ll.Value) -> None:
        """Note that something was so."""
        k.b.store(int64(1), self.place(k, slot, index), align=8)

    def leave(
        self, k: Block, test: ll.Value, slot: Slot, index: ll.Value | None, number: ll.Value
    ) -> None:
        """Leave where something is so for the first time, for the interpreter to look at.

        On the way that takes the counting back it is noted, so that nobody leaves for it again
        before the interpreter has come to it.
        """
        with k.when(test):
            place = self.place(k, slot, index)
            back = k.b.icmp_signed("<", self.more, int64(0))
            kept = k.b.load(place, typ=I64, align=8)
            k.b.store(k.b.select(back, number, kept), place, align=8)
            k.fail()

    # ── rules ─────────────────────────────────────────────────────────────────────────────────

    def rules(self, ask: Asking, entries: list[RuleEntry], names: list[str], obey: bool) -> None:
        """Ask rules of what the names stand for; with `obey`, they must hold of it."""
        for entry in entries:
            self._rule(ask, entry, names, obey)

    def _rule(self, ask: Asking, entry: RuleEntry, names: list[str], obey: bool) -> None:
        k = ask.k
        forces = forces_of(entry)
        if not self.wanted.coverage:
            forces = tuple(force for force in forces if force in _OBEYED)
        active = {force: self._counts(ask, entry, force) for force in forces}
        if not active:
            return
        any_force = _any(k, list(active.values()))
        with k.when(any_force):
            spoke, stood = self._asked(ask, entry, names, active if obey else {})
            if self.wanted.coverage:
                self.count(k, self.where.asked[entry])
                for force, counts in active.items():
                    stands = k.b.zext(k.b.and_(counts, stood), I64)
                    self.count(k, self.where.stood[entry, force], stands)
                self.count(k, self.where.spoke[entry], k.b.zext(spoke, I64))

    def _asked(
        self, ask: Asking, entry: RuleEntry, names: list[str], obeyed: dict[Force, ll.Value]
    ) -> tuple[ll.Value, ll.Value]:
        """Whether a rule speaks, and whether it stands."""
        k = ask.k
        excuses = self._excuses(ask, entry)
        if not entry.extra and not excuses:
            speaks = ask.truth(ask.call(entry.speaks, *names))
            self._obeyed(k, entry, speaks, obeyed)
            return speaks, speaks
        spoke, stood = k.variable(I1, int1(False)), k.variable(I1, int1(False))

        def one(inner: Asking, extra: list[str]) -> None:
            full = [*names, *extra]
            speaks = inner.truth(inner.call(entry.speaks, *full))
            excused = self._excused(inner, excuses, full, speaks, always=bool(obeyed))
            k.b.store(k.b.or_(k.b.load(spoke, typ=I1), speaks), spoke)
            stands = k.b.and_(speaks, k.b.not_(excused))
            k.b.store(k.b.or_(k.b.load(stood, typ=I1), stands), stood)
            if obeyed:
                with k.when(k.b.not_(excused)):
                    self._obeyed(k, entry, speaks, obeyed)

        going_over(ask, entry.extra, one)
        return k.b.load(spoke, typ=I1), k.b.load(stood, typ=I1)

    def _excuses(self, ask: Asking, entry: RuleEntry) -> list[str]:
        """The functions that say whether an exception stands in the place of a rule."""
        exceptions = tuple(entry.rule.exceptions)
        kind = ask.names[MOVE][0] if MOVE in ask.names else None
        kinds = self.program.kinds
        return [
            name
            for other in self.program.rules
            if any(other.rule is rule for rule in exceptions)
            and (kind is None or any(kinds[at].type == kind for at in other.kinds))
            for name in dict.fromkeys(other.stands.values())
        ]

    def _excused(
        self, ask: Asking, excuses: list[str], names: list[str], speaks: ll.Value, always: bool
    ) -> ll.Value:
        k = ask.k
        if not excuses:
            return int1(False)
        result = k.variable(I1, int1(False))
        with k.when(int1(True) if always else speaks):
            parts: tuple[ir.Expr, ...] = tuple(ask.call(name, *names) for name in excuses)
            k.b.store(ask.truth(parts[0] if len(parts) == 1 else ir.Or(parts)), result)
        return k.b.load(result, typ=I1)

    def _obeyed(
        self, k: Block, entry: RuleEntry, speaks: ll.Value, obeyed: dict[Force, ll.Value]
    ) -> None:
        for force, counts in obeyed.items():
            if force is Force.MUST_NOT:
                broken = speaks
            elif force in _DEMANDING:
                broken = k.b.not_(speaks)
            else:
                continue
            with k.when(k.b.and_(counts, broken)):
                known = self.load(k, self.where.broken_known[entry, force])
                unknown = k.b.icmp_signed("==", known, int64(0))
                self.leave(k, unknown, self.where.broken_known[entry, force], None, int64(1))
                self.count(k, self.where.broken[entry, force])

    def _counts(self, ask: Asking, entry: RuleEntry, force: Force) -> ll.Value:
        """Whether a force of a rule counts under the terms of the state."""
        clauses = [c for c in entry.rule.clauses if c.force is force]
        return _any(ask.k, [self._under(ask, clause) for clause in clauses])

    def _under(self, ask: Asking, clause: Clause) -> ll.Value:
        if clause.under is None:
            return int1(True)
        at = self.program.state.index("terms")
        if at < 0:
            return int1(False)
        terms = self.program.state.fields[at][1]
        assert isinstance(terms, RecordT)
        for index, (_, kind) in enumerate(terms.fields):
            if isinstance(kind, EnumT) and type(clause.under) is kind.cls:
                held = ir.Get(ir.Get(ask.var(STATE), at, terms), index, kind)
                member = ir.Const(members(kind.cls).index(clause.under), kind)
                return ask.truth(ir.Equal(held, member, BOOL))
        return int1(False)

    # ── claims ────────────────────────────────────────────────────────────────────────────────

    def claims(
        self, ask: Asking, entries: list[ClaimEntry], names: list[str], terms: ll.Value
    ) -> None:
        """Ask claims of what the names stand for, those that are decided left out."""
        for entry in entries:
            k = ask.k
            decided = self.load(k, self.where.decided[entry], terms)
            with k.when(k.b.icmp_signed("==", decided, int64(0))):
                going_over(ask, entry.extra, self._claim(entry, names, terms))

    def _claim(
        self, entry: ClaimEntry, names: list[str], terms: ll.Value
    ) -> Callable[[Asking, list[str]], None]:
        def one(ask: Asking, extra: list[str]) -> None:
            k, full = ask.k, [*names, *extra]
            self.set(k, self.where.was_asked[entry], terms)
            self._premise(ask, entry, full, terms)
            value = ask.value(ask.call(entry.function, *full))
            if entry.claim.kind in BOUNDS:
                best = self.load(k, self.where.best[entry], terms)
                order = "<" if entry.claim.kind is ClaimKind.AT_LEAST else ">"
                better = k.b.icmp_signed(order, value.one, best)
                self.leave(k, better, self.where.best[entry], terms, value.one)
                return
            always = entry.claim.kind is ClaimKind.ALWAYS
            decides = k.b.not_(value.one) if always else value.one
            self.leave(k, decides, self.where.decided[entry], terms, int64(1))

        return one

    def _premise(self, ask: Asking, entry: ClaimEntry, names: list[str], terms: ll.Value) -> None:
        premise = self.wanted.premises.get(entry)
        if premise is None:
            return
        k = ask.k
        met = self.load(k, self.where.met[entry], terms)
        with k.when(k.b.icmp_signed("==", met, int64(0))):
            params = self.program.functions[entry.function].params
            given = {}
            for name, (param, kind) in zip(names, params, strict=True):
                held = ask.value(ask.call_argument(name, kind))
                given[param] = (kind, held)
            holds = Asking(ask.unit, k, given).truth(premise)
            with k.when(holds):
                self.set(k, self.where.met[entry], terms)


def _any(k: Block, parts: list[ll.Value]) -> ll.Value:
    made = parts[0]
    for part in parts[1:]:
        made = k.b.or_(made, part)
    return made
