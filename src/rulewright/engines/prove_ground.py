"""What every proof stands on: terms, a clock, and claims put as formulas over symbolic states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic
from typing import Any, TypeAlias, assert_never

from rulewright.backends.smt import (
    Algebra,
    Bool,
    Emitter,
    Executor,
    Leaf,
    Num,
    Outcome,
    Reads,
    Split,
    Sum,
    Value,
    Values,
)
from rulewright.ir.program import ClaimEntry, MoveKind, Program
from rulewright.ir.types import EnumT, RecordT, Type, Unbounded, UnionT, domain, size
from rulewright.words.claims import AnyClaim, ClaimKind
from rulewright.words.terms import Term

from .subject import Subject

# More values than this of a claim's further parameters are asked of together, as unknowns.
MOST_EXTRAS = 512
# A question is put case by case, one for each value of its indices, up to this many cases.
MOST_CASES = 4096

Fixed: TypeAlias = dict[Leaf, int]


class OutOfTime(Exception):
    """The time for the question is used up."""


class Unsettled(Exception):
    """The solver gave no answer, or cannot be asked: str() says why."""


@dataclass(frozen=True)
class Clock:
    """When the time for a question ends."""

    ends: float

    @classmethod
    def of(cls, seconds: float) -> Clock:
        """A clock that starts now."""
        return cls(monotonic() + seconds)

    def left(self) -> float:
        """Seconds left; OutOfTime where there are none."""
        left = self.ends - monotonic()
        if left <= 0:
            raise OutOfTime
        return left

    def tick(self) -> None:
        """OutOfTime where no time is left."""
        self.left()

    def part(self, share: float) -> Clock:
        """A clock for a share of the time left."""
        return Clock.of(self.left() * share)


@dataclass(frozen=True)
class Case:
    """One case of a question: leaves with known values, what is taken for granted, the goal.

    late: facts that are seldom needed and are worked out when they are. about: the parts of the
    case by name ("state", "move"), to be read off a model.
    """

    fixed: Fixed
    facts: tuple[Bool, ...]
    goal: Bool
    about: Mapping[str, tuple[Type, Value]] = field(default_factory=dict)
    late: Callable[[], Bool] = lambda: True


class Ground:
    """A subject's program over the terms of one Algebra."""

    def __init__(self, subject: Subject, clock: Clock, reads: Reads = Reads.EXACT) -> None:
        self.subject = subject
        self.reads = reads
        self.program: Program = subject.program
        self.clock = clock
        self.algebra = Algebra()
        self.executor = Executor(self.program, self.algebra, tick=clock.tick, reads=reads)
        self.emitter = Emitter()
        self.values: Values = self.executor.values

    @cached_property
    def rougher(self) -> tuple[Ground, ...]:
        """The same with open indices, quickest first: what is proved there is proved."""
        return tuple(Ground(self.subject, self.clock, r) for r in (Reads.OPAQUE, Reads.PARTS))

    def entry(self, claim: AnyClaim) -> ClaimEntry:
        """A claim in the program; Unsettled where it was not compiled with it."""
        for entry in self.program.claims:
            if entry.claim is claim:
                return entry
        raise Unsettled(f"{claim.name}, which is given, is not among the claims of the game")

    def cases(self, build: Callable[[Fixed], Case | None]) -> Iterator[Case]:
        """The cases of a question: `build` is run again for each value of an index it meets."""
        waiting: list[tuple[Fixed, int]] = [({}, 1)]
        while waiting:
            fixed, count = waiting.pop()
            self.clock.tick()
            self.executor.room = 0 if self.reads is Reads.OPAQUE else MOST_CASES // count
            try:
                case = build(fixed)
            except Split as split:
                values = split.values()
                waiting += [
                    ({**fixed, split.leaf: value}, count * len(values)) for value in values[::-1]
                ]
                continue
            finally:
                self.executor.room = 0
            if case is not None:
                yield case

    # ── claims as formulas ───────────────────────────────────────────────────────────────────

    def extras(self, entry: ClaimEntry) -> list[tuple[Value, ...]]:
        """The values of a claim's further parameters; where they are many, one set of unknowns."""
        try:
            few = _product(entry.extra) <= MOST_EXTRAS
        except Unbounded as unbounded:
            raise Unsettled(f"its parameters have no end: {unbounded}") from None
        if not few:
            named = enumerate(entry.extra)
            return [tuple(self.values.fresh(kind, f"asked{at}") for at, kind in named)]
        chosen: list[tuple[Value, ...]] = [()]
        for kind in entry.extra:
            known = [self.values.constant(kind, value) for value in domain(kind)]
            chosen = [(*before, value) for before in chosen for value in known]
        return chosen

    def ask(self, entry: ClaimEntry, args: Sequence[Value], extra: Sequence[Value]) -> Outcome:
        """What the function of a claim gives."""
        return self.executor.call(entry.function, (*args, *extra))

    def holds(self, entry: ClaimEntry, args: Sequence[Value], extra: Sequence[Value]) -> Bool:
        """A claim holds of one case, and no duty fails in asking it."""
        outcome = self.ask(entry, args, extra)
        sound = outcome.sound(self.algebra)
        if outcome.dead:
            return False
        return self.algebra.all_of((sound, self.verdict(entry, outcome.value)))

    def verdict(self, entry: ClaimEntry, value: Value) -> Bool:
        """What a claim says of the value of its function."""
        bound: Num = entry.claim.bound or 0
        match entry.claim.kind:
            case ClaimKind.ALWAYS | ClaimKind.SOMETIMES | ClaimKind.EVENTUALLY | ClaimKind.MATTERS:
                found: Bool = value
                return found
            case ClaimKind.NEVER:
                return self.algebra.negation(value)
            case ClaimKind.AT_MOST:
                return self.algebra.at_most(value, bound)
            case ClaimKind.AT_LEAST | ClaimKind.TERMINATES:
                return self.algebra.at_most(bound, value)
            case _:
                assert_never(entry.claim.kind)

    def everywhere(self, entry: ClaimEntry, *args: Value) -> Bool:
        """A claim holds whatever its further parameters are, under the terms it speaks of."""
        spoken = self.spared(entry.claim.unless, args[0])
        if spoken is False:
            return True
        held = [self.holds(entry, args, extra) for extra in self.extras(entry)]
        return self.algebra.implies(spoken, self.algebra.all_of(held))

    def spared(self, unless: tuple[Term, ...], state: Value) -> Bool:
        """None of these terms is among those of the state."""
        if not unless:
            return True
        at = self.subject.terms_at
        kind = self.program.state.fields[at][1] if at >= 0 else None
        if not isinstance(kind, RecordT):
            raise Unsettled("the game's state has no terms, and the claim names some")
        return self.spared_terms(unless, kind, state[at])

    def spared_terms(self, unless: tuple[Term, ...], kind: RecordT, terms: Value) -> Bool:
        """None of these terms is among the given."""
        found: list[Bool] = []
        for (_, part), value in zip(kind.fields, terms, strict=True):
            if isinstance(part, EnumT):
                members = list(part.cls)
                known = [members.index(term) for term in unless if type(term) is part.cls]
                found += [self.algebra.equal(value, member) for member in known]
        return self.algebra.negation(self.algebra.any_of(found))

    def move_for(self, function: str, kind: MoveKind, move: Value) -> Value:
        """A move as the second parameter of a function wants it."""
        wanted = self.program.functions[function].params[1][1]
        if not isinstance(wanted, UnionT):
            return move
        tag = wanted.alts.index(kind.type)
        return Sum(tag, tuple(move if at == tag else None for at in range(len(wanted.alts))))


def _product(kinds: tuple[Type, ...]) -> int:
    total = 1
    for kind in kinds:
        total *= size(kind)
    return total


def closure(ground: Ground, given: tuple[AnyClaim, ...]) -> list[ClaimEntry]:
    """The given claims, those given for them, and so on; all are proved together."""
    found: dict[str, ClaimEntry] = {}
    waiting = list(given)
    while waiting:
        entry = ground.entry(waiting.pop(0))
        if entry.function in found:
            continue
        if entry.kinds or entry.outcome:
            raise Unsettled(f"{entry.claim.name}, which is given, speaks of moves, not of states")
        if entry.claim.kind not in GIVABLE:
            raise Unsettled(f"{entry.claim.name}, which is given, says nothing of every state")
        found[entry.function] = entry
        waiting += entry.claim.given
    return list(found.values())


GIVABLE = (ClaimKind.ALWAYS, ClaimKind.NEVER, ClaimKind.AT_MOST, ClaimKind.AT_LEAST)


def read(case: Case, leaves: Mapping[Leaf, int]) -> dict[str, Any]:
    """The parts of a case in a model, as IR values by name."""
    from rulewright.backends.smt import Model

    model = Model({**leaves, **case.fixed})
    return {name: model.value(kind, value) for name, (kind, value) in case.about.items()}
