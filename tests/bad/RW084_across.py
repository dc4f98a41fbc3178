from __future__ import annotations

from rulewright import Scope
from tests.bad.game import Box, book

SCOPES = (Scope("tiny", Box()), Scope("all", Box(), across={"players": range(3, 3)}))

BOOK = book(scopes=SCOPES)
