"""Claims about whole plays, while plays are made: that each of them ends, or gets somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import ClaimEntry
from rulewright.words.claims import ClaimKind

from .explore_claims import Refused, all_of
from .subject import Subject


@dataclass(frozen=True)
class Missed:
    """A play that fails a claim about plays: by number, up to a position, and how.

    loop_from: the position that the play comes back to, None where it ends.
    """

    play: int
    position: int
    loop_from: int | None


@dataclass
class Goal:
    """What has been seen of one claim: by terms, the first play that fails it.

    refused: why it could not be asked; empty where it was.
    """

    missed: dict[Any, Missed] = field(default_factory=dict)
    refused: str = ""


class GoalWatch:
    """Watches, in play after play, which goals are reached and whether play goes in circles."""

    def __init__(self, subject: Subject) -> None:
        self.goals: dict[ClaimEntry, Goal] = {}
        self._asked: list[tuple[Any, Goal, list[tuple[Any, ...]]]] = []
        self._endless: list[Goal] = []
        self._open: list[list[tuple[Any, ...]]] = []
        for entry in subject.program.claims:
            if entry.claim.kind is ClaimKind.TERMINATES:
                self._endless.append(self.goals.setdefault(entry, Goal()))
            elif entry.claim.kind is ClaimKind.EVENTUALLY:
                self._add(subject, entry)

    def _add(self, subject: Subject, entry: ClaimEntry) -> None:
        goal = self.goals[entry] = Goal()
        if entry.kinds:
            goal.refused = "`eventually` speaks of states and this is about moves"
            return
        try:
            extras = all_of(entry.extra)
        except Refused as reason:
            goal.refused = str(reason)
            return
        self._asked.append((subject.interpreter.function(entry.function), goal, extras))

    def state(self, terms: Any, state: Any, play: int, position: int) -> None:
        """Play is in a state; position 0 begins a play."""
        if position == 0:
            self._open = [extras for _, _, extras in self._asked]
        for at, (run, goal, _) in enumerate(self._asked):
            if self._open[at] and terms not in goal.missed:
                self._open[at] = [e for e in self._open[at] if not _holds(run, state, e)]

    def again(self, terms: Any, play: int, before: int, position: int) -> None:
        """Play has come back to where it was."""
        self._miss(terms, Missed(play, position, before))
        for goal in self._endless:
            goal.missed.setdefault(terms, Missed(play, position, before))

    def end(self, terms: Any, play: int, position: int, ended: bool) -> None:
        """The play was ended, or cut off."""
        if ended:
            self._miss(terms, Missed(play, position, None))

    def _miss(self, terms: Any, missed: Missed) -> None:
        for (_, goal, _), waiting in zip(self._asked, self._open, strict=True):
            if waiting:
                goal.missed.setdefault(terms, missed)


def _holds(run: Any, state: Any, extra: tuple[Any, ...]) -> bool:
    try:
        return bool(run(state, *extra))
    except Fault:
        return False  # a goal that cannot be worked out is not reached
