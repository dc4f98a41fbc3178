"""What a check of one game comes to: what was looked at, what was found, and what stayed unseen."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.words.claims import AnyClaim
from rulewright.words.terms import Parameters

from .checking_asking import Answer
from .checking_identity import Finding
from .verdict import Verdict


@dataclass(frozen=True, eq=False)
class Outcome:
    """What became of a claim: the answers it got, and whether they are what it expects.

    unusable: why it could not be asked at all; empty where it was. `claim` is None for a module of
    claims that cannot be loaded.
    """

    name: str
    words: str
    claim: AnyClaim | None
    answers: tuple[Answer, ...]
    verdict: Verdict | None
    as_expected: bool
    unusable: str = ""

    @property
    def kind(self) -> str:
        """The verdict in one word."""
        return "unusable" if self.verdict is None else type(self.verdict).__name__.lower()

    @property
    def expected(self) -> str:
        """The verdict it was expected to get."""
        return "holds" if self.claim is None else self.claim.expect.value

    @property
    def seconds(self) -> float:
        """How long the answers took, the shared searches aside."""
        return sum(answer.seconds for answer in self.answers)


@dataclass(frozen=True)
class Unseen:
    """What was to be looked at and was not, or not to its end; and what can be done about it."""

    reason: str
    instead: str


def _no_start(scope: str) -> Unseen:
    return Unseen(f"no play can start in scope {scope}", "mend the scope, or what play starts from")


@dataclass(frozen=True)
class Searched:
    """A search that was made, in numbers."""

    scope: str
    box: Parameters
    starts: int
    states: int
    transitions: int
    levels: int
    complete: bool
    seconds: float

    @property
    def unseen(self) -> Unseen | None:
        """Why the search is no answer; None where it is one."""
        if not self.starts:
            return _no_start(self.scope)
        if self.complete:
            return None
        return Unseen(
            f"the search of scope {self.scope} was cut off after {self.states:,} "
            f"state{'' if self.states == 1 else 's'}",
            "give it more states (--max-states), or make the scope smaller",
        )


@dataclass(frozen=True)
class Played:
    """Random plays that were made, in numbers. games: those that came to their end."""

    scope: str
    box: Parameters
    begun: int
    games: int
    moves: int
    seconds: float

    @property
    def unseen(self) -> Unseen | None:
        """Why the plays are no answer; None where they are one."""
        if not self.begun:
            return _no_start(self.scope)
        if self.games:
            return None
        reason = f"no random play of scope {self.scope} came to its end"
        return Unseen(reason, "mend what keeps play from ending, or take the scope out")


@dataclass(frozen=True, eq=False)
class Checked:
    """Everything that a check of one game has found.

    passed_over: the claims that the scopes looked at have no say in. left_out: the scopes that
    were not to be looked at. same: scopes whose plays are among those of another, with its name.
    not_sought: what was not looked for, and why. unclaimed: why no claim was asked at all.
    """

    game: str
    title: str
    searched: tuple[Searched, ...] = ()
    played: tuple[Played, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    findings: tuple[Finding, ...] = ()
    seconds: float = 0.0
    passed_over: tuple[AnyClaim, ...] = ()
    left_out: tuple[str, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    not_sought: str = ""
    unclaimed: Unseen | None = None

    @property
    def unseen(self) -> tuple[Unseen, ...]:
        """What was to be looked at and was not, or not to its end. Never as expected."""
        searched, played = ([each.unseen for each in some] for some in (self.searched, self.played))
        return tuple(
            dict.fromkeys(x for x in (*searched, *played, self.unclaimed) if x is not None)
        )

    @property
    def unplayed(self) -> bool:
        """Whether the rulebook could not be played at all, for it lacks a rule it speaks of."""
        return any(finding.kind == "missing rule" for finding in self.findings)

    @property
    def surprises(self) -> int:
        """How many claims got another verdict than expected, findings nobody has settled, and
        parts that stayed unseen."""
        claims = sum(not outcome.as_expected for outcome in self.outcomes)
        findings = sum(not finding.settled for finding in self.findings)
        return claims + findings + len(self.unseen)
