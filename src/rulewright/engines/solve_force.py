"""What one player can force, whatever the others do and whatever the cards: backward from the goal.

A state belongs to the player if every choice that anybody else has there leads on to such states,
with every outcome of it, and one of the player's own does, if there are any. So where several may
move, the others decide who does. This is the least such set, and so it is reached in so many moves.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain

from .solve_graph import Choices

# The depth of a state from which the goal cannot be forced.
NEVER = -1


def forced(choices: Choices, seat: int, goal: Iterable[int]) -> array[int]:
    """By state, in how many moves at most the player reaches the goal; NEVER where not forced."""
    depth = array("q", [NEVER]) * len(choices.exploration.states)
    own = bytearray(b"\1") * len(depth)  # 0 while the player has choices and none serves
    others = array("q", bytes(8 * len(depth)))  # outcomes of the others' choices still to come
    missing = array("q", bytes(8 * len(choices.by)))  # outcomes of a choice still to come
    for state in range(len(depth)):
        for choice in choices.of(state):
            missing[choice] = choices.start[choice + 1] - choices.start[choice]
            if choices.by[choice] == seat:
                own[state] = 0
            else:
                others[state] += missing[choice]
    queue = list(dict.fromkeys(goal))
    for state in queue:
        depth[state] = 0
    into, into_first, owner, by = choices.into, choices.into_first, choices.owner, choices.by
    for reached in queue:  # grows while it is gone through, in order of depth
        for choice in into[into_first[reached] : into_first[reached + 1]]:
            state = owner[choice]
            if depth[state] != NEVER:
                continue
            missing[choice] -= 1
            if by[choice] != seat:
                others[state] -= 1
            elif not missing[choice]:
                own[state] = 1
            if own[state] and not others[state]:
                depth[state] = depth[reached] + 1
                queue.append(state)
    return depth


def after(choices: Choices, depth: array[int], choice: int) -> int:
    """In how many moves, this one included, the goal is forced once a choice is made; NEVER."""
    depths = [depth[state] for state in choices.outcomes(choice)]
    return NEVER if NEVER in depths else max(depths) + 1


def line(choices: Choices, depth: array[int], seat: int, state: int) -> list[int]:
    """The moves of a longest play that best defence and the cards allow, where it is forced."""
    moves: list[int] = []
    while depth[state] > 0:
        wanted = depth[state] - 1
        own = [c for c in choices.of(state) if choices.by[c] == seat]
        best = (choices.edges_of(c) for c in own if after(choices, depth, c) == wanted + 1)
        theirs = (choices.edges_of(c) for c in choices.of(state) if choices.by[c] != seat)
        targets = choices.exploration.edges.targets
        edge = next(e for e in chain(*best, *theirs) if depth[targets[e]] == wanted)
        moves.append(choices.move(edge))
        state = targets[edge]
    return moves


def flow(choices: Choices, inside: bytearray) -> tuple[bytearray, bytearray]:
    """Within these states: from which play can come to an end, and from which it can go on for
    ever. Both are about what can happen, not about what somebody can force."""
    from .explore_loops import components

    exploration = choices.exploration
    component = components(
        exploration, (s for s in range(len(inside)) if inside[s]), lambda s: bool(inside[s])
    )
    ends = [s for s in range(len(inside)) if inside[s] and not choices.of(s)]
    loops = [s for s in range(len(inside)) if inside[s] and component[s]]
    return _leading_to(choices, ends, inside), _leading_to(choices, loops, inside)


def _leading_to(choices: Choices, goal: list[int], inside: bytearray) -> bytearray:
    found = bytearray(len(inside))
    for state in goal:
        found[state] = 1
    queue = goal[:]
    into, into_first, owner = choices.into, choices.into_first, choices.owner
    for reached in queue:
        for choice in into[into_first[reached] : into_first[reached + 1]]:
            state = owner[choice]
            if inside[state] and not found[state]:
                found[state] = 1
                queue.append(state)
    return found
