"""What native code counts and notices while it searches: numbers at known places in memory.

A block of 64-bit words a thread. Counters are added up; flags and bests are set by whoever drives
the search, once the interpreter has looked at the first case, and are the same in every block.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.ir.program import ClaimEntry, Program, RuleEntry
from rulewright.ir.types import size
from rulewright.words.claims import ClaimKind
from rulewright.words.forces import Force

# Claims that a search answers case by case.
BY_CASE = (
    ClaimKind.ALWAYS,
    ClaimKind.NEVER,
    ClaimKind.SOMETIMES,
    ClaimKind.AT_MOST,
    ClaimKind.AT_LEAST,
)
BOUNDS = (ClaimKind.AT_MOST, ClaimKind.AT_LEAST)


def forces_of(entry: RuleEntry) -> tuple[Force, ...]:
    """The forces of a rule, each once."""
    return tuple(dict.fromkeys(c.force for c in entry.rule.clauses if c.force is not None))


@dataclass(frozen=True)
class Slot:
    """The word of something that is counted or noted, by its number in the block."""

    at: int


class WatchMap:
    """Which word of a block stands for what.

    moves: transitions by the number of the move. asked, spoke, stood, broken:
    of a rule, the latter two with a force. was_asked, decided, met, best: of a claim, under the
    terms of a number. late: of a kind, a move was legal after the end.
    """

    def __init__(self, program: Program, claims: tuple[ClaimEntry, ...], terms: int) -> None:
        self._next = 0
        self.claims = claims
        self.terms = max(1, terms)
        self.asked = {entry: self._take(1) for entry in program.rules}
        self.spoke = {entry: self._take(1) for entry in program.rules}
        pairs = [(entry, force) for entry in program.rules for force in forces_of(entry)]
        self.stood = {pair: self._take(1) for pair in pairs}
        self.broken = {pair: self._take(1) for pair in pairs}
        self.move_count = sum(size(kind.type) for kind in program.kinds)
        self.moves = self._take(self.move_count)
        self.counters = self._next
        self.broken_known = {pair: self._take(1) for pair in pairs}
        self.late = [self._take(1) for _ in program.kinds]
        self.was_asked = {entry: self._take(self.terms) for entry in claims}
        self.decided = {entry: self._take(self.terms) for entry in claims}
        self.met = {entry: self._take(self.terms) for entry in claims}
        self.best = {entry: self._take(self.terms) for entry in claims}

    @property
    def words(self) -> int:
        """The length of a block."""
        return self._next

    def _take(self, number: int) -> Slot:
        slot = Slot(self._next)
        self._next += number
        return slot

    def worst(self, entry: ClaimEntry) -> int:
        """What a best begins with: every number is better."""
        return 2**63 - 1 if entry.claim.kind is ClaimKind.AT_LEAST else -(2**63)


__all__ = ["BOUNDS", "BY_CASE", "Slot", "WatchMap", "forces_of"]
