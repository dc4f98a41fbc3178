"""Verdicts in words, with what they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import assert_never

from rulewright.engines.checked import Checked, Outcome
from rulewright.engines.checking_asking import Answer
from rulewright.engines.trace import Position, Trace
from rulewright.engines.verdict import (
    Bounded,
    Exhausted,
    Fails,
    Proved,
    Sampled,
    Shown,
    Unknown,
    Vacuous,
    Verdict,
)
from rulewright.words.terms import Parameters


def counted(number: int, thing: str) -> str:
    """ "1 move", "1,204 moves"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """A time that a person can read."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60):02} s"


def verdict_words(verdict: Verdict, where: str = "") -> str:
    """A verdict with its strength: "every state of scope tiny (4,575 states)"."""
    at = f"{verdict.scope}{where}"
    match verdict:
        case Proved(_, how):
            return f"proved for {at}" + (f" ({how})" if how else "")
        case Exhausted(_, states, symmetry):
            up_to = f" up to symmetry of {symmetry}" if symmetry else ""
            return f"every state of scope {at} ({counted(states, 'state')}{up_to})"
        case Shown(_, witness):
            moves = len(witness.steps)
            return (
                f"shown by a play of {counted(moves, 'move')} ({at})"
                if moves
                else (f"shown by the start of play ({at})")
            )
        case Bounded(_, depth):
            return f"every play of up to {counted(depth, 'move')} only ({at})"
        case Sampled(_, games, moves):
            return f"{counted(games, 'play')} sampled ({at}, {counted(moves, 'move')})"
        case Fails(_, trace, reason):
            return f"fails: {reason}{_shown_by(trace)} ({at})"
        case Vacuous(_, premise):
            return f"says nothing: {premise} ({at})"
        case Unknown(_, reason):
            return f"unknown: {reason}" + (f" ({at})" if at else "")
        case _:
            assert_never(verdict)


def _shown_by(trace: Trace | Position | None) -> str:
    if not isinstance(trace, Trace) or not trace.steps:
        return ""
    return f", after {counted(len(trace.steps), 'move')}"


def strength(outcome: Outcome) -> str:
    """What a claim's verdict rests on, all scopes that count together."""
    verdict = outcome.verdict
    if verdict is None:
        return outcome.unusable
    if isinstance(verdict, Fails | Unknown | Bounded | Vacuous):
        return verdict_words(verdict, _instance(outcome.answers, verdict))
    return "; ".join(_told(outcome.answers)) or verdict_words(verdict)


def _told(answers: Sequence[Answer]) -> Iterator[str]:
    """The answers that hold, strongest first: those of one kind and one scope as one."""
    for cls in (Proved, Exhausted, Shown, Sampled):
        groups: dict[str, list[Answer]] = {}
        for answer in answers:
            if isinstance(answer.verdict, cls):
                groups.setdefault(answer.question.scope.name, []).append(answer)
        if cls is Exhausted and len(groups) > 1:
            yield _searched(groups)
        elif cls is Sampled and len(groups) > 1:
            yield _sampled(groups)
        else:
            yield from (_together(group) for group in groups.values())


def _searched(groups: Mapping[str, Sequence[Answer]]) -> str:
    states = sum(_states(group) for group in groups.values())
    return f"every state of scopes {_and(groups)} ({counted(states, 'state')})"


def _sampled(groups: Mapping[str, Sequence[Answer]]) -> str:
    games, moves = map(sum, zip(*(_plays(group) for group in groups.values()), strict=True))
    return f"{counted(games, 'play')} sampled ({_and(groups)}, {counted(moves, 'move')})"


def _and(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _states(group: Sequence[Answer]) -> int:
    return sum(a.verdict.states for a in group if isinstance(a.verdict, Exhausted))


def _plays(group: Sequence[Answer]) -> tuple[int, int]:
    sampled = [a.verdict for a in group if isinstance(a.verdict, Sampled)]
    return sum(s.games for s in sampled), sum(s.moves for s in sampled)


def _together(group: Sequence[Answer]) -> str:
    """The answers at several instances of one scope."""
    first = group[0].verdict
    across = _across(group)
    match first:
        case Exhausted(scope, _, symmetry):
            return verdict_words(Exhausted(scope, _states(group), symmetry), across)
        case Sampled(scope, _, _):
            return verdict_words(Sampled(scope, *_plays(group)), across)
        case _:
            return verdict_words(first, across)


def _across(group: Sequence[Answer]) -> str:
    """The range of the parameters that differ among some answers: ", players 2 to 8"."""
    scope = group[0].question.scope
    told = []
    for name in scope.across:
        numbers = sorted({getattr(a.question.box, name) for a in group})
        span = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
        told.append(f", {name} {span}")
    return "".join(told)


def _instance(answers: Sequence[Answer], verdict: Verdict) -> str:
    return next((_across([a]) for a in answers if a.verdict is verdict), "")


def box_words(box: Parameters) -> str:
    """Parameters in words: "2 players, 1 columns, …" as `name value` pairs."""
    return ", ".join(f"{f.name} {getattr(box, f.name)}" for f in fields(box))


def summary(checked: Sequence[Checked]) -> str:
    """How the check went, in a sentence."""
    outcomes = [outcome for game in checked for outcome in game.outcomes]
    findings = [finding for game in checked for finding in game.findings]
    expected = sum(outcome.as_expected for outcome in outcomes)
    settled = sum(finding.settled for finding in findings)
    claims = f"{expected} of {counted(len(outcomes), 'claim')} as expected"
    told = f"{counted(len(findings), 'finding')}"
    if findings:
        told += f", {settled} settled"
    return f"{claims}; {told}."
