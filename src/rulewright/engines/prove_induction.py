"""One-step induction: what holds of the first states and is kept by every move holds of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from rulewright.backends.smt import Bool, Reads, Value
from rulewright.ir.program import ClaimEntry, MoveKind
from rulewright.words.claims import ClaimKind

from .prove_decide import Counter, refuted, satisfied, settled
from .prove_ground import Case, Fixed, Ground, read


@dataclass(frozen=True)
class Broken:
    """Where an induction does not go through: in words, with what the solver found.

    start: the claim fails in a first state. kind: of the move after which it fails, if any.
    """

    why: str
    parts: dict[str, Any]
    start: bool = False
    kind: MoveKind | None = None


def first_state(ground: Ground, fixed: Fixed) -> tuple[Value, list[Bool], dict[str, Any]] | None:
    """The state in which play starts, what its terms and deal must satisfy, and those by name."""
    opening = ground.program.opening
    algebra = ground.algebra
    about: dict[str, Any] = {}
    args: list[Value] = []
    facts: list[Bool] = []
    for name, kind in (("terms", opening.terms), ("deal", opening.deal)):
        if kind is not None:
            value = ground.values.fresh(kind, f"@{name}", fixed)
            about[name] = (kind, value)
            args.append(value)
    if opening.possible is not None:
        possible = ground.executor.call(opening.possible, args[-1:])
        if possible.dead:
            return None
        facts += [possible.value, possible.sound(algebra)]
    start = ground.executor.call(opening.start, args)
    if start.dead:
        return None
    facts += [start.sound(algebra), ground.values.fits(ground.program.state, start.value)]
    return start.value, facts, about


def can_start(ground: Ground) -> bool:
    """Some deal is possible and gives a first state."""

    def build(fixed: Fixed) -> Case | None:
        first = first_state(ground, fixed)
        return None if first is None else Case(fixed, tuple(first[1]), False)

    return any(satisfied(ground, *case.facts) is not None for case in ground.cases(build))


def at_start(ground: Ground, entries: list[ClaimEntry]) -> Broken | None:
    """Unsat: the claims hold of every first state that fits its type."""

    def build(fixed: Fixed) -> Case | None:
        first = first_state(ground, fixed)
        if first is None:
            return None
        start, facts, about = first
        goal = ground.algebra.all_of([ground.everywhere(entry, start) for entry in entries])
        return Case(fixed, tuple(facts), goal, {**about, "state": (ground.program.state, start)})

    met = refuted(ground, ground.cases(build))
    if met is None:
        return None
    parts = read(met.case, met.leaves)
    return Broken("it fails of a first state", parts, start=True)


@dataclass(frozen=True)
class Transition:
    """A legal move from a state of which the given claims hold, and what comes of it."""

    kind: MoveKind
    state: Value
    move: Value
    after: Value
    facts: tuple[Bool, ...]
    about: dict[str, Any]
    late: Callable[[], Bool]


def transition(
    ground: Ground, at: int, given: list[ClaimEntry], fixed: Fixed, exact: bool
) -> Transition | None:
    """A move of one kind; None where there is none.

    Without `exact` moves are counted in that are allowed but give way to others that are owed.
    """
    program, algebra = ground.program, ground.algebra
    kind = program.kinds[at]
    state = ground.values.fresh(program.state, "state", fixed)
    move = ground.values.fresh(kind.type, f"move{at}", fixed)
    over = ground.executor.call(program.over, (state,))
    facts = [] if over.dead else [algebra.negation(over.value), over.sound(algebra)]
    legal = ground.executor.call(program.legal[at] if exact else kind.allowed, (state, move))
    if over.dead or legal.dead or legal.value is False or False in facts:
        return None
    facts += [legal.value, legal.sound(algebra)]
    step = ground.executor.call(program.step[at], (state, move))
    if step.dead:
        return None
    facts.append(step.sound(algebra))
    if False in facts:
        return None
    facts += [ground.everywhere(entry, state) for entry in given]
    about = {"state": (program.state, state), "move": (kind.type, move)}

    def fits() -> Bool:
        fitting = ground.values.fits(program.state, step.value)
        linked = ground.executor.links() if ground.reads is Reads.PARTS else True
        return algebra.all_of((fitting, linked))

    return Transition(kind, state, move, step.value, tuple(facts), about, fits)


def pending(ground: Ground) -> bool:
    """Some rule may demand a move, so that an allowed move may not be legal."""
    state = ground.values.fresh(ground.program.state, "state")
    outcome = ground.executor.call(ground.program.pending, (state,))
    return outcome.value is not False


# The case of a question about moves of one kind; `exact` as for `transition`.
Build: TypeAlias = Callable[[Ground, int, bool, Fixed], Case | None]


def for_each_kind(ground: Ground, kinds: Iterable[int], build: Build) -> Broken | None:
    """Unsat for each kind of move: the goal follows, with open indices or without."""
    for at in kinds:
        if any(settled(g, g.cases(partial(build, g, at, False))) for g in ground.rougher):
            continue
        met = refuted(ground, ground.cases(partial(build, ground, at, False)))
        if met is not None and pending(ground):
            met = refuted(ground, ground.cases(partial(build, ground, at, True)))
        if met is not None:
            return broken(ground.program.kinds[at], met)
    return None


def kept(ground: Ground, entries: list[ClaimEntry]) -> Broken | None:
    """Unsat for each kind of move: after a legal move the claims hold, where they held before.

    The state before is any that fits its type and satisfies the claims; the state after is only
    asked about where no duty fails and it fits its type. A measure must also be lower after.
    """

    def build(ground: Ground, at: int, exact: bool, fixed: Fixed) -> Case | None:
        moved = transition(ground, at, entries, fixed, exact)
        if moved is None:
            return None
        goals = [ground.everywhere(entry, moved.after) for entry in entries]
        goals += [_lowered(ground, e, moved) for e in entries if _measures(e)]
        return Case(fixed, moved.facts, ground.algebra.all_of(goals), moved.about, moved.late)

    return for_each_kind(ground, range(len(ground.program.kinds)), build)


def _measures(entry: ClaimEntry) -> bool:
    return entry.claim.kind is ClaimKind.TERMINATES


def _lowered(ground: Ground, entry: ClaimEntry, moved: Transition) -> Bool:
    before = ground.ask(entry, (moved.state,), ())
    after = ground.ask(entry, (moved.after,), ())
    if before.dead or after.dead:
        return False
    sound = (before.sound(ground.algebra), after.sound(ground.algebra))
    return ground.algebra.all_of((*sound, ground.algebra.less(after.value, before.value)))


def every_move(ground: Ground, entry: ClaimEntry, given: list[ClaimEntry]) -> Broken | None:
    """Unsat for each kind of move: of every legal move from a given state the claim holds."""

    def build(ground: Ground, at: int, exact: bool, fixed: Fixed) -> Case | None:
        moved = transition(ground, at, given, fixed, exact)
        if moved is None:
            return None
        goal = ground.everywhere(entry, *arguments(ground, entry, moved))
        return Case(fixed, moved.facts, goal, moved.about, moved.late)

    return for_each_kind(ground, entry.kinds or range(len(ground.program.kinds)), build)


def arguments(ground: Ground, entry: ClaimEntry, moved: Transition) -> tuple[Value, ...]:
    """The state, the move, and the state after it where the claim asks for that."""
    move = ground.move_for(entry.function, moved.kind, moved.move)
    return (moved.state, move, moved.after) if entry.outcome else (moved.state, move)


def broken(kind: MoveKind, met: Counter) -> Broken:
    """A counterexample to an induction. Play may never get to its state: it is no play."""
    return Broken(f"after {kind.name} from some position", read(met.case, met.leaves), kind=kind)
