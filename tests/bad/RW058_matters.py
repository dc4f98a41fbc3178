from __future__ import annotations

from rulewright import matters
from tests.bad.game import Level, book

LEVEL = matters(Level)
BOOK = book()
