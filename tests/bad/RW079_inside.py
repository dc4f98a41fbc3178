from __future__ import annotations

from rulewright import may
from tests.bad.game import Table, Take, book


class Rules:
    @may("T-1")
    def take(table: Table, move: Take) -> bool:
        return True


BOOK = book()
