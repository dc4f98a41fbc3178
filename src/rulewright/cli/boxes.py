"""The scope and the parameters that the command line asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace

from rulewright.project import ProjectError, suggestion
from rulewright.words.games import Game
from rulewright.words.scopes import Scope
from rulewright.words.terms import Parameters

# More digits than any bound has; Python refuses to read some thousands.
_MOST_DIGITS = 18


def chosen(game: Game, name: str | None, settings: Sequence[str]) -> tuple[Scope, Parameters]:
    """The scope of this name (the first that is searched for None) and its parameters, changed as
    the settings say. ProjectError for anything that cannot be."""
    scope = _scope(game, name)
    box = _changed(scope.instances()[0], settings)
    _within_bounds(box)
    why = box.refusal()
    if why:
        raise ProjectError(f"this game cannot be set up: {why}", None, "choose other parameters")
    return scope, box


def _scope(game: Game, name: str | None) -> Scope:
    if not game.scopes:
        raise ProjectError(f"{game.name} has no scopes", None, "give its Game a Scope")
    if name is None:
        return next((scope for scope in game.scopes if scope.searched), game.scopes[0])
    try:
        return game.scope(name)
    except KeyError:
        hint = suggestion(name, [scope.name for scope in game.scopes])
        raise ProjectError(f"{game.name} has no scope {name!r}", None, hint) from None


def _changed(box: Parameters, settings: Sequence[str]) -> Parameters:
    known = [field.name for field in fields(box)]
    changes: dict[str, int] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name, text = name.strip(), text.strip()
        if not equals:
            raise ProjectError(f"--set {setting} gives no value", None, "write --set name=value")
        if name not in known:
            raise ProjectError(f"there is no parameter {name!r}", None, suggestion(name, known))
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            raise ProjectError(
                f"--set {setting}: {text!r} is no whole number", None, f"write --set {name}=2"
            )
        if len(text) > _MOST_DIGITS:
            raise ProjectError(
                f"--set {name}= with {len(text)} digits is far too large",
                None,
                f"write --set {name}=2",
            )
        if name in changes:
            raise ProjectError(f"--set {name} is given twice", None, "give it once")
        changes[name] = int(text)
    return replace(box, **changes)


def _within_bounds(box: Parameters) -> None:
    from rulewright.front.instances import outside

    wrong = outside(box)
    if wrong is not None:
        raise ProjectError(
            f"{wrong.name} is {wrong.value}, and a {type(box).__name__} allows {wrong.low} to "
            f"{wrong.high}",
            None,
            f"write --set {wrong.name}= with a number from {wrong.low} to {wrong.high}",
        )
