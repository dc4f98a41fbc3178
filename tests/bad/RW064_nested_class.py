from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rulewright import between
from tests.bad.game import Table, called


class Parts:
    @dataclass(frozen=True)
    class Pair:
        low: Annotated[int, between(0, 2)]


def finished(table: Table) -> bool:
    return Parts.Pair(table.turn).high == 2


BOOK = called(finished)
