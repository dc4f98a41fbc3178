"""Scopes that cannot be what they say: doubled names, sizes out of bounds, nothing to vary."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Annotated, NamedTuple, get_args, get_origin, get_type_hints

from rulewright.words.errors import Place, RulesError, place_of
from rulewright.words.games import Game
from rulewright.words.kinds import Between, Size
from rulewright.words.scopes import Scope
from rulewright.words.terms import Parameters

from .sizes import worked_out
from .source import Sources, place


class Outside(NamedTuple):
    """A parameter whose value is not between the bounds that its type declares."""

    name: str
    value: int
    low: int
    high: int


def outside(box: Parameters) -> Outside | None:
    """The first parameter that leaves its bounds; None where all keep them."""
    for name, hint in get_type_hints(type(box), include_extras=True).items():
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        for mark in marks:
            value = getattr(box, name)
            if isinstance(mark, Between) and isinstance(value, int):
                low, high = _number(mark.low, box), _number(mark.high, box)
                if not low <= value <= high:
                    return Outside(name, value, low, high)
    return None


def _number(size: Size, box: Parameters) -> int:
    return worked_out(size, box) if isinstance(size, str) else size


def check_scopes(game: Game, files: Sequence[str]) -> None:
    """RulesError for a scope of the game that cannot be used; `files`: where it may be written."""
    seen: list[str] = []
    for scope in game.scopes:
        if scope.name in seen:
            raise RulesError(
                "RW051",
                _place(game, scope.name, files, again=True),
                f"{game.name} has two scopes called {scope.name}",
                "give each scope a name of its own; claims and --scope refer to it",
            )
        seen.append(scope.name)
        for reason, instead in _faults(scope):
            where = _place(game, scope.name, files, again=False)
            raise RulesError("RW084", where, f"scope {scope.name}: {reason}", instead)


def _faults(scope: Scope) -> Iterator[tuple[str, str]]:
    box: object = scope.box
    if not isinstance(box, Parameters):
        yield "its box is no set of parameters", "give it the game's Parameters, with (…) after it"
        return
    known = [field.name for field in fields(scope.box)]
    for name, values in scope.across.items():
        if name not in known:
            yield f"there is no parameter {name}", f"write one of these: {', '.join(known)}"
        elif not len(values):
            yield (
                f"{name} has no value at all, so that there is nothing to look at",
                (f'write across={{"{name}": range(2, 5)}} for 2, 3 and 4'),
            )
    for name in scope.across:
        if name not in known or not len(scope.across[name]):
            return
    for instance in scope.instances():
        wrong = outside(instance)
        if wrong is not None:
            yield (
                f"{wrong.name} is {wrong.value}, and {type(box).__name__} allows {wrong.low} to "
                f"{wrong.high}",
                f"give {wrong.name} a number from {wrong.low} to {wrong.high}, or widen its bounds",
            )
    held = [] if scope.terms is None else [type(term) for term in vars(scope.terms).values()]
    for term in scope.vary:
        if not any(issubclass(kind, term) for kind in held):
            yield (
                f"{term.__name__} is to vary, and is none of its terms",
                ("give the scope `terms=` that hold it, or leave it out of `vary`"),
            )


def _place(game: Game, name: str, files: Sequence[str], again: bool) -> Place | None:
    """The line of a scope, the second of its name where it is there again; else that of `start`."""
    sources = Sources()
    found = [
        place(file, node)
        for file in files
        for node in ast.walk(sources.tree(file))
        if isinstance(node, ast.Call) and _is_scope(node, name)
    ]
    if len(found) > again:
        return found[again]
    return place_of(game.start)


def _is_scope(node: ast.Call, name: str) -> bool:
    """Whether a call is `Scope("name", …)`."""
    called = node.func.attr if isinstance(node.func, ast.Attribute) else None
    called = node.func.id if isinstance(node.func, ast.Name) else called
    given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "name")]
    first = given[0] if given else None
    return called == "Scope" and isinstance(first, ast.Constant) and first.value == name
