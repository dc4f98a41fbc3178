"""What a shorter play is sought for: tells whether a play has met it, and gives the play so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.ir.program import RuleEntry

from .explore_found import Case
from .sample_goals import Missed
from .sample_play import Log
from .subject import Witness

Wanted = Callable[[Log], Witness | None]


def decided(terms: Any) -> Wanted:
    """A claim that is decided under some terms."""

    def wanted(log: Log) -> Witness | None:
        for looked in log.claims.looked.values():
            if terms in looked.decided:
                return log.witness(looked.decided[terms][0])
        return None

    return wanted


def failed(key: Any) -> Wanted:
    """A duty that fails."""

    def wanted(log: Log) -> Witness | None:
        found = log.failures.get(key)
        return None if found is None or found.case is None else log.witness(found.case)

    return wanted


def broke(rule: RuleEntry) -> Wanted:
    """A rule that is not obeyed."""

    def wanted(log: Log) -> Witness | None:
        cases = (broken.case for broken in log.rules.broken() if broken.rule is rule)
        case = next(cases, None)
        return None if case is None else log.witness(case)

    return wanted


def stuck(like: Callable[[Any], bool]) -> Wanted:
    """A dead end of some sort."""

    def wanted(log: Log) -> Witness | None:
        found = (number for number, state in log.dead_ends.items() if like(state))
        number = next(found, None)
        return None if number is None else log.witness(Case(number))

    return wanted


def late(kind: int) -> Wanted:
    """A move of a kind that is allowed where play is over."""

    def wanted(log: Log) -> Witness | None:
        found = log.late.get(kind)
        return log.witness(found[0]) if found else None

    return wanted


def missed(terms: Any) -> Wanted:
    """A play that does not get to where a claim says that every play does."""

    def wanted(log: Log) -> Witness | None:
        for goal in log.goals.goals.values():
            if terms in goal.missed:
                return play_that_missed(log, goal.missed[terms])
        return None

    return wanted


def play_that_missed(log: Log, missed: Missed) -> Witness:
    """That play."""
    play = log.plays[missed.play]
    numbers = play.moves[: missed.position]
    return Witness(play.start, tuple(log.moves[n] for n in numbers), missed.loop_from)
