"""What a search has found: states, transitions and how play reaches them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rulewright.ir.fault import Fault
from rulewright.ir.program import ClaimEntry, RuleEntry
from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place
from rulewright.words.forces import Force

from .subject import Subject, Witness
from .verdict import Bounded, Exhausted, Unknown, Verdict

if TYPE_CHECKING:
    from .explore_claims import Looked
    from .explore_orbits import Orbits


class Case(NamedTuple):
    """One case that was looked at: a state, a move by its number, the state after it, the rest."""

    state: int
    move: int | None = None
    after: int | None = None
    extra: tuple[Any, ...] = ()


def tried(case: Case, moves: Sequence[tuple[int, Any]]) -> tuple[int, Any] | None:
    """The move that a case is about and that could not be made, by the table of all moves."""
    return None if case.move is None or case.after is not None else moves[case.move]


@dataclass(frozen=True)
class Failure:
    """A duty that failed somewhere: what owes it, and the first case, with how often it failed.

    where: the name of a rule, "the claim …", "Take: possible", "what Take does", "the start".
    case is None where play could not even start.
    """

    kind: DutyKind
    reason: str
    place: Place | None
    where: str
    case: Case | None
    times: int

    @property
    def of_claim(self) -> bool:
        """Whether a claim owes it, and not the rulebook."""
        return self.where.startswith(_OF_CLAIM)


_OF_CLAIM = "the claim "


def owed_by_claim(name: str) -> str:
    """What owes a duty, where it is a claim: told apart from a rule of the same name."""
    return f"{_OF_CLAIM}{name}"


def failure_key(where: str, fault: Fault) -> tuple[Any, ...]:
    """What one rule owes at one place is one failure, whoever runs into it: but what the rulebook
    runs into is not hidden behind a claim that calls the same function."""
    return (fault.kind, fault.place or where, where.startswith(_OF_CLAIM))


@dataclass(frozen=True)
class Broken:
    """A rule that states or moves must obey and do not: the first case, and how often."""

    rule: RuleEntry
    force: Force
    case: Case
    times: int


@dataclass(frozen=True)
class Use:
    """How often a rule spoke and how often it stood, by force: in how many possible moves.

    For a rule about states alone: in how many states; over (before, move, after): legal moves.
    """

    rule: RuleEntry
    asked: int
    spoke: int
    stood: dict[Force, int]


class Edges(Protocol):
    """The transitions in the order they were found: those of state i are first[i]..first[i+1]."""

    @property
    def first(self) -> array[int]:
        """Where the transitions of each state begin, and the end of them all."""

    @property
    def moves(self) -> array[int]:
        """The move of each, by its number."""

    @property
    def targets(self) -> array[int]:
        """The state that each leads to."""

    def __len__(self) -> int: ...

    def times(self) -> Mapping[int, int]:
        """How many transitions each move has, by its number; moves that never occur left out."""

    def of(self, state: int) -> range:
        """The positions of the transitions of a state; none where it was not expanded."""


@dataclass(frozen=True, eq=False)
class KeptEdges:
    """Transitions that were kept as they were found."""

    first: array[int]
    moves: array[int]
    targets: array[int]

    def __len__(self) -> int:
        return len(self.targets)

    def times(self) -> Mapping[int, int]:
        """How many transitions each move has, by its number; moves that never occur left out."""
        return Counter(self.moves)

    def of(self, state: int) -> range:
        """The positions of the transitions of a state; none where it was not expanded."""
        if state + 1 >= len(self.first):
            return range(0)
        return range(self.first[state], self.first[state + 1])


@dataclass(frozen=True, eq=False, repr=False)
class Exploration:
    """The states that play reaches, breadth first: state i is `states[i]`.

    moves: every move met, by its number, as (position of its kind, IR value).
    parents and by: the state before each state on a shortest play, and the move; -1 for a start.
    level: where each level of the search begins among the states.
    expanded: how many states had all their moves tried. final: states where play is over.
    late: for each kind of move that the rules still allow once play is over, the first such case.
    legal: how many legal moves were found, those included whose effect failed a duty.
    note: what the user should know of how it was made; empty where there is nothing to say.
    native: made by native code. orbits: which states count as one; where they do, states, moves
    and counts are those of one state of each kind, and only plays are of the states themselves.
    """

    subject: Subject
    limit: int
    complete: bool
    starts: int
    states: Sequence[Any]
    moves: Sequence[tuple[int, Any]]
    parents: Sequence[int]
    by: Sequence[int]
    level: Sequence[int]
    expanded: int
    edges: Edges
    over: Sequence[int]
    deadlocks: Sequence[int]
    late: Sequence[Case]
    legal: int
    uses: Sequence[Use]
    broken: Sequence[Broken]
    failures: Sequence[Failure]
    looked: dict[ClaimEntry, Looked]
    note: str = ""
    native: bool = False
    counted: bool = True
    orbits: Orbits | None = None

    @property
    def symmetry(self) -> str:
        """What the states were taken as unordered in, in words; empty where in nothing."""
        return "" if self.orbits is None else self.orbits.words

    @property
    def transitions(self) -> int:
        """How many moves led from one state to another, chance outcomes told apart."""
        return len(self.edges)

    @property
    def levels(self) -> int:
        """How many levels the search has, the starts being the first."""
        return len(self.level)

    @property
    def final(self) -> int:
        """In how many states play is over."""
        return self.over.count(1)

    def depth(self, state: int) -> int:
        """How many moves a shortest play to this state has."""
        return bisect_right(self.level, state) - 1

    @property
    def covered(self) -> int:
        """Up to how many moves every play was looked at; -1 where not every start was."""
        return self.depth(self.expanded) if self.expanded < len(self.states) else self.levels - 1

    def play(self, state: int, *more: int) -> Witness:
        """A shortest play to a state, and further moves by their numbers."""
        back = list(reversed(more))
        numbers = [state]
        while self.parents[state] >= 0:
            back.append(self.by[state])
            state = self.parents[state]
            numbers.append(state)
        moves = tuple(self.moves[m] for m in reversed(back))
        if self.symmetry and self.orbits is not None:
            return self.orbits.play([self.states[number] for number in reversed(numbers)], moves)
        return Witness(self.states[state], moves)

    def witness(self, case: Case) -> Witness:
        """A shortest play to a case: its last move is the one the case is about, if it was made."""
        if case.move is None or case.after is None:
            return self.play(case.state)
        return self.play(case.state, case.move)

    def tried(self, case: Case) -> tuple[int, Any] | None:
        """The move that a case is about and that could not be made; None where there is none."""
        return tried(case, self.moves)

    def state(self, case: Case) -> Any:
        """The state of a case, as an IR value."""
        return self.states[case.state]

    def openings(self) -> Sequence[Any]:
        """The first states of play."""
        return self.states[: self.starts]

    def strength(self) -> Verdict:
        """The verdict on what holds in every state that was met."""
        if self.complete:
            return Exhausted(self.subject.name, len(self.states), self.symmetry)
        return Bounded(self.subject.name, self.covered)

    def cut_off(self) -> Unknown:
        """The answer where a search that was cut off has not met what would decide."""
        return Unknown(self.subject.name, f"the search ended after {len(self.states):,} states")

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        """The transitions of a state, as (number of the move, state after it)."""
        at = self.edges.of(state)
        return ((self.edges.moves[e], self.edges.targets[e]) for e in at)

    def occurred(self) -> dict[str, int]:
        """How many transitions each kind of move has, kinds that never occur included."""
        kinds = self.subject.program.kinds
        found = Counter({kind.name: 0 for kind in kinds})
        for move, times in self.edges.times().items():
            found[kinds[self.moves[move][0]].name] += times
        return dict(found)

    def values(self) -> dict[tuple[str, str], set[Any]]:
        """The IR values that each field of each kind of move takes in some transition."""
        kinds = self.subject.program.kinds
        found: dict[tuple[str, str], set[Any]] = {
            (kind.name, name): set() for kind in kinds for name, _ in kind.type.fields
        }
        for move in self.edges.times():
            at, value = self.moves[move]
            for (name, _), part in zip(kinds[at].type.fields, value, strict=True):
                found[kinds[at].name, name].add(part)
        return found
