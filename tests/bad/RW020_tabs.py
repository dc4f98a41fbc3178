from __future__ import annotations

from tests.bad.game import Table, called


def finished(table: Table) -> bool:
	if table.over:
		return	table.turn > 0.5
	return False


BOOK = called(finished)
