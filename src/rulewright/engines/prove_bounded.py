"""Bounded search: the shortest play that shows something, looked for move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulewright.backends.smt import Answer, Bool, Leaf, Model, Solver
from rulewright.ir.program import ClaimEntry
from rulewright.words.claims import ClaimKind
from rulewright.words.terms import Term

from .prove_ground import Clock, Ground, OutOfTime, Unsettled
from .prove_induction import first_state
from .subject import Subject, Witness
from .trace import Trace
from .verdict import Budget


@dataclass(frozen=True)
class Searched:
    """The play that was found, replayed in CPython, or None; and what there is to say of it."""

    trace: Trace | None
    reason: str


def spoken_terms(subject: Subject, unless: tuple[Term, ...]) -> Iterator[Any]:
    """The terms that play may start under and of which a claim speaks."""
    for terms in subject.start_terms:
        if not subject.members(terms) & set(unless):
            yield terms


def searched(
    claim: ClaimEntry, subject: Subject, budget: Budget, clock: Clock, *terms: Any
) -> Searched:
    """The shortest play that fails the claim (`sometimes`: that shows it), up to a depth.

    terms: those to start under; by default any that the claim speaks of. Unsat for a number of
    moves means that no play of so many moves gets there.
    """
    wanted = terms or tuple(spoken_terms(subject, claim.claim.unless))
    shows = claim.claim.kind is ClaimKind.SOMETIMES
    depth = 0
    try:
        search = _Search(Ground(subject, clock), claim, wanted)
        for depth in range(budget.depth + 1):
            budget.progress(depth, "moves looked ahead")
            witness = search.at(depth)
            if witness is not None:
                word = "shows" if shows else "fails"
                return Searched(Trace.replay(subject, witness), f"a play {word} it")
    except (OutOfTime, Unsettled):
        if depth == 0:
            return Searched(None, "the time was too short to look for a play")
        depth -= 1
    word = "shows" if shows else "fails"
    return Searched(None, f"no play of up to {depth} moves {word} it")


class _Search:
    """The moves of a play, one after the other, as one question that grows.

    One step is put into formulas once, over a state, a move of each kind and the state after; for
    each further move its leaves are renamed.
    """

    def __init__(self, ground: Ground, claim: ClaimEntry, terms: tuple[Any, ...]) -> None:
        self.ground = ground
        self.claim = claim
        kinds = ground.program.kinds
        self.state = ground.values.fresh(ground.program.state, "state")
        self.after = ground.values.fresh(ground.program.state, "after")
        self.moves = [ground.values.fresh(k.type, f"move{at}") for at, k in enumerate(kinds)]
        self.kind = ground.algebra.leaf("kind", 0, len(kinds) - 1)
        self.solver = Solver()
        self.names: list[dict[Leaf, Leaf]] = []
        self.wanted = self._wanted()
        self._add(self._start(terms), 0)

    def _chosen(self, at: int) -> Bool:
        number = 0 if len(self.moves) == 1 else self.ground.algebra.atom(self.kind)
        return self.ground.algebra.equal(number, at)

    def _start(self, terms: tuple[Any, ...]) -> Bool:
        """The state is a first state, under one of these terms."""
        ground, algebra = self.ground, self.ground.algebra
        first = first_state(ground, {})
        if first is None:
            return False
        start, facts, about = first
        under: Bool = True
        if "terms" in about:
            kind, value = about["terms"]
            known = [ground.values.constant(kind, one) for one in terms]
            under = algebra.any_of([ground.values.equal(kind, value, one) for one in known])
        same = ground.values.equal(ground.program.state, start, self.state)
        return algebra.all_of((*facts, under, same))

    @cached_property
    def step(self) -> Bool:
        """A legal move of one kind leads from the state to the state after."""
        ground, algebra, program = self.ground, self.ground.algebra, self.ground.program
        call = ground.executor.call
        over = call(program.over, (self.state,))
        if over.dead:
            return False
        found = [algebra.negation(over.value), over.sound(algebra)]
        for at, move in enumerate(self.moves):
            legal = call(program.legal[at], (self.state, move))
            step = call(program.step[at], (self.state, move))
            made: Bool = False
            if not legal.dead and not step.dead:
                made = algebra.all_of(
                    (
                        legal.value,
                        legal.sound(algebra),
                        step.sound(algebra),
                        ground.values.equal(program.state, step.value, self.after),
                        ground.values.fits(program.state, step.value),
                    )
                )
            found.append(algebra.implies(self._chosen(at), made))
        return algebra.all_of(found)

    def _wanted(self) -> Bool:
        """The state (or the move made in it) is what is looked for."""
        ground, algebra, claim = self.ground, self.ground.algebra, self.claim
        if not (claim.kinds or claim.outcome):
            return self._decides((self.state,))
        found: list[Bool] = []
        for at in claim.kinds or range(len(self.moves)):
            kind = ground.program.kinds[at]
            move = ground.move_for(claim.function, kind, self.moves[at])
            args = (self.state, move, self.after) if claim.outcome else (self.state, move)
            decided = self._decides(args)
            found.append(algebra.all_of((self._chosen(at), decided)))
        return algebra.all_of((self.step, algebra.any_of(found)))

    def _decides(self, args: tuple[Any, ...]) -> Bool:
        ground, algebra = self.ground, self.ground.algebra
        held = [ground.holds(self.claim, args, extra) for extra in ground.extras(self.claim)]
        if self.claim.claim.kind is ClaimKind.SOMETIMES:
            return algebra.any_of(held)
        spared = ground.spared(self.claim.claim.unless, self.state)
        return algebra.all_of((spared, algebra.negation(algebra.all_of(held))))

    # ── the play ─────────────────────────────────────────────────────────────────────────────

    def _named(self, at: int) -> dict[Leaf, Leaf]:
        """The leaves of a step as they are called at this move of the play."""
        while len(self.names) <= at:
            self.names.append({})
        names = self.names[at]
        for leaf in self.solver.emitted():
            if leaf not in names and "@" not in leaf.name:
                number, name = at, leaf.name
                if name.lstrip("#").startswith("after"):
                    number, name = at + 1, name.replace("after", "state", 1)
                names[leaf] = self.ground.algebra.leaf(f"{name}@{number}", leaf.low, leaf.high)
        return names

    def _add(self, formula: Bool, at: int) -> None:
        self.solver.emit(formula)
        self.solver.add_renamed(formula, self._named(at))

    def at(self, depth: int) -> Witness | None:
        """A play of this many moves that ends in what is looked for; asked for 0, 1, 2, …"""
        if depth:
            self._add(self.step, depth - 1)
        self.solver.emit(self.wanted)
        names = self._named(depth)
        answer = self.solver.check_renamed(self.wanted, names, self.ground.clock.left())
        if answer is Answer.UNKNOWN:
            self.ground.clock.tick()
            raise Unsettled("the solver gave no answer")
        return self._witness(depth) if answer is Answer.SAT else None

    def _witness(self, depth: int) -> Witness:
        """The play in the model; where moves are looked for, with the move that shows it."""
        leaves = self.solver.model()
        program = self.ground.program
        moves: list[tuple[int, Any]] = []
        last = depth + (1 if self.claim.kinds or self.claim.outcome else 0)
        for at in range(last):
            model = self._model(at, leaves)
            kind = model.leaf(self.kind)
            moves.append((kind, model.value(program.kinds[kind].type, self.moves[kind])))
        start = self._model(0, leaves).value(program.state, self.state)
        return Witness(start, tuple(moves))

    def _model(self, at: int, leaves: dict[Leaf, int]) -> Model:
        names = self._named(at).items()
        return Model({leaf: leaves[named] for leaf, named in names if named in leaves})
