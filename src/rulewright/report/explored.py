"""What a search has found, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rulewright.engines.explore_found import Exploration, Use
from rulewright.engines.explore_summary import Summary
from rulewright.engines.trace import Trace
from rulewright.engines.verdict import Exhausted, Fails, Vacuous

from .play import evidence_lines, play_lines
from .verdicts import box_words, counted, duration, verdict_words
from .words import player


def fine(summary: Summary) -> bool:
    """Whether all positions were visited and nothing is wrong with any of them."""
    found = summary.found
    faults = found.deadlocks or found.failures or found.broken or found.late
    # A claim that speaks of nothing here may have something to speak of in another scope.
    held = all(isinstance(i.verdict, Exhausted | Vacuous) for i in summary.invariants)
    return found.complete and not faults and held


def as_data(game: str, summary: Summary, seconds: float) -> dict[str, Any]:
    """What `explore --json` writes."""
    found = summary.found
    return {
        "game": game,
        "scope": found.subject.name,
        "parameters": asdict(found.subject.box),
        "starts": found.starts,
        "states": len(found.states),
        "symmetry": found.symmetry or None,
        "whole": summary.whole,
        "transitions": found.transitions,
        "levels": found.levels,
        "final": found.final,
        "deadlocks": len(found.deadlocks),
        "complete": found.complete,
        "seconds": round(seconds, 3),
        "native": found.native,
        "note": found.note,
        "moves": summary.moves,
        "coverage": found.counted,
        "rules": [_rule_data(use) for use in summary.rules],
        "broken": [{"rule": b.rule.rule.name, "times": b.times} for b in found.broken],
        "failures": [{"where": f.where, "why": f.reason, "times": f.times} for f in found.failures],
        "claims": [
            {"name": i.claim.name, "verdict": type(i.verdict).__name__.lower()}
            for i in summary.invariants
        ],
        "endless": None if summary.endless is None else isinstance(summary.endless, Fails),
        "winners": None
        if summary.outcomes is None
        else [{"seats": list(s), "ends": n} for s, n in sorted(summary.outcomes.items())],
    }


def _rule_data(use: Use) -> dict[str, Any]:
    stood = {force.value: times for force, times in use.stood.items()}
    return {"name": use.rule.rule.name, "asked": use.asked, "spoke": use.spoke, "stood": stood}


def lines(game: str, summary: Summary, seconds: float) -> Iterator[str]:
    """What `explore` writes."""
    found = summary.found
    yield f"{game}, scope {found.subject.name}: {box_words(found.subject.box)}"
    up_to = " up to symmetry" if found.symmetry else ""
    starts = f"{counted(found.starts, 'start')} among them"
    yield f"  {counted(len(found.states), 'state')}{up_to}, {starts}"
    yield from _symmetry(summary)
    yield f"  {counted(found.transitions, 'move')}"
    yield f"  {counted(found.levels, 'level')}"
    yield f"  {counted(found.final, 'state')} where play is over"
    yield from (f"    {text}" for text in _winners(summary))
    yield f"  {counted(len(found.deadlocks), 'dead end')}"
    yield f"  {duration(seconds)}, by {'native code' if found.native else 'the interpreter'}"
    if found.note:
        yield f"  {found.note}"
    if not found.complete:
        yield f"The search was cut off: {_bound(found)}; the rest is unknown."
    yield ""
    yield from _coverage(summary)
    yield from _claims(summary)
    yield from _endless(summary)
    yield from _faults(found)


def _symmetry(summary: Summary) -> Iterator[str]:
    """That not all states were visited, and what the counts are then of."""
    if summary.found.symmetry:
        yield f"    unordered: {summary.found.symmetry}"
        yield "    all rules and claims treat alike what differs so; counts are of one of each kind"
        if summary.whole is not None:
            yield f"    the whole has {counted(summary.whole, 'state')}"


def _winners(summary: Summary) -> Iterator[str]:
    for seats, ends in sorted((summary.outcomes or {}).items()):
        who = " and ".join(player(seat) for seat in seats) or "nobody"
        yield f"{who} {'win' if len(seats) > 1 else 'wins'} in {ends:,}"


def _coverage(summary: Summary) -> Iterator[str]:
    """How often each kind of move occurs and each rule speaks: what never does stands out."""
    yield "Moves"
    for name, times in summary.moves.items():
        never = "never occurs" if summary.found.complete else "not seen so far"
        yield f"  {name}: {counted(times, 'time') if times else never}"
    yield ""
    if not summary.found.counted:
        yield "How often each rule speaks was not counted (--no-coverage)."
        yield ""
        return
    yield "Rules, and in how many of the moves or positions that they are about they speak"
    for use in summary.rules:
        yield f"  {use.rule.rule.name}: {_spoken(use, summary.found.complete)}"
    yield ""


def _bound(found: Exploration) -> str:
    """What ended a search: the bound on its states, or what it says of itself."""
    return found.note or (
        f"it may visit {counted(found.limit, 'state')}, and there are more (--max-states)"
    )


def _spoken(use: Use, complete: bool) -> str:
    if not use.asked:
        if not complete:
            return "not asked so far"
        return "is never asked: no such move or position occurs"
    if not use.spoke:
        return f"{'never speaks' if complete else 'has not spoken so far'} ({use.asked:,} asked)"
    text = f"{use.spoke:,} of {use.asked:,}"
    least = min(use.stood.values(), default=use.spoke)
    return text if least == use.spoke else f"{text}; an exception takes its place in the rest"


def _claims(summary: Summary) -> Iterator[str]:
    if not summary.invariants:
        return
    yield "Claims about every position or move"
    for invariant in summary.invariants:
        fails = isinstance(invariant.verdict, Fails)
        mark = "✗" if fails else "✓" if isinstance(invariant.verdict, Exhausted) else "·"
        words = invariant.claim.words
        told = verdict_words(invariant.verdict)
        yield f"  {mark} {words}" + ("" if mark == "✓" else f" ({told})")
        if isinstance(invariant.verdict, Fails):
            yield from (f"      {line}" for line in evidence_lines(invariant.verdict.trace))
    yield ""


def _endless(summary: Summary) -> Iterator[str]:
    if summary.found.symmetry:
        yield "Endless play was not looked for: up to symmetry a play may come back to itself"
        yield "rearranged. A search without --symmetry looks for it."
    elif summary.endless is None:
        yield "Endless play was not looked for among so many moves; --endless does."
    elif isinstance(summary.endless, Fails):
        yield "Play can go on for ever:"
        yield from (f"  {line}" for line in evidence_lines(summary.endless.trace))
    elif isinstance(summary.endless, Exhausted):
        yield "Every play ends."
    else:
        yield f"Whether every play ends is not known: {verdict_words(summary.endless)}"


def _faults(found: Exploration) -> Iterator[str]:
    for failure in found.failures:
        times = counted(failure.times, "time")
        yield f"A duty fails in {failure.where}: {failure.reason} ({times})"
    for broken in found.broken:
        name = broken.rule.rule.name
        yield f"{name} is not obeyed ({counted(broken.times, 'time')}), as in this play:"
        yield from _play(found, broken.case.state, broken.case.move)
    for case in found.late:
        yield "The rules allow a move though play is over:"
        yield from _play(found, case.state, None)
    if found.deadlocks:
        yield "The nearest dead end:"
        yield from _play(found, found.deadlocks[0], None)


def _play(found: Exploration, state: int, move: int | None) -> Iterator[str]:
    more = () if move is None else (move,)
    trace = Trace.replay(found.subject, found.play(state, *more))
    yield from (f"  {line}" for line in play_lines(trace))
