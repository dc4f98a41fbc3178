"""Everything that can be asked of a case, and how CPython and the program answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulewright.backends.cpython import CPython
from rulewright.engines.explore_moves import as_argument
from rulewright.engines.sample_values import Dice, any_value
from rulewright.engines.subject import Subject
from rulewright.ir.program import ClaimEntry, MoveKind, RuleEntry
from rulewright.ir.types import BagT, IntT, RecordT, TupleT, Type, UnionT
from rulewright.ir.values import lift
from rulewright.words.forces import Force

from .cases import Case


@dataclass(frozen=True)
class Asked:
    """A question about a case: a function of the program, and the same as Python."""

    function: str
    args: tuple[Any, ...]
    python: Callable[[], Any]
    result: Type
    fits: bool = False  # the answer must be within the bounds of its type


class Questions:
    """All questions about cases of one subject."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.program = subject.program
        self.cpython = CPython(subject.program)

    def _asked(self, function: str, args: tuple[Any, ...], python: Callable[[], Any]) -> Asked:
        return Asked(function, args, python, self.program.functions[function].body.type)

    # ── openings ─────────────────────────────────────────────────────────────────────────────

    def of_opening(self, terms: Any, deal: Any) -> Iterator[Asked]:
        """What can be asked of an opening."""
        opening, box = self.program.opening, self.program.box
        dealt: Any = None if opening.deal is None else lift(opening.deal, deal)
        under = None if opening.terms is None else lift(opening.terms, terms)
        if opening.possible is not None:
            yield self._asked(opening.possible, (deal,), lambda: dealt.possible(box))
        if opening.ways is not None:
            yield self._asked(opening.ways, (deal,), lambda: dealt.ways(box))
        args = [terms] if opening.terms is not None else []
        args += [deal] if opening.deal is not None else []
        python = partial(self.cpython.start, under, dealt)
        yield Asked(opening.start, tuple(args), python, self.program.state, fits=True)

    # ── cases ────────────────────────────────────────────────────────────────────────────────

    def of(self, case: Case, dice: Dice) -> Iterator[Asked]:
        """What can be asked of a case; further parameters are drawn."""
        kind = self.program.kinds[case.kind]
        state = lift(self.program.state, case.state)
        move = lift(kind.type, case.move)
        yield from self._of_move(case, kind, state, move)
        after = lift(self.program.state, case.after)
        entries: list[RuleEntry | ClaimEntry] = [*self.program.rules, *self.program.claims]
        for entry in entries:
            if isinstance(entry, ClaimEntry) and not entry.function:
                continue
            if not entry.kinds or case.kind in entry.kinds:
                objects = [state, move, after][: self._leading(entry)]
                yield from self._of_entry(entry, case, kind, objects, dice)
        yield from self._of_definitions(case, state, dice)

    def _of_move(self, case: Case, kind: MoveKind, state: Any, move: Any) -> Iterator[Asked]:
        both = (case.state, case.move)
        play = self.cpython
        for name in ("possible", "permits", "forbids", "demands", "allowed", "owed"):
            yield self._asked(getattr(kind, name), both, partial(getattr(play, name), state, move))
        yield self._asked(self.program.legal[case.kind], both, partial(play.legal, state, move))
        yield self._asked(self.program.pending, (case.state,), partial(play.pending, state))
        yield self._asked(self.program.over, (case.state,), partial(play.over, state))
        if kind.mover is not None:
            yield self._asked(kind.mover, (case.state,), partial(play.mover, state, move))
        step = partial(play.step, state, move)
        yield Asked(self.program.step[case.kind], both, step, self.program.state, fits=True)

    def _leading(self, entry: RuleEntry | ClaimEntry) -> int:
        return 1 + bool(entry.kinds) + entry.outcome

    def _of_entry(
        self,
        entry: RuleEntry | ClaimEntry,
        case: Case,
        kind: MoveKind,
        objects: list[Any],
        dice: Dice,
    ) -> Iterator[Asked]:
        """The predicate of a rule or claim, and where a rule stands."""
        name = entry.speaks if isinstance(entry, RuleEntry) else entry.function
        args: list[Any] = [case.state]
        if entry.kinds:
            args.append(as_argument(kind, self.program.functions[name].params[1][1])(case.move))
        if entry.outcome:
            args.append(case.after)
        extra = [any_value(part, dice) for part in entry.extra]
        things = [*objects, *(lift(t, v) for t, v in zip(entry.extra, extra, strict=True))]
        given = (*args, *extra)
        if isinstance(entry, ClaimEntry):
            yield self._asked(name, given, partial(self.cpython.ask, entry.claim, *things))
            return
        yield self._asked(name, given, partial(entry.rule.speaks, *things))
        for force in Force:
            if force.value in entry.stands:
                stands = partial(self.cpython.stands, entry, force, *things)
                yield self._asked(entry.stands[force.value], given, stands)

    def _of_definitions(self, case: Case, state: Any, dice: Dice) -> Iterator[Asked]:
        for entry in self.program.definitions:
            args = [case.state, *(any_value(_bounded(t), dice) for t in entry.params[1:])]
            things = [state, *(lift(t, v) for t, v in zip(entry.params[1:], args[1:], strict=True))]
            yield self._asked(entry.value, tuple(args), partial(entry.rule, *things))


def _bounded(kind: Type) -> Type:
    """A type with some bounds wherever it declares none."""
    match kind:
        case IntT(low, high):
            return IntT(-2 if low is None else low, 9 if high is None else high)
        case TupleT(item, least, most):
            return TupleT(_bounded(item), least, most)
        case RecordT(cls, fields):
            return RecordT(cls, tuple((n, _bounded(t)) for n, t in fields))
        case UnionT(alts):
            return UnionT(tuple(map(_bounded, alts)))
        case _:
            return kind


def loose(kind: Type) -> Type:
    """A type without its bounds: what a function gives may leave them."""
    match kind:
        case IntT():
            return IntT()
        case TupleT(item, _, _):
            return TupleT(loose(item))
        case BagT(item, _):
            return BagT(item)
        case RecordT(cls, fields):
            return RecordT(cls, tuple((n, loose(t)) for n, t in fields))
        case UnionT(alts):
            return UnionT(tuple(map(loose, alts)))
        case _:
            return kind
