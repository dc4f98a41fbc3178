from __future__ import annotations

from rulewright import Scope
from tests.bad.game import Box, book

SCOPES = (Scope("tiny", Box()), Scope("all", Box(players=5), searched=False))

BOOK = book(scopes=SCOPES)
