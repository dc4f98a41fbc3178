from __future__ import annotations

from tests.bad.game import Mark, Table, called

def higher(card: int, than: int) -> bool:
    return card > than


def finished(table: Table) -> bool:
    return higher(table.turn)


BOOK = called(finished)
