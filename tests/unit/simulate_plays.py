"""Random plays for tests, by native code and by the interpreter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rulewright import Rulebook
from rulewright.engines.sample_play import MOST_MOVES, Ending
from rulewright.engines.simulate_native import NativeRunner
from rulewright.engines.simulate_play import InterpreterRunner
from rulewright.engines.simulate_record import Record
from rulewright.engines.subject import Subject


def subject(book: Rulebook, scope: str | None = None, **settings: int) -> Subject:
    chosen = book.game.scopes[0] if scope is None else book.game.scope(scope)
    return Subject.of(book, chosen, replace(chosen.box, **settings))


def native(game: Subject, games: int, seed: int = 0, most: int = MOST_MOVES) -> list[Record]:
    return list(NativeRunner(game, None, most).plays(seed, range(games)))


def interpreted(game: Subject, games: int, seed: int = 0, most: int = MOST_MOVES) -> list[Record]:
    """The plays as the interpreter makes them; of troubles, the first alone."""
    found = []
    for record in InterpreterRunner(game, most).plays(seed, range(games)):
        told = any(each.trouble for each in found)
        found.append(replace(record, trouble=None) if told else record)
    return found


def endings(records: list[Record]) -> Counter[Ending]:
    return Counter(record.ending for record in records)
