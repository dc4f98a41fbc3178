"""Games without decisions: how they end, how likely, and after how many moves on average, exactly.

Such a game is a Markov chain. Its components are solved from the ends backward, each by
eliminating one state after the other in exact fractions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from .explore_loops import components
from .solve_graph import CHANCE, Choices, Outcome
from .verdict import Budget

# Components with more states than this are not solved: the fractions would grow too long.
MOST_IN_A_LOOP = 400

# What is worked out of each state: how likely each outcome is, and under _MOVES see `_Solver`.
Values: TypeAlias = dict[Outcome, Fraction]

_MOVES = "moves"


@dataclass(frozen=True)
class Chain:
    """What becomes of play that nobody decides, from its start.

    outcomes: how likely each is, by the name given for it. ends: how likely play ends at all.
    moves: how many it has on average, of plays that end; None where none ends.
    """

    outcomes: Mapping[Outcome, Fraction]
    ends: Fraction
    moves: Fraction | None


class TooHard(Exception):
    """The numbers cannot be worked out exactly: str() says why."""


def undecided(choices: Choices) -> bool:
    """Whether nobody ever has a choice: players have one way to move at most, and move alone."""
    for state in range(len(choices.exploration.states)):
        here = choices.of(state)
        if len(here) > 1 and any(choices.by[c] != CHANCE for c in here):
            return False
    return True


def chain(
    choices: Choices,
    outcome: Mapping[int, Outcome],
    starts: Mapping[int, int],
    budget: Budget,
) -> Chain:
    """What becomes of play from these starts, by weight; `outcome` names that of every end."""
    solved = _Solver(choices, outcome, budget).run()
    total = sum(starts.values())
    sums: Values = {}
    for state, weight in starts.items():
        _add(sums, solved[state], Fraction(weight, total))
    moves = sums.pop(_MOVES, Fraction(0))
    ends = sum(sums.values(), Fraction(0))
    return Chain(sums, ends, moves / ends if ends else None)


def outcomes(choices: Choices, state: int, choice: int) -> Iterator[tuple[int, Fraction]]:
    """Where a choice that is made leads, and how likely."""
    exploration = choices.exploration
    edges = choices.edges_of(choice)
    if len(edges) == 1:
        yield exploration.edges.targets[edges[0]], Fraction(1)
        return
    held = exploration.states[state]
    ways = [choices.chances.ways(held, *exploration.moves[choices.move(e)]) for e in edges]
    total = sum(ways)
    for edge, number in zip(edges, ways, strict=True):
        yield exploration.edges.targets[edge], Fraction(number, total)


def _steps(choices: Choices, state: int) -> Iterator[tuple[int, Fraction]]:
    """Where play leads from a state in which nobody decides, and how likely."""
    here = choices.of(state)
    for choice in here:
        for target, likely in outcomes(choices, state, choice):
            yield target, likely / len(here)


def _add(into: Values, values: Mapping[Outcome, Fraction], times: Fraction) -> None:
    for name, value in values.items():
        into[name] = into.get(name, Fraction(0)) + times * value


class _Solver:
    """Solves all states, those that others lead to first.

    The value named `moves` of a state is the sum, over the plays from it that end, of how likely
    each is times how many moves it has: each move adds how likely play is to end after it.
    """

    def __init__(self, choices: Choices, outcome: Mapping[int, Outcome], budget: Budget) -> None:
        self.choices = choices
        self.outcome = outcome
        self.budget = budget
        self.solved: dict[int, Values] = {}

    def run(self) -> dict[int, Values]:
        for group in _in_order(self.choices):
            if len(group) > MOST_IN_A_LOOP:
                raise TooHard(
                    f"{len(group):,} positions lead to one another in circles, and at most "
                    f"{MOST_IN_A_LOOP} can be worked out exactly"
                )
            self.budget.progress(len(self.solved), "positions worked out")
            self._solve(group)
        return self.solved

    def _solve(self, group: list[int]) -> None:
        inside = set(group)
        rows: dict[int, dict[int, Fraction]] = {}
        known: dict[int, Values] = {}
        for state in group:
            rows[state], known[state] = {}, {}
            if not self.choices.of(state):
                known[state][self.outcome[state]] = Fraction(1)
            for target, likely in _steps(self.choices, state):
                if target in inside:
                    rows[state][target] = rows[state].get(target, Fraction(0)) + likely
                else:
                    ended = {n: v for n, v in self.solved[target].items() if n != _MOVES}
                    _add(known[state], ended, likely)
        found = _eliminated(group, rows, known)
        onward: dict[int, Values] = {}
        for state in group:
            ends = (
                sum(found[state].values(), Fraction(0)) if self.choices.of(state) else Fraction(0)
            )
            onward[state] = {_MOVES: ends}
            for target, likely in _steps(self.choices, state):
                if target not in inside:
                    onward[state][_MOVES] += likely * self.solved[target].get(_MOVES, 0)
        moves = _eliminated(group, rows, onward)
        for state in group:
            self.solved[state] = {**found[state], **moves[state]}


def _eliminated(
    group: list[int], rows: dict[int, dict[int, Fraction]], known: dict[int, Values]
) -> dict[int, Values]:
    """The least x with x[s] = known[s] + the sum of rows[s][t] * x[t], one name at a time."""
    left = {state: dict(row) for state, row in rows.items()}
    values = {state: dict(value) for state, value in known.items()}
    before: dict[int, set[int]] = {state: set() for state in group}
    for state, row in left.items():
        for target in row:
            before[target].add(state)
    order = sorted(group, key=lambda s: len(before[s]) * len(left[s]))
    for state in order:
        stays = left[state].pop(state, Fraction(0))
        before[state].discard(state)
        if stays == 1:  # nothing leads out: play never ends from here
            left[state], values[state] = {}, {}
        elif stays:
            share = 1 / (1 - stays)
            left[state] = {t: p * share for t, p in left[state].items()}
            values[state] = {n: v * share for n, v in values[state].items()}
        for source in before[state]:
            times = left[source].pop(state)
            for target, likely in left[state].items():
                left[source][target] = left[source].get(target, Fraction(0)) + times * likely
                before[target].add(source)
            _add(values[source], values[state], times)
        for target in left[state]:
            before[target].discard(state)
    for state in reversed(order):
        for target, likely in left[state].items():
            _add(values[state], values[target], likely)
    return values


def _in_order(choices: Choices) -> Iterator[list[int]]:
    """The components of the graph, each after all that it leads to; single states as well."""
    exploration = choices.exploration
    size = len(exploration.states)
    component = components(exploration, range(size), lambda state: True)
    # A state on no cycle is a component of its own, numbered beyond the others.
    of = array("q", (component[s] or size + 1 + s for s in range(size)))
    members: dict[int, list[int]] = {}
    for state in range(size):
        members.setdefault(of[state], []).append(state)
    targets = exploration.edges.targets
    waiting = dict.fromkeys(members, 0)
    leads: dict[int, set[int]] = {name: set() for name in members}  # into a component: from which
    for state in range(size):
        for target in {targets[e] for e in exploration.edges.of(state)}:
            if of[target] != of[state] and of[state] not in leads[of[target]]:
                leads[of[target]].add(of[state])
                waiting[of[state]] += 1
    ready = [name for name, number in waiting.items() if not number]
    for name in ready:  # grows while it is gone through
        yield members[name]
        for source in leads[name]:
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
