"""`rulewright list`."""

from __future__ import annotations

from typing import Any

import click

from .common import Command, json_option, write_json, write_lines


@click.command(
    cls=Command,
    epilog="""\b
Example:
  rulewright list""",
)
@json_option
def command(as_json: bool) -> int:
    """List the games of this project, with their scopes."""
    from rulewright.project import Project

    project = Project.find()
    games = [_told(project.load(name)) for name in project.games]
    if as_json:
        write_json({"games": games})
        return 0
    for game in games:
        rules, claims = game["rules"], game["claims"]
        write_lines([f"{game['game']}: {game['title']}, {rules} rules, {claims} claims"])
        for scope in game["scopes"]:
            how = "searched" if scope["searched"] else "sampled and proved"
            box = ", ".join(
                f"{name} {_words(value)}" for name, value in scope["parameters"].items()
            )
            write_lines([f"  scope {scope['name']} ({how}): {box}"])
    return 0


def _words(value: Any) -> str:
    """A parameter's value, or the least and the greatest of several."""
    return f"{value[0]} to {value[1]}" if isinstance(value, list) else str(value)


def _told(loaded: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "game": loaded.name,
        "title": loaded.book.title,
        "rules": len(loaded.book.rules),
        "claims": len(loaded.claims),
        "scopes": [
            {
                "name": scope.name,
                "searched": scope.searched,
                "parameters": asdict(scope.box)
                | {name: [r[0], r[-1]] for name, r in scope.across.items()},
            }
            for scope in loaded.book.game.scopes
        ],
    }
