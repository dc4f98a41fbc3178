"""The graph engine: what play looks like from above, with networkx.

Nodes are the numbers of an exploration's states. Built up to a limit of states, for questions that
a search does not answer itself and for pictures. Only this module imports networkx.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.ir.program import DefinitionEntry, Program, RuleEntry
from rulewright.ir.walk import calls
from rulewright.words.moves import CHANCE

from .explore_found import Exploration
from .explore_loops import endless
from .subject import Witness

Graph: TypeAlias = Any  # a networkx.DiGraph: networkx ships no types

# States that a graph is built of unless told otherwise: a few hundred megabytes.
LIMIT = 200_000

_ROOT = -1
_END = -2


class TooLarge(Exception):
    """The exploration has more states than the limit given."""


def state_graph(exploration: Exploration, limit: int = LIMIT) -> Graph:
    """The states with their transitions; several moves between two states are one edge.

    Nodes have `start`, `over`, `depth` and `expanded`; edges `moves`, the numbers of the moves.
    TooLarge where the search found more states than the limit.
    """
    import networkx as nx

    if len(exploration.states) > limit:
        raise TooLarge(f"{len(exploration.states):,} states; the limit is {limit:,}")
    graph = nx.DiGraph()
    for state in range(len(exploration.states)):
        graph.add_node(
            state,
            start=state < exploration.starts,
            over=bool(exploration.over[state]),
            depth=exploration.depth(state),
            expanded=state < exploration.expanded,
        )
    for state in range(exploration.expanded):
        for move, target in exploration.successors(state):
            if graph.has_edge(state, target):
                graph.edges[state, target]["moves"].append(move)
            else:
                graph.add_edge(state, target, moves=[move])
    return graph


def dead_ends(graph: Graph) -> list[int]:
    """States that were expanded, from which nothing leads on, and in which play is not over."""
    return [
        state
        for state, seen in graph.nodes(data=True)
        if seen["expanded"] and not seen["over"] and graph.out_degree(state) == 0
    ]


@dataclass(frozen=True)
class Cycle:
    """States among which play can go round for ever.

    forced: nothing leads out, so that play which gets here never ends.
    players: somebody other than chance makes moves in it, so that it can be kept up on purpose.
    """

    states: frozenset[int]
    forced: bool
    players: bool


def cycles(exploration: Exploration, graph: Graph) -> list[Cycle]:
    """The strongly connected components that hold a cycle, those nearest to the start first."""
    import networkx as nx

    found = []
    for component in nx.strongly_connected_components(graph):
        some = next(iter(component))
        if len(component) == 1 and not graph.has_edge(some, some):
            continue
        inner = graph.subgraph(component)
        ways_out = any(target not in component for s in component for target in graph[s])
        moves = (move for _, _, moves in inner.edges(data="moves") for move in moves)
        players = any(not _by_chance(exploration, move) for move in moves)
        expanded = all(state < exploration.expanded for state in component)
        found.append(Cycle(frozenset(component), expanded and not ways_out, players))
    return sorted(found, key=lambda cycle: min(cycle.states))


def _by_chance(exploration: Exploration, move: int) -> bool:
    kind = exploration.subject.program.kinds[exploration.moves[move][0]]
    return kind.cls.by is CHANCE


def endless_play(exploration: Exploration) -> Witness | None:
    """A play that can go round for ever, about the shortest; None where there is none."""
    return endless(exploration, range(exploration.starts))


def must_pass(graph: Graph) -> list[int]:
    """States that every play which comes to an end goes through, in the order of play.

    Ends are the states in which play is over. Empty where no play ends.
    """
    import networkx as nx

    framed = graph.__class__(graph.edges())
    framed.add_nodes_from(graph)
    framed.add_edges_from((_ROOT, state) for state, first in graph.nodes(data="start") if first)
    framed.add_edges_from((state, _END) for state, over in graph.nodes(data="over") if over)
    above = nx.immediate_dominators(framed, _ROOT)
    passed: list[int] = []
    state = above.get(_END)
    while state is not None and state != _ROOT:
        passed.append(state)
        state = above[state]
    return passed[::-1]


def rule_graph(program: Program) -> Graph:
    """How the rules hang together: `a` to `b` where `a` uses `b` or stands instead of it.

    Nodes are names, with `cites`; an edge's `why` is "uses" or "instead of". The program must be
    as the front end gives it: after the passes, calls of small functions are gone.
    """
    import networkx as nx

    graph = nx.DiGraph()
    owners: dict[str, str] = {}
    entries: list[RuleEntry | DefinitionEntry] = [*program.rules, *program.definitions]
    for entry in entries:
        name = entry.rule.name
        graph.add_node(name, cites=tuple(clause.cite for clause in entry.rule.clauses))
        for function in _functions_of(entry):
            owners[function] = name
    for entry in entries:
        for exception in entry.rule.exceptions:
            graph.add_edge(exception.name, entry.rule.name, why="instead of")
    for entry in entries:
        root = entry.speaks if isinstance(entry, RuleEntry) else entry.value
        for used in _used(program, root, owners):
            if used != entry.rule.name and not graph.has_edge(entry.rule.name, used):
                graph.add_edge(entry.rule.name, used, why="uses")
    return graph


def _functions_of(entry: RuleEntry | DefinitionEntry) -> tuple[str, ...]:
    if isinstance(entry, DefinitionEntry):
        return (entry.value,)
    return (entry.speaks, *entry.stands.values())


def _used(program: Program, root: str, owners: dict[str, str]) -> list[str]:
    """The rules that a function calls, itself or through helpers that belong to no rule."""
    found: dict[str, None] = {}
    seen = {root}
    waiting = [root]
    while waiting:
        for callee in sorted(calls(program.functions[waiting.pop()].body)):
            if callee in seen:
                continue
            seen.add(callee)
            if callee in owners:
                found[owners[callee]] = None
            else:
                waiting.append(callee)
    return list(found)
