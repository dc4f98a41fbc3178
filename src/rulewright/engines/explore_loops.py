"""Endless play: cycles among the transitions that a search has found.

Works on the packed transitions of an `Exploration`, where a graph library would need gigabytes.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .explore_found import Exploration
from .subject import Witness

# How many transitions are followed in search of a shorter play round a cycle.
_EFFORT = 2_000_000

Inside = Callable[[int], bool]


@dataclass(frozen=True)
class Tree:
    """A breadth-first tree: by state, the state before it (-1 for a root), the move, the depth."""

    parent: dict[int, int]
    by: dict[int, int]
    depth: dict[int, int]

    def path(self, state: int) -> tuple[int, list[int]]:
        """The root that leads to a state, and the moves from it."""
        moves: list[int] = []
        while self.parent[state] >= 0:
            moves.append(self.by[state])
            state = self.parent[state]
        return state, moves[::-1]


def reached(exploration: Exploration, roots: Iterable[int], inside: Inside) -> Tree:
    """What can be reached from the roots without leaving `inside`, in breadth-first order."""
    tree = Tree({}, {}, {})
    queue: deque[int] = deque()
    for root in roots:
        if root not in tree.parent and inside(root):
            tree.parent[root], tree.by[root], tree.depth[root] = -1, -1, 0
            queue.append(root)
    while queue:
        state = queue.popleft()
        for move, target in exploration.successors(state):
            if target not in tree.parent and inside(target):
                tree.parent[target], tree.by[target] = state, move
                tree.depth[target] = tree.depth[state] + 1
                queue.append(target)
    return tree


def components(exploration: Exploration, states: Iterable[int], inside: Inside) -> array[int]:
    """By state, the number of its strongly connected component, and 0 where no cycle is in it.

    Tarjan's algorithm without recursion; states outside are 0.
    """
    return _Tarjan(exploration, inside).run(states)


class _Tarjan:
    def __init__(self, exploration: Exploration, inside: Inside) -> None:
        self.exploration = exploration
        self.inside = inside
        size = len(exploration.states)
        self.order: array[int] = array("q", [0]) * size
        self.low: array[int] = array("q", [0]) * size
        self.component: array[int] = array("q", [0]) * size
        self.open: list[int] = []
        self.is_open = bytearray(size)
        self.clock = 0
        self.number = 0

    def run(self, states: Iterable[int]) -> array[int]:
        for root in states:
            if not self.order[root] and self.inside(root):
                self._visit(root)
        return self.component

    def _enter(self, state: int) -> tuple[int, Iterator[int]]:
        self.clock += 1
        self.order[state] = self.low[state] = self.clock
        self.open.append(state)
        self.is_open[state] = 1
        edges = self.exploration.edges
        at = edges.of(state)
        return state, iter(edges.targets[at.start : at.stop])

    def _visit(self, root: int) -> None:
        stack = [self._enter(root)]
        low, order, is_open = self.low, self.order, self.is_open
        while stack:
            state, targets = stack[-1]
            for target in targets:
                if not order[target]:
                    if self.inside(target):
                        stack.append(self._enter(target))
                        break
                elif is_open[target] and order[target] < low[state]:
                    low[state] = order[target]
            else:
                stack.pop()
                if stack and low[state] < low[stack[-1][0]]:
                    low[stack[-1][0]] = low[state]
                if low[state] == order[state]:
                    self._close(state)

    def _close(self, state: int) -> None:
        at = len(self.open) - 1
        while self.open[at] != state:
            at -= 1
        members = self.open[at:]
        del self.open[at:]
        for member in members:
            self.is_open[member] = 0
        targets = (target for _, target in self.exploration.successors(state))
        if len(members) > 1 or state in targets:
            self.number += 1
            for member in members:
                self.component[member] = self.number


def endless(
    exploration: Exploration, roots: Iterable[int], inside: Inside = lambda state: True
) -> Witness | None:
    """A play from a root that can go round for ever without leaving `inside`, about the shortest.

    None where there is no such play among the transitions that were found.
    """
    tree = reached(exploration, roots, inside)
    component = components(exploration, tree.parent, inside)
    best: tuple[int, list[int]] | None = None
    length = 0
    effort = _EFFORT
    for state in tree.parent:  # nearest first
        if not component[state]:
            continue
        room = len(exploration.states) if best is None else length - tree.depth[state] - 1
        if room < 1 or effort <= 0:
            break
        loop, effort = _round(exploration, state, component, room, effort)
        if loop is not None:
            best, length = (state, loop), tree.depth[state] + len(loop)
    if best is None:
        return None
    state, loop = best
    root, stem = tree.path(state)
    moves = tuple(exploration.moves[m] for m in (*stem, *loop))
    return Witness(exploration.states[root], moves, loop_from=len(stem))


def _round(
    exploration: Exploration, home: int, component: array[int], room: int, effort: int
) -> tuple[list[int] | None, int]:
    """The moves of a shortest way from a state back to itself, at most `room` of them.

    Also gives what is left of the effort. Without a limit it always finds one: the state has one.
    """
    before: dict[int, tuple[int, int]] = {}
    layer, depth = [home], 0
    while layer and depth < room:
        depth += 1
        following = []
        for state in layer:
            for move, target in exploration.successors(state):
                effort -= 1
                if target == home:
                    moves = [move]
                    while state != home:
                        state, move = before[state]
                        moves.append(move)
                    return moves[::-1], effort
                if component[target] == component[home] and target not in before:
                    before[target] = (state, move)
                    following.append(target)
        layer = following
    return None, effort
