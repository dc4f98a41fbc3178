from __future__ import annotations

from rulewright import may
from tests.bad.game import book


take = may("T-1")(lambda table, move: True)


BOOK = book(take)
