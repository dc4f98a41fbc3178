from __future__ import annotations

from tests.bad.game import called

exec("def finished(table: Table) -> bool:\n    return True\n")
BOOK = called(finished)
