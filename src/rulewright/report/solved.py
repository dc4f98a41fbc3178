"""What best play comes to, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from rulewright.engines.solve import Agreed, Flow, Opening, Option, Solution
from rulewright.engines.solve_force import NEVER
from rulewright.engines.solve_graph import Outcome
from rulewright.ir.program import MoveKind
from rulewright.ir.values import lift

from .play import play_lines, who
from .verdicts import box_words, counted
from .words import move_words, player, sentence, terms_words

# Of first positions, and of first moves in one, no more than this are told.
_MOST_TOLD = 20

# A fraction whose exact form is longer than this is told as a decimal alone.
_LONGEST = 40

_PLAY: Final = {
    "ends": "play ends, whatever is done",
    "endless": "play can never end",
    "either": "play may end, or go on for ever",
}
_DRAWS: Final = {
    "ends": "a draw",
    "endless": "a draw by endless play",
    "either": "a draw, at an end or by endless play",
}


def solved_lines(game: str, solution: Solution) -> Iterator[str]:
    """All there is to say about a solved game."""
    found = solution.exploration
    yield f"{game}, scope {found.subject.name}: {box_words(found.subject.box)}"
    yield from (f"  {line}" for line in _counts(solution))
    for agreed in solution.agreed:
        yield from _agreed_lines(solution, agreed)
    yield from _play(solution)


def _counts(solution: Solution) -> Iterator[str]:
    positions = counted(solution.positions, "position")
    yield f"{positions} in which play goes on"
    for outcome, times in sorted(solution.outcomes.items(), key=lambda pair: str(pair[0])):
        yield f"{counted(times, 'position')} where {outcome_words(outcome, solution.winner_known)}"
    if solution.winner_known:
        for seat, times in enumerate(solution.wins):
            yield f"{sentence(player(seat))} can force a win from {times:,} of {positions}"
    else:
        yield "The rulebook does not say who wins (give it `wins=`), so only ends are looked at"
        for seat, times in enumerate(solution.ends):
            yield f"{sentence(player(seat))} can force the end from {times:,} of {positions}"
    if solution.draws is not None:
        drawn = sum(solution.draws)
        yield f"{counted(drawn, 'position')} drawn with best play{_loops(solution.draws)}"
    yield _flow(solution.flow)
    if solution.chance:
        yield "To force is to do it whatever chance gives"


def _loops(draws: Flow) -> str:
    if not draws.either and not draws.endless:
        return ""
    return f", {draws.either:,} of them at an end or endless, {draws.endless:,} always endless"


def _flow(flow: Flow) -> str:
    if not flow.either and not flow.endless:
        return "Every play ends"
    told = f"Play must end from {flow.ends:,} of them and can go on for ever from {flow.either:,}"
    return told + (f"; it can never end from {flow.endless:,}" if flow.endless else "")


def outcome_words(outcome: Outcome, winner_known: bool) -> str:
    """An outcome as a player would say it."""
    if isinstance(outcome, str):
        return "nobody can move and play is not over"
    if not winner_known:
        return "play is over"
    if not outcome:
        return "nobody wins"
    *first, last = map(player, outcome)
    return f"{', '.join(first)} and {last} win together" if first else f"{last} wins"


def result_words(forces: Sequence[int], draw: str) -> str:
    """What best play comes to."""
    won = [
        f"{player(seat)} wins in {counted(depth, 'move')}" if depth else f"{player(seat)} has won"
        for seat, depth in enumerate(forces)
        if depth != NEVER
    ]
    return " and ".join(won) or _DRAWS.get(draw) or "nobody can force a win"


def _agreed_lines(solution: Solution, agreed: Agreed) -> Iterator[str]:
    subject = solution.exploration.subject
    first = solution.exploration.states[agreed.openings[0].state]
    terms = terms_words(lift(subject.program.state, first))
    yield ""
    if terms:
        yield f"Played with {terms}"
    for opening in agreed.openings[:_MOST_TOLD]:
        yield from _opening_lines(solution, opening)
    yield from _more(len(agreed.openings), "first positions")
    if agreed.chances is None:
        if solution.chance and any(o.secures is None for o in agreed.openings):
            yield f"No exact chances: {agreed.no_chances}."
        return
    chances = agreed.chances
    yield "Nobody decides anything, so that the chances are exact:"
    for outcome, likely in sorted(chances.outcomes.items(), key=lambda pair: str(pair[0])):
        yield f"  {outcome_words(outcome, solution.winner_known)}: {percent_words(likely)}"
    if chances.ends != 1:
        yield f"  play never ends: {percent_words(1 - chances.ends)}"
    if chances.moves is not None:
        where = "" if chances.ends == 1 else ", where it ends"
        yield f"  moves on average{where}: {number_words(chances.moves)}"


def _more(number: int, things: str) -> Iterator[str]:
    if number > _MOST_TOLD:
        yield f"  … and {number - _MOST_TOLD:,} more {things}; --json tells all."


def _opening_lines(solution: Solution, opening: Opening) -> Iterator[str]:
    program = solution.exploration.subject.program
    where = "With best play" if solution.winner_known else "From the start"
    if opening.deal is not None and program.opening.deal is not None:
        where = f"After {move_words(lift(program.opening.deal, opening.deal))}"
    if not solution.winner_known:
        yield f"{where}: {_PLAY[opening.play]}"
        return
    yield f"{where}: {result_words(opening.forces, opening.draw)}"
    if opening.secures is not None:
        for seat, likely in enumerate(opening.secures):
            told = f"with a likelihood of {percent_words(likely)}"
            yield f"  {sentence(player(seat))} can secure a win {told}"
    if len(opening.options) > 1:
        for option in opening.options[:_MOST_TOLD]:
            by = who(option.by if option.by >= 0 else None)
            told = result_words(option.forces, option.draw)
            yield f"  {by}: {option_words(solution, option)}: {told}"
        yield from _more(len(opening.options), "first moves")


def option_words(solution: Solution, option: Option) -> str:
    """A first move in words, without what chance decides in it."""
    kind, value = solution.exploration.moves[option.move]
    return move_words(without_chance(solution.exploration.subject.program.kinds[kind], value))


def without_chance(kind: MoveKind, value: Any) -> Any:
    """A move of the project's own class, with nothing in the fields that chance decides."""
    drawn: dict[str, Any] = {kind.type.fields[at][0]: None for at, _ in kind.chance}
    return replace(lift(kind.type, value), **drawn)


def percent_words(likely: Fraction) -> str:
    """How likely something is: "20/27, about 74.07 %"; the fraction only where it is short."""
    if likely in (0, 1):
        return f"{int(likely) * 100} %"
    return _exactly(likely, f"{float(likely) * 100:.2f} %")


def number_words(number: Fraction) -> str:
    """A number, exactly and as a decimal."""
    return str(number) if number.denominator == 1 else _exactly(number, f"{float(number):.4f}")


def _exactly(number: Fraction, rounded: str) -> str:
    exact = str(number)
    return f"{exact}, about {rounded}" if len(exact) <= _LONGEST else f"about {rounded}"


def _play(solution: Solution) -> Iterator[str]:
    """A play in which somebody forces a win, from the first position where that can be."""
    for agreed in solution.agreed:
        for opening in agreed.openings:
            for seat, depth in enumerate(opening.forces):
                if depth > 0:
                    yield ""
                    yield f"How {player(seat)} wins, the others and chance holding out longest:"
                    trace = solution.play(opening, seat)
                    yield from (f"  {line}" for line in play_lines(trace))
                    return
