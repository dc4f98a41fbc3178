"""How likely a win each player can make sure of, where cards decide as well and play must end.

Worked out exactly, from the ends of play backward: a player takes the choice that is best for
winning, all others together the one that is worst for it, and chance gives what it gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .solve_chance import outcomes
from .solve_graph import CHANCE, DEAD_END, Choices, Outcome

# In a search of more states than this it is not worked out: fractions take their time.
MOST_STATES = 100_000


def secured(choices: Choices, outcome: Mapping[int, Outcome]) -> list[tuple[Fraction, ...]]:
    """By state and seat, how likely a win can be made sure of. There must be no circle of states.

    Where several may move, the others decide who does, as in `solve_force`.
    """
    found: list[tuple[Fraction, ...] | None] = [None] * len(choices.exploration.states)
    for state in _ends_first(choices):
        if not choices.of(state):
            who = outcome[state]
            won = () if who == DEAD_END else who
            found[state] = tuple(Fraction(seat in won) for seat in range(choices.seats))
        else:
            found[state] = tuple(
                _secured(choices, state, seat, found) for seat in range(choices.seats)
            )
    return [values for values in found if values is not None]


def _secured(
    choices: Choices, state: int, seat: int, found: list[tuple[Fraction, ...] | None]
) -> Fraction:
    own: list[Fraction] = []
    others: list[Fraction] = []
    chance: list[Fraction] = []
    for choice in choices.of(state):
        value = Fraction(0)
        for target, likely in outcomes(choices, state, choice):
            known = found[target]
            assert known is not None  # it comes before in the order
            value += likely * known[seat]
        by = choices.by[choice]
        (own if by == seat else chance if by == CHANCE else others).append(value)
    if chance:
        others.append(sum(chance, Fraction(0)) / len(chance))
    return min([*others, max(own)]) if own else min(others)


def _ends_first(choices: Choices) -> list[int]:
    """The states, each after all that it leads to."""
    size = len(choices.exploration.states)
    into, into_first, owner = choices.into, choices.into_first, choices.owner
    waiting = [len(choices.exploration.edges.of(state)) for state in range(size)]
    order = [state for state in range(size) if not waiting[state]]
    for state in order:  # grows while it is gone through
        for choice in into[into_first[state] : into_first[state + 1]]:
            waiting[owner[choice]] -= 1
            if not waiting[owner[choice]]:
                order.append(owner[choice])
    return order
