"""What several commands share: writing JSON, and finding games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .streams import answers, answers_apart

if TYPE_CHECKING:
    from rulewright.project import Project

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON; see docs/json.md.")

settings_option = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a parameter of it."
)
max_states_option = click.option(
    "--max-states",
    metavar="N",
    type=click.IntRange(min=1),
    default=20_000_000,
    show_default=True,
    help="End the search after so many states.",
)


class Command(click.Command):
    """A command in which what a project's own code prints does not mix with the answer."""

    def invoke(self, ctx: click.Context) -> Any:
        with answers_apart(ctx):
            return super().invoke(ctx)


def write_json(value: Any) -> None:
    """Write a value as JSON to stdout: ASCII only, so that every terminal and file can take it."""
    _write(json.dumps(value, indent=2) + "\n")


def write_lines(lines: Sequence[str]) -> None:
    """Write lines to stdout."""
    _write("".join(f"{line}\n" for line in lines))


def _write(text: str) -> None:
    stream = answers()
    stream.write(text)
    stream.flush()


def games_of(project: Project, names: Sequence[str]) -> list[str]:
    """The games that are named, each once; all of them where none is. Unknown ones are refused."""
    for name in names:
        project.entry(name)
    return list(dict.fromkeys(names)) or list(project.games)
