from __future__ import annotations

from rulewright import Scope
from tests.bad.game import Box, Tie, book

SCOPES = (Scope("tiny", Box()), Scope("all", Box(), vary=(Tie,)))

BOOK = book(scopes=SCOPES)
