"""Moves and their movers: who makes a move, and what chance decides in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final


class Chance(Enum):
    """The mover of what no player chooses: the single value `CHANCE`."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE


@dataclass(frozen=True)
class Move:
    """A kind of move: a frozen dataclass, `class Draw(Move, by="turn")`.

    `by` names the field (or a method without arguments) of the state that says which player makes
    it, counted from 0; or it is CHANCE. Fields are finite; a field marked `drawn_from` is decided
    by chance. A method `possible(self, state) -> bool` says what can physically be done, whatever
    the rules say: no rule is asked about a move that is not possible. For the opening, which has
    no state yet, it is `possible(self, box)`; its method `ways(self, box) -> int` may say how many
    of the equally likely deals give it.
    """

    by: ClassVar[str | Chance] = CHANCE

    def __init_subclass__(cls, by: str | Chance | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if by is not None:
            cls.by = by
