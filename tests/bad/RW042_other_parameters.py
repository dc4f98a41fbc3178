from __future__ import annotations

from dataclasses import dataclass

from rulewright import Parameters
from tests.bad.game import Table, called


@dataclass(frozen=True)
class Sizes(Parameters):
    rows: int = 2


def about(part: Sizes) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
