from __future__ import annotations

from rulewright import Bag
from tests.bad.game import Table, called


def about(part: Bag) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
