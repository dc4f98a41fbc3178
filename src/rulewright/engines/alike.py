"""Whether every rule treats alike what a game declares unordered: what symmetry stands on.

For each turn that helps to make up the group, and for each function that a search asks, the
solver is asked for any state of the type, whether play reaches it or not, where the function gives
something else once all is turned. Where there is none for all of them, a turn takes legal moves to
legal moves with the same effect and verdicts, and so does whatever the turns make up: one state of
each orbit then stands for the orbit. (What a move does may also be the same but for the order of
the same vectors, as where a card joins a hand: the states after it are then of one orbit all the
same.) Where a question stays open, symmetry is refused.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulewright.backends.smt import Bool, Outcome, Sum, Unsupported, Value
from rulewright.ir.program import ClaimEntry, Function, RuleEntry
from rulewright.ir.symmetry import Symmetry, Turn, generators
from rulewright.ir.types import Type, Unbounded, UnionT
from rulewright.ir.values import lift
from rulewright.words.claims import ClaimKind

from .alike_terms import Turned
from .explore_claims import premise_of
from .prove_decide import refuted
from .prove_ground import Case, Clock, Fixed, Ground, OutOfTime, Unsettled, read
from .subject import NotAlike, Subject
from .verdict import Budget

# Claims that no single case decides are asked of a search without symmetry.
_OF_PLAYS = (ClaimKind.EVENTUALLY, ClaimKind.TERMINATES, ClaimKind.MATTERS)


@dataclass(frozen=True)
class Asked:
    """A function that a search asks: of states, of (state, move), of (before, move, after).

    gives_state: its value is the state after the move. given: a function (state, move) that holds
    wherever it is asked; empty for none.
    """

    name: str
    function: Function
    kind: int | None = None
    outcome: bool = False
    gives_state: bool = False
    given: str = ""


def asked_of(subject: Subject) -> Iterator[Asked]:
    """All functions whose answers a search depends on, rules first.

    What permits, forbids and demands a move is put together of what `stands`; that the starts are
    carried along is not needed: any path of representatives from one is a play from it.
    """
    program = subject.program
    functions = program.functions
    for entry in program.rules:
        yield from _about(subject, entry, entry.rule.name, functions[entry.speaks], "possible")
    for entry in program.rules:
        for name in dict.fromkeys(entry.stands.values()):
            yield from _about(subject, entry, entry.rule.name, functions[name], "possible")
    yield Asked("what ends play", functions[program.over])
    for at, kind in enumerate(program.kinds):
        yield Asked(f"{kind.name}: possible", functions[kind.possible], at)
        step = functions[program.step[at]]
        yield Asked(f"what {kind.name} does", step, at, gives_state=True, given=kind.allowed)
    for claim in program.claims:
        if claim.claim.kind in _OF_PLAYS or not claim.function:
            continue
        premise = premise_of(functions[claim.function])
        for function in (functions[claim.function], *((premise,) if premise else ())):
            yield from _about(subject, claim, claim.claim.name, function, "allowed")
    if program.ending is not None:
        for name, part in (("who wins", program.ending.wins), ("scores", program.ending.scores)):
            if part is not None:
                yield Asked(name, functions[part])


def _about(
    subject: Subject, entry: RuleEntry | ClaimEntry, name: str, function: Function, given: str
) -> Iterator[Asked]:
    """A function of a rule or a claim, for each kind of move that it is about."""
    if not entry.kinds:
        yield Asked(name, function)
    for at in entry.kinds:
        kind = subject.program.kinds[at]
        known = kind.allowed if entry.outcome or given == "allowed" else kind.possible
        yield Asked(name, function, at, entry.outcome, given=known)


def require(subject: Subject, budget: Budget) -> Symmetry:
    """The symmetry of a subject, once it is certain; NotAlike where it is not."""
    symmetry = subject.program.symmetry
    if symmetry is None:
        raise NotAlike(f"{subject.book.title} declares nothing unordered")
    collects = gc.isenabled()
    gc.disable()
    try:
        _Check(subject, symmetry, budget).run()
    finally:
        if collects:
            gc.enable()
    return symmetry


class _Check:
    """Puts every question there is."""

    def __init__(self, subject: Subject, symmetry: Symmetry, budget: Budget) -> None:
        self.subject = subject
        self.symmetry = symmetry
        self.budget = budget
        self.clock = Clock.of(budget.seconds)
        self.turns = list(generators(symmetry))
        # Sites and kinds of move: after the move, items may lie in another order as well.
        self.loose: set[tuple[int, int | None]] = set()

    def run(self) -> None:
        """NotAlike where a function does not treat alike what is unordered, or may not."""
        for turn in self.turns:
            ground = Ground(self.subject, self.clock)
            for asked in asked_of(self.subject):
                self._progress(turn, asked)
                self._ask(ground, turn, asked)
        # There, what a move does must be judged alike in whichever order its items end up.
        for turn in self.turns:
            ground = Ground(self.subject, self.clock)
            for asked in asked_of(self.subject):
                if asked.outcome and (turn.site, asked.kind) in self.loose:
                    self._progress(turn, asked)
                    _Question(ground, self.symmetry, turn, asked, afterwards=True).answer()

    def _progress(self, turn: Turn, asked: Asked) -> None:
        what = self.symmetry.sites[turn.site].name
        done = self.turns.index(turn)
        self.budget.progress(done, f"whether {asked.name} treats {what} alike")

    def _ask(self, ground: Ground, turn: Turn, asked: Asked) -> None:
        """Ask of all that fits the types; if that fails, of what the rules allow."""
        questions = [_Question(ground, self.symmetry, turn, replace(asked, given=""))]
        if asked.given:
            questions.append(_Question(ground, self.symmetry, turn, asked))
        if asked.gives_state:
            others = tuple(other for other in self.turns if other.site == turn.site)
            questions.append(_Question(ground, self.symmetry, turn, asked, others))
        for question in questions:
            try:
                question.answer()
            except NotAlike:
                if question is questions[-1]:
                    raise
                continue
            if question.others:
                self.loose.add((turn.site, asked.kind))
            return


class _Question:
    """Whether one function gives the same once all is turned.

    others: turns of which one, or none, makes what a move does the same: then both states after it
    are of one orbit, which is enough. afterwards: only the state after the move is turned.
    """

    def __init__(
        self,
        ground: Ground,
        symmetry: Symmetry,
        turn: Turn,
        asked: Asked,
        others: tuple[Turn, ...] = (),
        afterwards: bool = False,
    ) -> None:
        self.ground = ground
        self.asked = asked
        self.what = symmetry.sites[turn.site].name
        self.turned = Turned(ground, symmetry, turn)
        self.others = [Turned(ground, symmetry, other) for other in others]
        self.afterwards = afterwards

    def answer(self) -> None:
        """NotAlike where it does not, or where that stays open."""
        name, what = self.asked.name, self.what
        try:
            met = refuted(self.ground, self.ground.cases(self._case))
        except OutOfTime:
            why = f"whether {name} treats {what} alike was not settled in the time there was"
            raise NotAlike(why, name) from None
        except (Unsettled, Unsupported, Unbounded, RecursionError) as reason:
            raise NotAlike(f"whether {name} treats {what} alike is open: {reason}", name) from None
        if met is not None:
            shown = self._shown(read(met.case, met.leaves))
            raise NotAlike(f"{name} does not treat {what} alike, as in {shown}", name)

    def _case(self, fixed: Fixed) -> Case | None:
        program, values = self.ground.program, self.ground.values
        state = values.fresh(program.state, "state", fixed)
        facts: list[Bool] = []
        about: dict[str, tuple[Type, Value]] = {"state": (program.state, state)}
        args, turned = [state], [self.turned.state(state)]
        move: Any = ()
        if self.asked.kind is not None:
            kind = program.kinds[self.asked.kind]
            move = values.fresh(kind.type, f"move{self.asked.kind}", fixed)
            about["move"] = (kind.type, move)
            carried = self.turned.carried(kind.type, move, kind.cls, (state, move))
            args.append(self._given(move))
            turned.append(self._given(carried))
            if self.asked.given:
                given = self.ground.executor.call(self.asked.given, (state, move))
                if given.dead:
                    return None
                facts += [given.value, given.sound(self.ground.algebra)]
        if self.asked.outcome:
            after = values.fresh(program.state, "after", fixed)
            about["after"] = (program.state, after)
            args.append(after)
            turned.append(self.turned.state(after))
        for name, extra in self.asked.function.params[len(args) :]:
            value = values.fresh(extra, f"asked.{name}", fixed)
            args.append(value)
            turned.append(self.turned.carried(extra, value, None, (state, ())))
        if self.afterwards:
            turned = [*args[:2], turned[2], *args[3:]]
        goal = self._same(self._outcome(args), self._outcome(turned))
        return Case(fixed, tuple(facts), goal, about)

    def _given(self, move: Value) -> Value:
        """A move as the function wants it."""
        assert self.asked.kind is not None
        wanted = self.asked.function.params[1][1]
        if not isinstance(wanted, UnionT):
            return move
        tag = wanted.alts.index(self.ground.program.kinds[self.asked.kind].type)
        return Sum(tag, tuple(move if at == tag else None for at in range(len(wanted.alts))))

    def _outcome(self, args: list[Value]) -> Outcome:
        function = self.asked.function
        if self.ground.program.functions.get(function.name) is function:
            return self.ground.executor.call(function.name, args)
        names = [name for name, _ in function.params]
        return self.ground.executor.evaluate(function.body, dict(zip(names, args, strict=True)))

    def _same(self, plain: Outcome, turned: Outcome) -> Any:
        """Both fail a duty, or neither does and they give the same."""
        algebra = self.ground.algebra
        sound = plain.sound(algebra)
        alike = algebra.same(sound, turned.sound(algebra))
        if plain.dead or turned.dead:
            return alike
        values = [plain.value]
        if self.asked.gives_state and self.others:
            values += [other.state(plain.value) for other in self.others]
        elif self.asked.gives_state:
            values = [self.turned.state(plain.value)]
        kind = self.asked.function.body.type
        same = [self.ground.values.equal(kind, value, turned.value) for value in values]
        return algebra.all_of((alike, algebra.implies(sound, algebra.any_of(same))))

    def _shown(self, parts: dict[str, Any]) -> str:
        program = self.ground.program
        told = repr(lift(program.state, parts["state"]))
        if "move" in parts and self.asked.kind is not None:
            told += f" with {lift(program.kinds[self.asked.kind].type, parts['move'])!r}"
        return told
