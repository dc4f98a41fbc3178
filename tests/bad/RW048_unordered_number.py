from __future__ import annotations

from typing import Annotated

from rulewright import between, unordered
from tests.bad.game import Table, called


def about(part: Annotated[int, between(0, 1), unordered()]) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
