from __future__ import annotations

from rulewright import Scope
from tests.bad.game import Box, book

SCOPES = (
    Scope("tiny", Box()),
    Scope("tiny", Box(players=3)),
)

BOOK = book(scopes=SCOPES)
