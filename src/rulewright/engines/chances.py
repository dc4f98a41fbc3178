"""What a player decides in a move and what chance decides; how likely chance gives each outcome.

A *choice* is a kind of move with the fields that are not drawn; whether an optional field draws
anything at all belongs to the choice. Its outcomes differ in what is drawn, and each is as likely
as there are ways to draw it. Where chance makes the move, its choices are equally likely.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from rulewright.ir.program import MoveKind, Program
from rulewright.ir.types import BagT, domain
from rulewright.ir.values import Misfit, lift, lower

# A drawn field of a choice, where something is drawn; and what no bag can hold.
_DRAWN = object()
_NO_SUCH = -1


class Drawn(NamedTuple):
    """What a move draws: from the bag at this position of the state, the item at this one."""

    bag: int
    item: int


class Chances:
    """Tells the choices and the draws of a program's moves, each worked out once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._draws: dict[tuple[int, Any], tuple[Drawn, ...]] = {}

    def draws(self, kind: int, move: Any) -> tuple[Drawn, ...]:
        """What a move draws, in the order of its fields."""
        found = self._draws.get((kind, move))
        if found is None:
            of = self._program.kinds[kind]
            drawn = (self._drawn(of, move, at, bag) for at, bag in of.chance)
            found = self._draws[kind, move] = tuple(d for d in drawn if d is not None)
        return found

    def _drawn(self, kind: MoveKind, move: Any, at: int, bag: int) -> Drawn | None:
        thing = lift(kind.type.fields[at][1], move[at])
        if thing is None:
            return None
        holds = self._program.state.fields[bag][1]
        assert isinstance(holds, BagT)  # the front end has looked
        try:
            return Drawn(bag, domain(holds.item).index(lower(holds.item, thing)))
        except Misfit:
            return Drawn(bag, _NO_SUCH)

    def choice(self, kind: int, move: Any) -> Hashable:
        """What is decided in a move before anything is drawn: equal for moves of one choice."""
        of = self._program.kinds[kind]
        if not of.chance:
            return kind, move
        parts = list(move)
        for at, _ in of.chance:
            if lift(of.type.fields[at][1], move[at]) is not None:
                parts[at] = _DRAWN
        return kind, tuple(parts)

    def ways(self, state: Any, kind: int, move: Any) -> int:
        """In how many ways chance can give this outcome of its choice; 1 where nothing is drawn."""
        draws = self.draws(kind, move)
        ways = 1
        for number, drawn in enumerate(draws):
            if drawn.item == _NO_SUCH:
                return 0
            left = state[drawn.bag][drawn.item] - draws[:number].count(drawn)
            ways *= max(0, left)
        return ways
