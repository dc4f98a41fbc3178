from __future__ import annotations

from typing import Annotated

from rulewright import length
from tests.bad.game import Card, Table, called


Hand = Annotated[tuple[Card, ...], length(8)]


def about(part: frozenset[Hand]) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
