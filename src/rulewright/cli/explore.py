"""`rulewright explore`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import json_option, max_states_option, settings_option, write_json, write_lines

if TYPE_CHECKING:
    from rulewright.engines.explore_found import Exploration
    from rulewright.engines.subject import Subject
    from rulewright.engines.verdict import Budget


@click.command(
    epilog="""\b
Examples:
  rulewright explore star-grid
  rulewright explore star-grid --set players=3 --set copies=4 --json
  rulewright explore star-grid --edges build/edges.jsonl

--set without --scope changes the first searched scope. Exit codes: 0 all positions
were visited and none is a dead end; 1 otherwise; 2 input that cannot be used."""
)
@click.argument("game")
@click.option("--scope", metavar="SCOPE", help="The scope to search.")
@settings_option
@json_option
@click.option(
    "--edges",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write every transition to FILE as a JSON line.",
)
@max_states_option
def command(
    game: str,
    scope: str | None,
    settings: tuple[str, ...],
    as_json: bool,
    edges: Path | None,
    max_states: int,
) -> int:
    """Visit every position that play can reach at a small scope, nearest first."""
    from rulewright.engines.subject import Subject
    from rulewright.engines.verdict import Budget
    from rulewright.project import Project, ProjectError
    from rulewright.report.progress import watch_on

    from .boxes import chosen

    loaded = Project.find().load(game)
    picked, box = chosen(loaded.book.game, scope, settings)
    watch = watch_on(sys.stderr)
    watch.begin(game, 1)
    try:
        watch.task(f"searching {picked.name}")
        subject = Subject.of(loaded.book, picked, box)
        found, seconds = _searched(subject, Budget(states=max_states, progress=watch.work), edges)
    except OSError as error:
        if edges is None or isinstance(error, BrokenPipeError):
            raise
        why = error.strerror or str(error)
        raise ProjectError(
            f"{edges} cannot be written: {why}", None, "name another file"
        ) from error
    finally:
        watch.end()
    data = as_data(game, found, seconds)
    if as_json:
        write_json(data)
    else:
        write_lines(_told(found, data))
    return 0 if found.complete and not found.deadlocks and not found.failures else 1


def _searched(subject: Subject, budget: Budget, edges: Path | None) -> tuple[Exploration, float]:
    """The search and how long it took, its transitions written to the file as they are found."""
    from time import perf_counter

    from rulewright.engines.explore import explore
    from rulewright.engines.explore_edges import EdgeWriter

    began = perf_counter()
    with ExitStack() as stack:
        observers = []
        if edges is not None:
            out = stack.enter_context(edges.open("w", encoding="utf-8"))
            observers.append(EdgeWriter(subject, out))
        found = explore(subject, budget, observers)
    return found, perf_counter() - began


def as_data(game: str, found: Exploration, seconds: float) -> dict[str, Any]:
    """What `explore --json` writes."""
    from dataclasses import asdict

    return {
        "game": game,
        "parameters": asdict(found.subject.box),
        "starts": found.starts,
        "states": len(found.states),
        "transitions": found.transitions,
        "levels": found.levels,
        "final": found.final,
        "deadlocks": len(found.deadlocks),
        "complete": found.complete,
        "seconds": round(seconds, 3),
    }


def _told(found: Exploration, data: dict[str, Any]) -> list[str]:
    from rulewright.engines.trace import Trace
    from rulewright.report.play import play_lines
    from rulewright.report.verdicts import box_words, counted, duration

    lines = [
        f"{data['game']}, scope {found.subject.name}: {box_words(found.subject.box)}",
        f"  {counted(data['states'], 'state')}, {counted(data['starts'], 'start')} among them",
        f"  {counted(data['transitions'], 'move')}",
        f"  {counted(data['levels'], 'level')}",
        f"  {counted(data['final'], 'state')} where play is over",
        f"  {counted(data['deadlocks'], 'dead end')}",
        f"  {duration(data['seconds'])}",
    ]
    for name, times in found.occurred().items():
        lines.append(f"  {name}: {counted(times, 'time') if times else 'never occurs'}")
    if not found.complete:
        lines.append(f"The search was cut off: {counted(data['states'], 'state')} and no more.")
    lines += [f"A duty fails in {f.where}: {f.reason}" for f in found.failures]
    if found.deadlocks:
        trace = Trace.replay(found.subject, found.play(found.deadlocks[0]))
        lines += ["The nearest dead end:", *(f"  {line}" for line in play_lines(trace))]
    return lines
