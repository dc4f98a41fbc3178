"""The search by native code: the interpreter looks only at states where something is new.

Native code counts, and stops where a claim is decided, a rule broken or a duty fails for the first
time; the interpreter then does the same state over, so that a first case, a reason and a play are
always its own.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.ir.program import ClaimEntry
from rulewright.ir.types import Unbounded, size

from .explore_claims import MOST_COMBINATIONS, Looked, premise_of
from .explore_found import Broken, Case, Exploration, Use
from .explore_kept import NOTES, in_its_room, keeper_of
from .explore_moves import never
from .explore_search import Observer, Search
from .explore_states import NativeEdges, Overs, Parents, States, Ways
from .subject import Subject
from .verdict import Budget

if TYPE_CHECKING:
    from rulewright.backends.native.kernel import AskCheck, AskExpand
    from rulewright.backends.native.plan import Wanted
    from rulewright.backends.native.watch import Slot, WatchMap
    from rulewright.ir.symmetry import Symmetry

_SLICE = 1 << 16  # states expanded between two looks at the progress
# Any number that is no failure: who asks only wants to know that the move was made.
_MADE = 0


class CannotBeNative(Exception):
    """Native code cannot search this subject; str() says why."""


def explore_natively(
    subject: Subject,
    budget: Budget,
    observers: Sequence[Observer] = (),
    cache: Path | None = None,
) -> Exploration:
    """Search a subject with native code; CannotBeNative where that cannot be made or run."""
    from rulewright.backends.native.jit import Unavailable
    from rulewright.backends.native.shapes import Refused

    try:
        with in_its_room():
            search = _Driven(subject, budget, cache)
            search.begin()
    except (Refused, Unavailable, Unbounded) as reason:
        raise CannotBeNative(str(reason)) from reason
    with in_its_room():
        found = search.exploration(search.run())
    for observer in observers:
        _shown(found, observer)
    return found


def _shown(found: Exploration, observer: Observer) -> None:
    for state in range(found.expanded):
        for number, target in found.successors(state):
            observer.edge(state, *found.moves[number], target)


def wanted(subject: Subject, *, coverage: bool = True, symmetry: Symmetry | None = None) -> Wanted:
    """What native code is to watch of a subject."""
    from rulewright.backends.native.plan import Wanted

    program = subject.program
    functions = program.functions
    premises = {}
    for entry in program.claims:
        premise = premise_of(functions[entry.function]) if entry.function else None
        if premise is not None:
            premises[entry] = premise.body
    owable = tuple(
        not (never(program, functions[k.demands].body) or never(program, functions[k.owed].body))
        for k in program.kinds
    )
    claims = tuple(entry for entry in program.claims if _askable(entry))
    return Wanted(subject.start_terms, claims, owable, premises, coverage, symmetry)


def _askable(entry: ClaimEntry) -> bool:
    """Whether a claim's further parameters have few enough values; see `explore_claims`."""
    try:
        return prod(size(kind) for kind in entry.extra) <= MOST_COMBINATIONS
    except Unbounded:
        return False


class _Driven(Search):
    """A search whose states live in native memory."""

    def __init__(self, subject: Subject, budget: Budget, cache: Path | None) -> None:
        super().__init__(subject, budget, ())
        from rulewright.backends.native import kernel, plan

        budget.progress(0, "compiling")
        self.kernel_module = kernel
        watched = wanted(subject, coverage=budget.coverage, symmetry=subject.symmetry(budget))
        self.plan = plan.Plan(subject.program, watched)
        library = plan.library(self.plan, cache)
        spill = None if budget.kept is None else budget.kept.spill
        if spill is not None:
            spill.mkdir(parents=True, exist_ok=True)
        where = self.plan.where
        self.blocks = [bytearray(8 * where.words + NOTES) for _ in range(budget.threads)]
        for block in self.blocks:
            for entry, slot in where.best.items():
                for at in range(where.terms):
                    _put(block, slot, at, where.worst(entry))
        self.kernel = kernel.Search(
            library,
            self.plan.packing.words,
            self.plan.most,
            self.blocks,
            threads=budget.threads,
            memory=budget.memory,
            spill=spill,
        )
        self.times: dict[int, int] = {}
        self.note = ""
        self.keeper = keeper_of(self.kernel, self.blocks[0], self.plan.key, budget.kept)

    # ── what the interpreter does with a state that is asked about ──────────────────────────────

    def start(self, state: Any) -> None:
        """Add a first state."""
        if not self.unfit(state, None):
            self.kernel.add(self.plan.packing.encode(state))

    def begin(self) -> None:
        """Add the first states; in a search that goes on, look at its cases again."""
        asked = self.keeper.begin()
        super().begin()
        levels = self.kernel.levels()
        self.starts = levels[1] if len(levels) > 1 else len(self.kernel)
        for number, is_check in asked:
            state = self.plan.packing.decode(self.kernel.state(number))
            self.met(number, state) if is_check else self._again(number, state)
        self._tell()

    def arrive(self, after: Any, at: int, number: int) -> int:
        """Add the state that a move has made; below 0 where it is none."""
        if self.unfit(after, Case(at, number)):
            return -1
        self.kernel.add(self.plan.packing.encode(after), at)
        return _MADE

    def made(self, at: int, number: int, target: int) -> None:
        """Note a transition."""
        self.transitions += 1
        self.times[number] = self.times.get(number, 0) + 1

    def dead_end(self, at: int) -> None:
        """Note a state without a legal move; the kernel does, from what it is told."""

    # ── the search ──────────────────────────────────────────────────────────────────────────────

    def run(self) -> bool:
        """Search until nothing is left; False where the budget ends it. It is saved on the way."""
        with self.keeper.working():
            return self._work()

    def _work(self) -> bool:
        kernel = self.kernel_module
        while True:
            self.keeper.look()
            room = self.budget.states - len(self.kernel)
            if room <= 0:
                return False
            event = self.kernel.advance(min(_SLICE, max(room // 8, 1)))
            match event:
                case kernel.Done():
                    return True
                case kernel.MoreToDo(figures):
                    waiting = figures.states - figures.expanded
                    note = f"level {figures.levels}, {waiting:,} states waiting"
                    self.budget.progress(figures.states, note)
                case kernel.AskExpand():
                    self._expand_asked(event)
                case kernel.AskCheck():
                    self._check_asked(event)
                case kernel.MemoryFull(_, reason):
                    self.note = reason
                    return False

    def _expand_asked(self, event: AskExpand) -> None:
        state = self.plan.packing.decode(self.kernel.state(event.number))
        self._again(event.number, state)
        self.kernel.expanded(event.number, self.transitions)
        self.keeper.asked(event.number, is_check=False)
        self._tell()

    def _again(self, number: int, state: Any) -> None:
        """Do over, by the interpreter, what is done with a state that is expanded."""
        self.transitions = 0
        if self.kernel.is_over(number):
            self.ask_after_the_end(number, state)
        else:
            self.expand(number, state)

    def _check_asked(self, event: AskCheck) -> None:
        for number in event.numbers:
            state = self.plan.packing.decode(self.kernel.state(number))
            self.kernel.set_over(number, self.met(number, state))
            self.keeper.asked(number, is_check=True)
        self._tell()

    def _tell(self) -> None:
        """Say in every block what the interpreter has found, so that it is only counted now."""
        where = self.plan.where
        terms = self.subject.start_terms
        broken = {(b.rule, b.force) for b in self.rules.broken()}
        late = set(self.late)
        for block in self.blocks:
            for pair, slot in where.broken_known.items():
                _put(block, slot, 0, int(pair in broken))
            for kind, slot in enumerate(where.late):
                _put(block, slot, 0, int(kind in late))
            for entry in where.claims:
                looked = self.claims.looked[entry]
                for at, under in enumerate(terms):
                    _put(block, where.decided[entry], at, int(under in looked.decided))
                    if looked.met is not None and under in looked.met:
                        _put(block, where.met[entry], at, 1)
                    if under in looked.best:
                        _put(block, where.best[entry], at, looked.best[under][0])

    # ── what was found ──────────────────────────────────────────────────────────────────────────

    def exploration(self, complete: bool) -> Exploration:
        """What the search has found."""
        self.kernel.settle()
        figures = self.kernel.figures()
        counted = _Counted(self.plan.where, self.blocks)
        looked = self._looked(counted)
        every = ((n, counted.move(n) + self.times.get(n, 0)) for n in range(self.plan.most))
        times = {number: count for number, count in every if count}
        return Exploration(
            subject=self.subject,
            limit=self.budget.states,
            complete=complete,
            starts=self.starts,
            states=States(self.kernel, self.plan.packing),
            moves=self.moves.table,
            parents=Parents(self.kernel),
            by=Ways(self.kernel),
            level=list(self.kernel.levels()),
            expanded=figures.expanded,
            edges=NativeEdges(self.kernel, figures.transitions, times),
            over=Overs(self.kernel, figures.finals),
            deadlocks=list(self.kernel.dead_ends()),
            late=tuple(self.late.values()),
            legal=self.legal + counted.legal(),
            uses=[_with(use, counted) for use in self.rules.uses()],
            broken=[_more(broken, counted) for broken in self.rules.broken()],
            failures=list(self.failures.values()),
            looked=looked,
            note=self.note,
            counted=self.budget.coverage,
            orbits=self.orbits,
            native=True,
        )

    def _looked(self, counted: _Counted) -> dict[ClaimEntry, Looked]:
        for entry in self.plan.where.claims:
            looked = self.claims.looked[entry]
            for at, terms in enumerate(self.subject.start_terms):
                if counted.noted(self.plan.where.was_asked[entry], at):
                    looked.asked.add(terms)
                if looked.met is not None and counted.noted(self.plan.where.met[entry], at):
                    looked.met.add(terms)
        return self.claims.looked


class _Counted:
    """The counters of all blocks, added up."""

    def __init__(self, where: WatchMap, blocks: Sequence[bytearray]) -> None:
        self.where = where
        self._blocks = blocks

    def sum(self, slot: Slot, at: int = 0) -> int:
        """What a counter says."""
        return sum(_get(block, slot, at) for block in self._blocks)

    def noted(self, slot: Slot, at: int) -> bool:
        """Whether a flag is up in any block."""
        return any(_get(block, slot, at) for block in self._blocks)

    def move(self, number: int) -> int:
        """How many transitions a move has."""
        return self.sum(self.where.moves, number)

    def legal(self) -> int:
        """How many legal moves there were."""
        return sum(map(self.move, range(self.where.move_count)))


def _put(block: bytearray, slot: Slot, at: int, number: int) -> None:
    struct.pack_into("<q", block, 8 * (slot.at + at), number)


def _get(block: bytearray, slot: Slot, at: int) -> int:
    return int(struct.unpack_from("<q", block, 8 * (slot.at + at))[0])


def _with(use: Use, counted: _Counted) -> Use:
    where = counted.where
    stood: Mapping[Any, int] = {
        force: n + counted.sum(where.stood[use.rule, force]) for force, n in use.stood.items()
    }
    return Use(
        use.rule,
        use.asked + counted.sum(where.asked[use.rule]),
        use.spoke + counted.sum(where.spoke[use.rule]),
        dict(stood),
    )


def _more(broken: Broken, counted: _Counted) -> Broken:
    more = counted.sum(counted.where.broken[broken.rule, broken.force])
    return replace(broken, times=broken.times + more)
