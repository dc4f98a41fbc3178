"""Functions that the game is made of, `step`, `over`, `possible`, …, and what each must be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.ir.types import Type, words
from rulewright.words.errors import RulesError, place_of

from . import shapes

if TYPE_CHECKING:
    from .unit import Unit


def role(
    unit: Unit,
    function: Callable[..., Any],
    owner: type | None,
    takes: tuple[Type, ...],
    gives: Type,
) -> str:
    """The name of a function that takes and gives just this; RulesError where it does not."""
    signature = unit.function(function, owner)
    given = [kind for _, kind in signature.params]
    if len(given) != len(takes) or not all(map(shapes.same, given, takes)):
        raise RulesError(
            "RW057",
            place_of(function),
            f"{function.__name__} takes {listed(tuple(given))}, and is asked with {listed(takes)}",
            f"give it the parameters it is asked with: {listed(takes)}",
        )
    check_result(function, signature.result, gives)
    return signature.name


def check_result(function: Callable[..., Any], result: Type, gives: Type) -> None:
    """Refuse a function of the game that gives another type than its part asks for."""
    if not shapes.same(result, gives):
        raise RulesError(
            "RW057",
            place_of(function),
            f"{function.__name__} gives {words(result)}, and {words(gives)} is asked of it",
            f"make it give {words(gives)}",
        )


def listed(kinds: tuple[Type, ...]) -> str:
    """Types in words."""
    return " and ".join(words(kind) for kind in kinds) or "nothing"
