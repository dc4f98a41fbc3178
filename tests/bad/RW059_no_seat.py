from __future__ import annotations

from dataclasses import dataclass

from rulewright import Move
from tests.bad.game import Table, book


@dataclass(frozen=True)
class Pass(Move, by="hand"):
    """Do nothing."""


def step(table: Table, move: Pass) -> Table:
    return table


BOOK = book(moves=(Pass,), step=step)
