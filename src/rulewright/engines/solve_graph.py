"""The transitions of a search as choices: who decides, and among which outcomes chance decides."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from rulewright.ir.types import IntT

from .chances import Chances
from .explore_found import Exploration
from .subject import Subject
from .verdict import Budget

# Stands for chance among the seats.
CHANCE = -1

# What an end is: the seats of those who have won, or a dead end: nobody can move, though play is
# not over.
Outcome: TypeAlias = tuple[int, ...] | str
DEAD_END = "dead end"


@dataclass(frozen=True, eq=False)
class Choices:
    """Every choice of every state, by number, with the transitions that it can lead to.

    The choices of state i are first[i]..first[i+1]; `by` is the seat that makes one, or CHANCE.
    Choice c leads along the transitions edges[start[c]..start[c+1]], by their positions among
    those of the exploration. `into` holds the choices that may lead to a state, likewise by
    into_first; a choice stands there once for each such transition.
    """

    exploration: Exploration
    chances: Chances
    seats: int
    first: array[int]
    owner: array[int]
    by: array[int]
    start: array[int]
    edges: array[int]
    into_first: array[int]
    into: array[int]

    def of(self, state: int) -> range:
        """The choices of a state."""
        return range(self.first[state], self.first[state + 1])

    def outcomes(self, choice: int) -> Iterator[int]:
        """The states that a choice may lead to, one for each transition."""
        targets = self.exploration.edges.targets
        return (targets[e] for e in self.edges_of(choice))

    def edges_of(self, choice: int) -> array[int]:
        """The transitions of a choice."""
        return self.edges[self.start[choice] : self.start[choice + 1]]

    def move(self, edge: int) -> int:
        """The number of the move of a transition."""
        return self.exploration.edges.moves[edge]


def choices_of(exploration: Exploration, budget: Budget) -> Choices:
    """Group the transitions of a complete search into choices."""
    subject = exploration.subject
    gathered = _Gathered(exploration)
    for state in range(len(exploration.states)):
        if state % 65536 == 0:
            budget.progress(state, "positions: who decides what")
        gathered.add(state)
    return gathered.done(_seats(subject, gathered.by))


def _seats(subject: Subject, by: array[int]) -> int:
    """How many players there are: as the types say, or else as many as were seen to move."""
    program = subject.program
    if program.ending is not None and program.ending.seat.high is not None:
        return program.ending.seat.high + 1
    known = [max(by, default=CHANCE)]
    for kind in program.kinds:
        at = program.state.index(kind.cls.by) if isinstance(kind.cls.by, str) else -1
        seat = program.state.fields[at][1] if at >= 0 else None
        if isinstance(seat, IntT) and seat.high is not None:
            known.append(seat.high)
    return max(known) + 1


class _Gathered:
    """Choices being gathered, state after state."""

    def __init__(self, exploration: Exploration) -> None:
        program = exploration.subject.program
        function = exploration.subject.interpreter.function
        self.exploration = exploration
        self.chances = Chances(program)
        self.movers = [k.mover and function(k.mover) for k in program.kinds]
        self.first = array("q", [0])
        self.owner = array("q")
        self.by = array("q")
        self.start = array("q", [0])
        self.edges = array("q")
        self._choice_of: dict[int, tuple[int, int]] = {}
        self._numbers: dict[Hashable, int] = {}

    def add(self, state: int) -> None:
        """The choices of the next state."""
        groups: dict[int, list[int]] = {}
        movers: dict[int, int] = {}
        kinds: dict[int, int] = {}
        moves = self.exploration.edges.moves
        for edge in self.exploration.edges.of(state):
            number, kind = self._choice(moves[edge])
            if number in groups:
                groups[number].append(edge)
                continue
            groups[number] = [edge]
            kinds[number] = kind
            if kind not in movers:
                mover = self.movers[kind]
                movers[kind] = mover(self.exploration.states[state]) if mover else CHANCE
        for number, edges in groups.items():
            self.owner.append(state)
            self.by.append(movers[kinds[number]])
            self.edges.extend(edges)
            self.start.append(len(self.edges))
        self.first.append(len(self.by))

    def _choice(self, move: int) -> tuple[int, int]:
        """The number of a move's choice and the position of its kind."""
        found = self._choice_of.get(move)
        if found is None:
            kind, value = self.exploration.moves[move]
            key = self.chances.choice(kind, value)
            number = self._numbers.setdefault(key, len(self._numbers))
            found = self._choice_of[move] = number, kind
        return found

    def done(self, seats: int) -> Choices:
        """All choices, once every state was added."""
        targets = self.exploration.edges.targets
        counts = array("q", bytes(8 * (len(self.exploration.states) + 1)))
        for target in targets:
            counts[target + 1] += 1
        into_first = array("q", accumulate(counts))
        at = into_first[:]
        into = array("q", bytes(8 * len(targets)))
        for choice in range(len(self.by)):
            for position in range(self.start[choice], self.start[choice + 1]):
                target = targets[self.edges[position]]
                into[at[target]] = choice
                at[target] += 1
        return Choices(
            self.exploration,
            self.chances,
            seats,
            self.first,
            self.owner,
            self.by,
            self.start,
            self.edges,
            into_first,
            into,
        )
