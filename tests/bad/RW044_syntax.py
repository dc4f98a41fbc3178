from __future__ import annotations

from typing import Annotated

from rulewright import length
from tests.bad.game import Table, called


def about(part: Annotated[tuple[int, ...], length("players *")]) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
