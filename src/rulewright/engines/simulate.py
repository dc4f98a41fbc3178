"""The simulate engine: many random plays of the full box, and what they come to.

Statistics are gathered from the records of plays, whoever makes them; see `Runner`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .sample_play import Ending
from .simulate_choose import own_terms
from .simulate_counts import Bin, Share, Spread, histogram, share, spread
from .simulate_how import note_of, runner_of
from .simulate_record import CannotPlay, Record, Runner, Trouble
from .subject import Subject
from .verdict import Budget, Unknown

__all__ = [
    "CannotPlay",
    "Record",
    "Runner",
    "Simulation",
    "Trouble",
    "Used",
    "Wins",
    "simulate",
]


@dataclass(frozen=True)
class Used:
    """How often something happened: a play on average, in how many plays, and most in one."""

    name: str
    total: int
    plays: int
    most: int


@dataclass(frozen=True)
class Wins:
    """How often a seat won: of the plays that came to be over, and in how many not alone."""

    share: Share
    shared: int


@dataclass(frozen=True, eq=False)
class Simulation:
    """What random plays came to.

    lengths: of all plays that came to an end by themselves, over or at a dead end; None for none.
    scores and wins: by seat, of the plays that came to be over; None where the book does not say.
    nobody: in how many of those nobody won. note: why native code was not used where it was wanted.
    """

    subject: Subject
    terms: Any
    seed: int
    games: int
    moves: int
    endings: Mapping[Ending, int]
    lengths: Spread | None
    bins: tuple[Bin, ...]
    scores: tuple[Spread, ...] | None
    wins: tuple[Wins, ...] | None
    nobody: int
    rules: tuple[Used, ...]
    kinds: tuple[Used, ...]
    trouble: Trouble | None
    note: str = ""

    @property
    def sound(self) -> bool:
        """Whether every play came to be over, so that the numbers speak of whole plays."""
        return self.endings.get(Ending.OVER, 0) == self.games


def simulate(
    subject: Subject, budget: Budget, runner: Runner | None = None
) -> Simulation | Unknown:
    """Make the budget's number of random plays from its seed; Unknown where that cannot be.

    CannotBeNative where native code is insisted on and cannot be had.
    """
    tally = _Tally(subject)
    try:
        maker = runner_of(subject, budget) if runner is None else runner
        for record in maker.plays(budget.seed, range(budget.games)):
            tally.add(record)
            budget.progress(tally.games, f"plays, {tally.moves:,} moves")
    except CannotPlay as reason:
        return Unknown(subject.name, str(reason))
    return replace(tally.done(own_terms(subject), budget.seed), note=note_of(maker))


class _Many:
    """How often some things happened, by position, play by play."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.total = [0] * len(names)
        self.plays = [0] * len(names)
        self.most = [0] * len(names)

    def add(self, times: tuple[int, ...]) -> None:
        for at, number in enumerate(times):
            if number:
                self.total[at] += number
                self.plays[at] += 1
                self.most[at] = max(self.most[at], number)

    def used(self) -> tuple[Used, ...]:
        return tuple(map(Used, self.names, self.total, self.plays, self.most))


class _Tally:
    """The records of plays, added up."""

    def __init__(self, subject: Subject) -> None:
        program = subject.program
        self.subject = subject
        self.games = self.moves = self.nobody = 0
        self.endings: Counter[Ending] = Counter()
        self.lengths = array("q")
        self.scores: list[array[int]] = []
        self.won: list[int] = []
        self.shared: list[int] = []
        self.over = 0
        self.rules = _Many([entry.rule.name for entry in program.rules])
        self.kinds = _Many([kind.name for kind in program.kinds])
        self.trouble: Trouble | None = None

    def add(self, record: Record) -> None:
        """Count one play."""
        self.games += 1
        self.moves += record.moves
        self.endings[record.ending] += 1
        if record.ending in (Ending.OVER, Ending.DEAD_END):
            self.lengths.append(record.moves)
        self.rules.add(record.rules)
        self.kinds.add(record.kinds)
        if self.trouble is None:
            self.trouble = record.trouble
        if record.scores is not None:
            self.scores = self.scores or [array("q") for _ in record.scores]
            for kept, score in zip(self.scores, record.scores, strict=True):
                kept.append(score)
        if record.wins is not None:
            self._won(record.wins)

    def _won(self, wins: tuple[bool, ...]) -> None:
        self.won = self.won or [0] * len(wins)
        self.shared = self.shared or [0] * len(wins)
        self.over += 1
        winners = sum(wins)
        self.nobody += not winners
        for seat, won in enumerate(wins):
            self.won[seat] += won
            self.shared[seat] += won and winners > 1

    def done(self, terms: Any, seed: int) -> Simulation:
        """What all of them come to."""
        scores = tuple(s for s in map(spread, self.scores) if s is not None)
        shares = [share(times, self.over) for times in self.won]
        wins = [Wins(s, n) for s, n in zip(shares, self.shared, strict=True) if s is not None]
        return Simulation(
            subject=self.subject,
            terms=terms,
            seed=seed,
            games=self.games,
            moves=self.moves,
            endings=dict(self.endings),
            lengths=spread(self.lengths),
            bins=histogram(self.lengths),
            scores=scores or None,
            wins=tuple(wins) or None,
            nobody=self.nobody,
            rules=self.rules.used(),
            kinds=self.kinds.used(),
            trouble=self.trouble,
        )
