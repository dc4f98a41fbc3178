"""The search: every state that play can reach, breadth first, so that witnesses are shortest."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from rulewright.ir.fault import Fault
from rulewright.ir.values import misfit
from rulewright.words.duties import DutyKind

from .explore_bounds import fitting
from .explore_claims import ClaimWatch
from .explore_found import Case, Exploration, Failure, KeptEdges, failure_key
from .explore_moves import Moves
from .explore_orbits import orbits_of
from .explore_rules import RuleWatch
from .subject import Subject
from .verdict import Budget

# In `index`, the number of a value that a move made and that is no state.
_NO_STATE = -1


class Observer(Protocol):
    """Whoever wants to see transitions as they are found; see `explore_edges`."""

    def edge(self, source: int, kind: int, move: Any, target: int) -> None:
        """A move of a kind leads from one state to another, both by number."""


def _ignored(_where: str, _fault: Fault, _move: int) -> None:
    """A duty that nobody can run into."""


class _OutOfBudget(Exception):
    """The budget of states is used up."""


def interpreted(
    subject: Subject, budget: Budget, observers: Sequence[Observer] = ()
) -> Exploration:
    """Search a subject until every state is expanded or the budget's states are used up."""
    search = Search(subject, budget, observers)
    try:
        search.begin()
        search.work()
    except _OutOfBudget:
        return search.found(complete=False)
    return search.found(complete=True)


class Search:
    """A search under way, every state expanded by the interpreter."""

    def __init__(self, subject: Subject, budget: Budget, observers: Sequence[Observer]) -> None:
        self.subject = subject
        self.budget = budget
        self.observers = observers
        self.moves = Moves(subject)
        self.rules = RuleWatch(subject, self.fault, coverage=budget.coverage)
        self.claims = ClaimWatch(subject, self.fault)
        self.fits = fitting(subject.program.state)
        self.orbits = orbits_of(subject, budget)
        self.is_over = subject.interpreter.function(subject.program.over)
        self.states: list[Any] = []
        self.index: dict[Any, int] = {}
        self.parents: array[int] = array("q")
        self.by: array[int] = array("q")
        self.level: list[int] = []
        self.end_of_level = 0
        self.over = bytearray()
        self.edges = KeptEdges(array("Q", [0]), array("I"), array("I"))
        self.deadlocks: list[int] = []
        self.late: dict[int, Case] = {}
        self.failures: dict[Any, Failure] = {}
        self.starts = 0
        self.expanded = 0
        self.legal = 0
        # Whether the moves of a kind are looked at by a rule or a claim once they are made.
        self.watched = [
            (self.rules.watches_outcomes(at), self.claims.watches(at))
            for at in range(len(subject.program.kinds))
        ]

    def begin(self) -> None:
        """Add the first states."""
        for terms, deal in self.subject.openings():
            try:
                state = self.subject.start(terms, deal)
            except Fault as fault:
                self.fault("the start", fault, None)
                continue
            self.start(state)
        self.starts = len(self.states)

    def start(self, state: Any) -> None:
        """Add a first state."""
        state = self.orbits.canonical(state)
        if state not in self.index:
            self._add(state, -1, -1)

    def work(self) -> None:
        """Expand state after state; the list of states is the queue."""
        while self.expanded < len(self.states):
            at = self.expanded
            if at == self.end_of_level:
                self.level.append(at)
                self.end_of_level = len(self.states)
            if at % 1024 == 0:
                waiting = len(self.states) - at
                note = f"level {len(self.level)}, {waiting:,} states waiting"
                self.budget.progress(len(self.states), note)
            if self.over[at]:
                self.ask_after_the_end(at, self.states[at])
            else:
                self.expand(at, self.states[at])
            self.edges.first.append(len(self.edges.targets))
            self.expanded += 1

    def expand(self, at: int, state: Any) -> None:
        """Ask of all possible moves of a state what there is to ask, and make the legal ones."""

        def on_fault(where: str, fault: Fault, move: int) -> None:
            self.fault(where, fault, Case(at, move))

        terms = self.subject.terms_of(state)
        table = self.moves.table
        possible = self.moves.possible(state, on_fault)
        for number in possible:
            kind, move = table[number]
            self.rules.move(terms, kind, (state, move), Case(at, number))
        legal = self.moves.legal(state, possible, on_fault)
        if not legal:
            self.dead_end(at)
        self.legal += len(legal)
        for number in legal:
            self._follow(at, state, terms, number)

    def dead_end(self, at: int) -> None:
        """Note a state without a legal move."""
        self.deadlocks.append(at)

    def ask_after_the_end(self, at: int, state: Any) -> None:
        """Whether the rules still allow a move; one of each kind is kept, the first that is met.

        What a rule owes here is nothing anybody can run into, and is not looked at.
        """
        possible = self.moves.possible(state, _ignored)
        for number in self.moves.legal(state, possible, _ignored):
            self.late.setdefault(self.moves.table[number][0], Case(at, number))

    def _follow(self, at: int, state: Any, terms: Any, number: int) -> None:
        """Make one legal move."""
        kind, move = self.moves.table[number]
        of_rules, of_claims = self.watched[kind]
        try:
            after = self.moves.step[kind](state, move)
        except Fault as fault:
            self.fault(self._what(number), fault, Case(at, number))
            if of_claims:
                self.claims.move(terms, kind, (state, move), Case(at, number))
            return
        target = self.arrive(after, at, number)
        if of_claims:
            case = Case(at, number, target if target >= 0 else None)
            self.claims.move(terms, kind, (state, move), case)
        if target < 0:
            return
        self.made(at, number, target)
        if of_claims:
            self.claims.outcome(terms, kind, (state, move, after), Case(at, number, target))
        if of_rules:
            self.rules.outcome(terms, kind, (state, move, after), Case(at, number, target))

    def made(self, at: int, number: int, target: int) -> None:
        """Note a transition."""
        self.edges.targets.append(target)
        self.edges.moves.append(number)
        for observer in self.observers:
            observer.edge(at, *self.moves.table[number], target)

    def arrive(self, after: Any, at: int, number: int) -> int:
        """The number of the state a move has made, a new one if it was not met before."""
        after = self.orbits.canonical(after)
        target = self.index.get(after)
        if target is None:
            return self._add(after, at, number)
        if target == _NO_STATE:
            self.unfit(after, Case(at, number))
        return target

    def _what(self, number: int) -> str:
        return f"what {self.subject.program.kinds[self.moves.table[number][0]].name} does"

    def _add(self, state: Any, parent: int, by: int) -> int:
        """A state that was not met before, by number, once all that speaks of states was asked."""
        case = None if parent < 0 else Case(parent, by)
        if self.unfit(state, case):
            self.index[state] = _NO_STATE
            return _NO_STATE
        number = len(self.states)
        if number >= self.budget.states:
            raise _OutOfBudget
        self.states.append(state)
        self.index[state] = number
        self.parents.append(parent)
        self.by.append(by)
        self.over.append(self.met(number, state))
        return number

    def met(self, number: int, state: Any) -> bool:
        """Ask of a new state what there is to ask; also whether play is over there."""
        over = False
        try:
            over = bool(self.is_over(state))
        except Fault as fault:
            self.fault("over", fault, Case(number))
        terms = self.subject.terms_of(state)
        self.rules.state(terms, state, number)
        self.claims.state(terms, state, number)
        return over

    def unfit(self, state: Any, case: Case | None) -> bool:
        """Whether a value leaves the bounds of the state's type, which is then noted."""
        if self.fits(state):
            return False
        why = misfit(self.subject.program.state, state, "the state") or "it does not fit"
        where = "the start" if case is None or case.move is None else self._what(case.move)
        self.fault(where, Fault(DutyKind.IN_BOUNDS, why), case)
        return True

    def fault(self, where: str, fault: Fault, case: Case | None) -> None:
        """Note a duty that failed."""
        key = failure_key(where, fault)
        kept = self.failures.get(key)
        if kept is None:
            self.failures[key] = Failure(fault.kind, fault.reason, fault.place, where, case, 1)
        else:
            self.failures[key] = replace(kept, times=kept.times + 1)

    def found(self, complete: bool) -> Exploration:
        """What the search has found so far."""
        # A state that was being expanded when the budget ended counts as not expanded.
        known = self.edges.first[-1]
        del self.edges.targets[known:], self.edges.moves[known:]
        if self.level and self.end_of_level < len(self.states):
            self.level.append(self.end_of_level)
        return Exploration(
            subject=self.subject,
            limit=self.budget.states,
            complete=complete,
            starts=self.starts or len(self.states),
            states=self.states,
            moves=self.moves.table,
            parents=self.parents,
            by=self.by,
            level=self.level,
            expanded=self.expanded,
            edges=self.edges,
            over=self.over,
            deadlocks=self.deadlocks,
            late=tuple(self.late.values()),
            legal=self.legal,
            uses=self.rules.uses(),
            broken=self.rules.broken(),
            failures=list(self.failures.values()),
            looked=self.claims.looked,
            counted=self.budget.coverage,
            orbits=self.orbits,
        )
