"""Plays and positions, told move by move with what each move changed."""

from __future__ import annotations

from typing import Any, assert_never

from rulewright.engines.trace import Attempt, Position, Step, Trace
from rulewright.engines.verdict import Unproved

from .words import changes, move_words, player, state_words, terms_words, value_words

# Of a play with more moves than this, those in the middle are left out.
_LONGEST = 60


def who(mover: int | None) -> str:
    """Who makes a move: a player, or chance."""
    return "Chance" if mover is None else player(mover).capitalize()


def play_lines(trace: Trace) -> list[str]:
    """A play from its start: each move, and under it what it changed."""
    seats = frozenset(by for step in trace.steps if isinstance(by := type(step.move).by, str))
    lines = _start_lines(trace.start, seats)
    if not trace.steps:
        return lines
    before = [trace.start, *(step.state for step in trace.steps)]
    width = len(str(len(trace.steps)))
    last = len(trace.steps)
    for number, step in enumerate(trace.steps, 1):
        if last > _LONGEST and _LONGEST // 2 < number <= last - _LONGEST // 2:
            if number == _LONGEST // 2 + 1:
                lines.append(f"{' ' * width}  … {last - _LONGEST} moves more …")
            continue
        lines += _step_lines(f"{number:>{width}}. ", before[number - 1], step, seats)
    if trace.loop_from is not None:
        lines.append(_again(trace.loop_from))
    return lines


def _again(loop_from: int) -> str:
    back = "at the start" if loop_from == 0 else f"after move {loop_from}"
    return f"Now the table is as it was {back}: play can go round like this for ever."


def _start_lines(start: Any, seats: frozenset[str]) -> list[str]:
    terms = terms_words(start)
    under = [f"Played with {terms}"] if terms else []
    return [*under, "Start", *(f"    {line}" for line in state_words(start, seats))]


def _step_lines(head: str, before: Any, step: Step, seats: frozenset[str]) -> list[str]:
    changed = changes(before, step.state, seats) or ["nothing changes"]
    margin = " " * (len(head) + 2)
    told = f"{head}{who(step.mover)}: {move_words(step.move)}"
    return [told, *(f"{margin}{line}" for line in changed)]


def position_lines(position: Position) -> list[str]:
    """A position that no play was looked for to, and what was asked of it."""
    terms = terms_words(position.state)
    under = [f"Played with {terms}"] if terms else []
    lines = [*under, "In this position", *(f"    {line}" for line in state_words(position.state))]
    if position.asked:
        lines.append(f"    asked of: {', '.join(value_words(a) for a in position.asked)}")
    if isinstance(position.value, int) and not isinstance(position.value, bool):
        lines.append(f"    it is {value_words(position.value)}")
    return lines


def unproved_lines(where: Unproved) -> list[str]:
    """A position that stands in the way of a proof, and the move from it."""
    terms = terms_words(where.state)
    under = [f"Played with {terms}"] if terms else []
    lines = [*under, "In this position", *(f"    {line}" for line in state_words(where.state))]
    return lines if where.move is None else [*lines, f"Then: {move_words(where.move)}"]


def evidence_lines(shown: Trace | Position | None, attempt: Attempt | None = None) -> list[str]:
    """A play or a position, and the move that is then tried; nothing where there is neither."""
    lines: list[str] = []
    match shown:
        case Trace():
            lines = play_lines(shown)
        case Position():
            lines = position_lines(shown)
        case None:
            pass
        case _:
            assert_never(shown)
    if attempt is not None:
        mover = who(attempt.mover)
        lines.append(f"Then {mover[0].lower()}{mover[1:]} tries: {move_words(attempt.move)}")
    return lines
