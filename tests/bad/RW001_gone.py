from __future__ import annotations

from tests.bad.game import called

SCRIPT = "def finished(table: Table) -> bool:\n    return True\n"
exec(compile(SCRIPT, "no_such_file.py", "exec"))
BOOK = called(finished)
