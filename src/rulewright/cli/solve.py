"""`rulewright solve`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from .common import (
    Command,
    json_option,
    max_states_option,
    settings_option,
    write_json,
    write_lines,
)

if TYPE_CHECKING:
    from rulewright.engines.solve import Agreed, Flow, Opening, Solution
    from rulewright.engines.solve_chance import Chain


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  rulewright solve star-grid
  rulewright solve skyjo-action --scope rounds --json

Players are taken to see all that stands in the state. --set without --scope changes
the first searched scope. Exit codes: 0 solved; 1 the search was cut off, a duty fails
or a position is a dead end; 2 input that cannot be used.""",
)
@click.argument("game")
@click.option("--scope", metavar="SCOPE", help="The scope to solve.")
@settings_option
@json_option
@max_states_option
def command(
    game: str, scope: str | None, settings: tuple[str, ...], as_json: bool, max_states: int
) -> int:
    """Work out who wins a small scope with best play."""
    from dataclasses import asdict
    from time import perf_counter

    from rulewright.engines.solve import solve
    from rulewright.engines.solve_graph import DEAD_END
    from rulewright.engines.subject import Subject
    from rulewright.engines.verdict import Budget, Unknown
    from rulewright.project import Project
    from rulewright.report.progress import watch_on
    from rulewright.report.solved import solved_lines

    from .boxes import chosen

    loaded = Project.find().load(game)
    picked, box = chosen(loaded.book.game, scope, settings)
    watch = watch_on(sys.stderr)
    watch.begin(game, 1)
    began = perf_counter()
    try:
        watch.task(f"solving {picked.name}")
        subject = Subject.of(loaded.book, picked, box)
        loaded.require_unchanged()
        found = solve(subject, Budget(states=max_states, progress=watch.work))
    finally:
        watch.end()
    head = {"game": game, "scope": picked.name, "parameters": asdict(box)}
    if isinstance(found, Unknown):
        if as_json:
            write_json({**head, "solved": False, "reason": found.reason})
        else:
            write_lines([f"{game}, scope {picked.name}: not solved: {found.reason}"])
        return 1
    if as_json:
        seconds = round(perf_counter() - began, 3)
        write_json({**head, "solved": True, **as_data(found), "seconds": seconds})
    else:
        write_lines(list(solved_lines(game, found)))
    return 1 if found.outcomes.get(DEAD_END) else 0


def as_data(found: Solution) -> dict[str, Any]:
    """What `solve --json` writes of a solution."""
    return {
        "players": found.seats,
        "states": len(found.exploration.states),
        "positions": found.positions,
        "outcomes": [
            {"outcome": _outcome(found, outcome), "states": times}
            for outcome, times in sorted(found.outcomes.items(), key=lambda pair: str(pair[0]))
        ],
        "winner_known": found.winner_known,
        "chance": found.chance,
        "can_force_win": list(found.wins),
        "can_force_end": list(found.ends),
        "play": _flow(found.flow),
        "draws": None if found.draws is None else _flow(found.draws),
        "starts": [_agreed(found, agreed) for agreed in found.agreed],
    }


def _outcome(found: Solution, outcome: Any) -> Any:
    """The seats that have won; "dead end"; None where it is not known who has."""
    if isinstance(outcome, str):
        return outcome
    return list(outcome) if found.winner_known else None


def _flow(flow: Flow) -> dict[str, int]:
    return {"ends": flow.ends, "either": flow.either, "endless": flow.endless}


def _agreed(found: Solution, agreed: Agreed) -> dict[str, Any]:
    from rulewright.engines.explore_edges import plain

    kind = found.exploration.subject.program.opening.terms
    return {
        "terms": None if kind is None else plain(kind, agreed.terms),
        "openings": [_opening(found, opening) for opening in agreed.openings],
        "chances": None if agreed.chances is None else _chances(found, agreed.chances),
        "no_chances": agreed.no_chances,
    }


def _opening(found: Solution, opening: Opening) -> dict[str, Any]:
    from rulewright.engines.explore_edges import plain

    program = found.exploration.subject.program
    deal = program.opening.deal
    return {
        "deal": None if deal is None else plain(deal, opening.deal),
        "ways": opening.weight,
        **_result(opening.forces, opening.draw),
        "play": opening.play,
        "secures": opening.secures and [str(likely) for likely in opening.secures],
        "moves": [
            {
                "move": _move(found, option.move),
                "by": option.by if option.by >= 0 else None,
                **_result(option.forces, option.draw),
            }
            for option in opening.options
        ],
    }


def _result(forces: tuple[int, ...], draw: str) -> dict[str, Any]:
    """In how many moves each seat can force a win, null where it cannot; how a draw comes about."""
    return {"wins_in": [n if n >= 0 else None for n in forces], "draw": draw or None}


def _move(found: Solution, number: int) -> dict[str, Any]:
    """A move as JSON can hold it, without the fields that chance decides."""
    from rulewright.engines.explore_edges import plain_move

    at, value = found.exploration.moves[number]
    kind = found.exploration.subject.program.kinds[at]
    drawn = {kind.type.fields[field][0] for field, _ in kind.chance}
    return {name: part for name, part in plain_move(kind, value).items() if name not in drawn}


def _chances(found: Solution, chances: Chain) -> dict[str, Any]:
    """Exact numbers as "3/4"; what they come to as decimals beside them."""
    return {
        "outcomes": [
            {
                "outcome": _outcome(found, outcome),
                "likely": str(likely),
                "about": float(likely),
            }
            for outcome, likely in sorted(chances.outcomes.items(), key=lambda pair: str(pair[0]))
        ],
        "ends": str(chances.ends),
        "moves": None if chances.moves is None else str(chances.moves),
        "moves_about": None if chances.moves is None else float(chances.moves),
    }
