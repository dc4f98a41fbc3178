from __future__ import annotations

from dataclasses import dataclass

from tests.bad.game import Table, called


@dataclass(frozen=True)
class Part:
    under: Part | None


def about(part: Part) -> bool:
    return True


def finished(table: Table) -> bool:
    return about(table.turn)


BOOK = called(finished)
