"""`rulewright explore`."""

from __future__ import annotations

import os
import re
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from math import isnan
from pathlib import Path
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
    from rulewright.engines.explore_found import Exploration
    from rulewright.engines.subject import Subject
    from rulewright.engines.verdict import Budget
    from rulewright.project import LoadedGame

_EVERY = 60.0  # seconds between two saves
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _bytes(_ctx: click.Context, _option: click.Parameter, text: str | None) -> int | None:
    """The bytes of a text such as 512M."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9})([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if found is None or not int(found[1]):
        raise click.BadParameter(f"{text!r} is no size; write 4G or 512M")
    return int(found[1]) * _UNITS[found[2].upper()]


_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  rulewright explore star-grid
  rulewright explore star-grid --set players=3 --set copies=4 --json
  rulewright explore star-grid --edges build/edges.jsonl
  rulewright explore star-grid --set columns=2 --set copies=4 --threads 2 --memory 4G
  rulewright explore star-grid --checkpoint build/search   (and after a stop: --resume)

--set without --scope changes the first searched scope. Small searches are made by the
interpreter, larger ones by native code, which finds the same. Exit codes: 0 all positions
were visited and nothing is wrong with any; 1 otherwise; 2 input that cannot be used.""",
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
@click.option(
    "--native/--no-native",
    default=None,
    help="Search by native code, or by the interpreter (without: as suits the size).",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Search with N threads (native; without: one).",
)
@click.option(
    "--memory",
    metavar="SIZE",
    callback=_bytes,
    help="Hold no more than this in memory: 4G (native).",
)
@click.option("--spill", metavar="DIR", type=_FOLDER, help="Hold states in files there (native).")
@click.option("--checkpoint", metavar="DIR", type=_FOLDER, help="Save the search there (native).")
@click.option("--resume", is_flag=True, help="Go on from what --checkpoint DIR holds.")
@click.option(
    "--every",
    metavar="SECONDS",
    type=click.FloatRange(min=0.0, max=1e9),
    help="How often to save.  [default: 60]",
)
@click.option(
    "--symmetry",
    is_flag=True,
    help="Visit one of the positions that differ only in what the game declares unordered.",
)
@click.option(
    "--coverage/--no-coverage",
    default=True,
    help="Count how often each rule speaks; without, a search is up to twice as fast.",
)
@click.option(
    "--endless/--no-endless",
    default=None,
    help="Look for endless play, or do not (without: where there are not too many moves).",
)
def command(game: str, edges: Path | None, as_json: bool, endless: bool | None, **how: Any) -> int:
    """Visit every position that play can reach at a small scope, nearest first."""
    from rulewright.engines.explore_summary import summary
    from rulewright.project import Project
    from rulewright.report.explored import as_data, fine, lines
    from rulewright.report.progress import watch_on

    loaded = Project.find().load(game)
    asked = Asked(edges=edges, **how)
    asked.check()
    watch = watch_on(sys.stderr)
    watch.begin(game, 1)
    try:
        found, seconds = _found(loaded, asked, watch)
        told = summary(found, endless=endless)
    finally:
        watch.end()
    if as_json:
        write_json(as_data(game, told, seconds))
    else:
        write_lines(list(lines(game, told, seconds)))
    return 0 if fine(told) else 1


@dataclass(frozen=True)
class Asked:
    """What the command line asks of the search."""

    edges: Path | None
    scope: str | None
    settings: tuple[str, ...]
    max_states: int
    native: bool | None
    threads: int | None
    memory: int | None
    spill: Path | None
    checkpoint: Path | None
    resume: bool
    every: float | None
    symmetry: bool
    coverage: bool

    def check(self) -> None:
        """ProjectError where what is asked does not go together."""
        from rulewright.project import ProjectError

        if self.resume and self.checkpoint is None:
            raise ProjectError("--resume needs a folder", None, "write --checkpoint DIR --resume")
        if self.every is not None and self.checkpoint is None:
            hint = "write --checkpoint DIR --every SECONDS"
            raise ProjectError("--every says how often to save, and nothing is saved", None, hint)
        if self.every is not None and isnan(self.every):
            raise ProjectError("--every nan is no number of seconds", None, "write --every 60")
        native = [
            f"--{name}"
            for name in ("threads", "memory", "spill", "checkpoint")
            if getattr(self, name) is not None
        ]
        if self.native is False and native:
            hint = "leave out --no-native, or these"
            raise ProjectError(f"only native code can search with {native[0]}", None, hint)
        if self.edges is not None and self.symmetry:
            hint = "leave out --symmetry"
            raise ProjectError("--edges writes what no search with symmetry visits", None, hint)
        if self.edges is not None and (self.threads or 1) > 1:
            raise ProjectError(
                "--edges numbers states as one thread meets them", None, "leave out --threads"
            )

    def budget(self, watch: Any) -> Budget:
        """The budget of the search."""
        from rulewright.engines.verdict import Budget, How, Kept

        how = {None: How.FITTING, True: How.NATIVE, False: How.INTERPRETED}[self.native]
        kept = None
        if self.spill is not None or self.checkpoint is not None:
            kept = Kept(
                self.spill,
                self.checkpoint,
                self.resume,
                _EVERY if self.every is None else self.every,
            )
        return Budget(
            states=self.max_states,
            threads=self.threads or 1,
            memory=self.memory,
            how=how,
            kept=kept,
            symmetry=self.symmetry,
            coverage=self.coverage,
            progress=watch.work,
        )


def _found(loaded: LoadedGame, asked: Asked, watch: Any) -> tuple[Exploration, float]:
    from rulewright.engines.explore_kept import CannotBeKept
    from rulewright.engines.explore_native import CannotBeNative
    from rulewright.engines.explore_summary import invariants_at
    from rulewright.engines.subject import NotAlike, Subject
    from rulewright.project import ProjectError

    from .boxes import chosen

    picked, box = chosen(loaded.book.game, asked.scope, asked.settings)
    watch.task(f"searching {picked.name}")
    claims = invariants_at(loaded.book, picked, box, loaded.claims)
    subject = Subject.of(loaded.book, picked, box, claims)
    loaded.require_unchanged()
    try:
        return _searched(subject, asked.budget(watch), asked.edges)
    except NotAlike as error:
        raise ProjectError(str(error), None, "search without --symmetry, or mend this") from error
    except CannotBeKept as error:
        raise ProjectError(str(error), None, "see `rulewright explore --help`") from error
    except CannotBeNative as error:
        hint = "leave out what only native code can do, or mend this"
        raise ProjectError(f"there is no native code here: {error}", None, hint) from error
    except OSError as error:
        if asked.edges is None or isinstance(error, BrokenPipeError):
            raise
        why = error.strerror or os.strerror(error.errno or 0)
        raise ProjectError(
            f"{asked.edges} cannot be written: {why}", None, "name another file"
        ) from error


def _searched(subject: Subject, budget: Budget, edges: Path | None) -> tuple[Exploration, float]:
    """The search and how long it took, its transitions written to the file as they are found."""
    from time import perf_counter

    from rulewright.engines.explore import explore
    from rulewright.engines.explore_edges import EdgeWriter

    began = perf_counter()
    with ExitStack() as stack:
        observers = []
        if edges is not None:
            edges.parent.mkdir(parents=True, exist_ok=True)
            out = stack.enter_context(edges.open("w", encoding="utf-8"))
            observers.append(EdgeWriter(subject, out))
        found = explore(subject, budget, observers)
    return found, perf_counter() - began
