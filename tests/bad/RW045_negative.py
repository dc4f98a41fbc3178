from __future__ import annotations

from typing import Annotated

from rulewright import length
from tests.bad.game import Table, called


def about(part: Annotated[tuple[int, ...], length("players - 3")]) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
