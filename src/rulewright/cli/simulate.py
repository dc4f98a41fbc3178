"""`rulewright simulate`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import Command, json_option, settings_option, write_json, write_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.engines.simulate import Simulation, Used
    from rulewright.engines.simulate_counts import Spread
    from rulewright.engines.subject import Subject
    from rulewright.engines.verdict import Budget, Unknown


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  rulewright simulate star-grid --games 50
  rulewright simulate skyjo-action --scope full --set players=4 --seed 7
  rulewright simulate skyjo-action --picture build/plays.svg
  rulewright simulate skyjo-action --games 100000 --threads 2

Every legal choice is as likely as the next one, and cards as likely as there are
copies. Without --scope the first scope that is not searched is played: the full box.
Exit codes: 0 every play came to be over; 1 one was cut off or at a dead end, or a
duty failed; 2 input that cannot be used.""",
)
@click.argument("game")
@click.option("--scope", metavar="SCOPE", help="The scope to play.")
@settings_option
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="How many plays to make.",
)
@click.option(
    "--seed",
    metavar="S",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Another seed makes other plays.",
)
@json_option
@click.option(
    "--picture",
    metavar="FILE.svg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw how long plays were and who won.",
)
@click.option(
    "--native/--no-native",
    default=None,
    help="Play by native code, or by the interpreter (without: as suits the number of plays).",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Play with N threads (native; without: one). The plays are the same.",
)
def command(
    game: str,
    scope: str | None,
    settings: tuple[str, ...],
    games: int,
    seed: int,
    as_json: bool,
    picture: Path | None,
    native: bool | None,
    threads: int | None,
) -> int:
    """Play a game at random, many times over, and tell what happens."""
    from dataclasses import asdict

    from rulewright.engines.subject import Subject
    from rulewright.engines.verdict import Unknown
    from rulewright.project import Project
    from rulewright.report.progress import watch_on

    from .boxes import chosen

    _check_picture(picture)
    loaded = Project.find().load(game)
    whole = next((s.name for s in loaded.book.game.scopes if not s.searched), None)
    picked, box = chosen(loaded.book.game, scope or whole, settings)
    watch = watch_on(sys.stderr)
    budget = _budget(games, seed, native, threads, watch)
    watch.begin(game, 1)
    try:
        watch.task(f"playing {picked.name}")
        subject = Subject.of(loaded.book, picked, box)
        loaded.require_unchanged()
        found = _simulated(subject, budget)
    finally:
        watch.end()
    head = {"game": game, "scope": picked.name, "parameters": asdict(box)}
    if isinstance(found, Unknown):
        if as_json:
            write_json({**head, "played": False, "reason": found.reason})
        else:
            write_lines([f"{game}, scope {picked.name}: not played: {found.reason}"])
        return 1
    if picture is not None:
        _draw(picture, loaded.book.title, found)
    _written(game, head, found, as_json=as_json)
    return 0 if found.sound else 1


def _written(game: str, head: dict[str, Any], found: Simulation, *, as_json: bool) -> None:
    """Tell what plays came to, on standard output."""
    from rulewright.report.simulated import simulated_lines

    if as_json:
        write_json({**head, "played": True, **as_data(found)})
    else:
        write_lines(list(simulated_lines(game, found)))


def _budget(games: int, seed: int, native: bool | None, threads: int | None, watch: Any) -> Budget:
    from rulewright.engines.verdict import Budget, How
    from rulewright.project import ProjectError

    if native is False and threads is not None:
        hint = "leave out --no-native, or this"
        raise ProjectError("only native code can play with --threads", None, hint)
    how = {None: How.FITTING, True: How.NATIVE, False: How.INTERPRETED}[native]
    return Budget(games=games, seed=seed, how=how, threads=threads or 1, progress=watch.work)


def _simulated(subject: Subject, budget: Budget) -> Simulation | Unknown:
    from rulewright.engines.explore_native import CannotBeNative
    from rulewright.engines.simulate import simulate
    from rulewright.project import ProjectError

    try:
        return simulate(subject, budget)
    except CannotBeNative as error:
        hint = "leave out what only native code can do, or mend this"
        raise ProjectError(f"there is no native code here: {error}", None, hint) from error


def _check_picture(file: Path | None) -> None:
    """ProjectError for a picture that would not be what its name says."""
    from rulewright.project import ProjectError

    if file is not None and file.suffix.lower() != ".svg":
        reason = f"pictures are SVG, and {file.name} is named as something else"
        raise ProjectError(reason, None, f"write --picture {file.with_suffix('.svg')}")


def _draw(file: Path, title: str, found: Simulation) -> None:
    from rulewright.project import ProjectError
    from rulewright.report.picture import picture

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(picture(title, found), encoding="utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise ProjectError(f"{file} cannot be written: {why}", None, "name another file") from error


def as_data(found: Simulation) -> dict[str, Any]:
    """What `simulate --json` writes of a simulation."""
    from dataclasses import asdict

    from rulewright.engines.explore_edges import plain

    terms = found.subject.program.opening.terms
    trouble = found.trouble
    return {
        "terms": None if terms is None else plain(terms, found.terms),
        "seed": found.seed,
        "games": found.games,
        "moves": found.moves,
        "endings": {ending.name.lower(): times for ending, times in found.endings.items()},
        "lengths": _spread(found.lengths),
        "histogram": [asdict(each) for each in found.bins],
        "scores": found.scores and [_spread(scores) for scores in found.scores],
        "wins": found.wins
        and [
            {
                "times": won.share.times,
                "of": won.share.of,
                "low": round(won.share.low, 6),
                "high": round(won.share.high, 6),
                "shared": won.shared,
            }
            for won in found.wins
        ],
        "nobody_wins": found.nobody,
        "kinds": _used(found.kinds, found.games),
        "rules": _used(found.rules, found.games),
        "trouble": trouble and {"where": trouble.where, "reason": trouble.reason},
        "note": found.note,
    }


def _spread(spread: Spread | None) -> dict[str, Any] | None:
    from dataclasses import asdict

    if spread is None:
        return None
    return {n: round(v, 6) if isinstance(v, float) else v for n, v in asdict(spread).items()}


def _used(rows: Sequence[Used], games: int) -> list[dict[str, Any]]:
    return [
        {
            "name": row.name,
            "per_play": round(row.total / games, 6),
            "total": row.total,
            "plays": row.plays,
            "most": row.most,
        }
        for row in rows
    ]
