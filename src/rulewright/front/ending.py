"""Who wins and what each player scores: the functions of the rulebook that are asked at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from rulewright.ir.program import Ending, MoveKind
from rulewright.ir.types import BOOL, INT, IntT, RecordT, Type, words
from rulewright.words.errors import RulesError, place_of
from rulewright.words.forces import Definition, Rule
from rulewright.words.games import Rulebook

from . import shapes
from .unit import Unit


def ending_of(
    unit: Unit, book: Rulebook, state: RecordT, kinds: tuple[MoveKind, ...]
) -> Ending | None:
    """How play is won and scored; None where the book says neither."""
    names: dict[str, str] = {}
    seats = list(_movers(state, kinds))
    seat: IntT | None = None
    for part, given, gives in (("scores", book.scores, INT), ("wins", book.wins, BOOL)):
        if given is None:
            continue
        names[part], seat = _asked(unit, part, given, state, gives)
        for other, whose in seats:
            if other != seat:
                raise _wrong(
                    given,
                    part,
                    f"takes seats from 0 to {seat.high}, and {whose} those from {other.low} to "
                    f"{other.high}",
                    "use one type of seat for all of them",
                )
        seats.append((seat, f"`{part}`"))
    return None if seat is None else Ending(names.get("scores"), names.get("wins"), seat)


def _movers(state: RecordT, kinds: tuple[MoveKind, ...]) -> Iterator[tuple[IntT, str]]:
    """The seats that fields of the state give to the players of moves."""
    for kind in kinds:
        at = state.index(kind.cls.by) if isinstance(kind.cls.by, str) else -1
        seat = state.fields[at][1] if at >= 0 else None
        if isinstance(seat, IntT):
            yield seat, f"the players of {kind.name}"


def _asked(unit: Unit, part: str, given: Any, state: RecordT, gives: Type) -> tuple[str, IntT]:
    """The name of a function (state, seat) and the type of its seat; RulesError for any other."""
    if isinstance(given, Definition):
        name, params, result = unit.definition(given)
    elif isinstance(given, FunctionType):
        signature = unit.function(given)
        name, params, result = signature.name, signature.params, signature.result
    else:
        instead = f"give the Rulebook `{part}=` a function, or what counts_as made of one"
        raise _wrong(given, part, "is no function and no definition", instead)
    gives_words = "int" if isinstance(gives, IntT) else "bool"
    head = f"(state: {state.cls.__name__}, seat: Seat) -> {gives_words}"
    instead = f'write `{head}` with `Seat = Annotated[int, between(0, "players - 1")]`'
    kinds = [kind for _, kind in params]
    if len(kinds) != 2 or not shapes.same(kinds[0], state):
        raise _wrong(given, part, "does not take the state and a seat", instead)
    seat = kinds[1]
    if not isinstance(seat, IntT) or seat.low != 0 or seat.high is None:
        raise _wrong(given, part, "takes no seat: a whole number with bounds, from 0", instead)
    if not shapes.same(result, gives):
        raise _wrong(given, part, f"gives {words(result)}", instead)
    return name, seat


def _wrong(given: Any, part: str, told: str, instead: str) -> RulesError:
    speaks: Callable[..., Any] = given.speaks if isinstance(given, (Definition, Rule)) else given
    name = getattr(speaks, "__name__", repr(speaks))
    return RulesError("RW078", place_of(speaks), f"{name}, given as `{part}`, {told}", instead)
