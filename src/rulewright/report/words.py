"""Values, moves and changes as a player would say them.

Members of enums are shown by their value where it is text, None as "none", seats (ints of the type
`between(0, "players - 1")`) as "player 1" and so on. Parameters are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from rulewright.words.bag import Bag
from rulewright.words.kinds import Between, DrawnFrom
from rulewright.words.moves import Move
from rulewright.words.terms import Parameters, Terms

_SEAT = re.compile(r"\s*players\s*-\s*1\s*")
# So many like items in a row are counted and not listed.
_REPEATED = 4


def split_name(name: str) -> str:
    """A name of Python in words: `TakeTop`, `take_top` and `TAKE_TOP` are "take top"."""
    if name.isupper():
        return name.lower().replace("_", " ").strip()
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).split("_")
    return " ".join(part if part.isupper() else part.lower() for part in parts if part)


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def player(seat: int) -> str:
    """A seat, counted from 0, as a player, counted from 1."""
    return f"player {seat + 1}"


@dataclass(frozen=True)
class Meant:
    """What an annotation says of how a value is shown: whether its ints are seats, and the same
    of the items in it."""

    seat: bool = False
    drawn: bool = False
    item: Meant | None = None


_PLAIN = Meant()
_SEATED = Meant(seat=True)


def meant(hint: Any) -> Meant:
    """What an annotation says."""
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    inner = [meant(arg) for arg in get_args(hint) if arg not in (Ellipsis, NoneType)]
    item = next((m for m in inner), None)
    seat = any(isinstance(m, Between) and _is_seat(m) for m in marks)
    drawn = any(isinstance(m, DrawnFrom) for m in marks)
    if get_origin(hint) in (Union, UnionType):
        return Meant(seat or any(m.seat for m in inner), drawn, _with_items(inner))
    return Meant(seat, drawn, item)


def _with_items(inner: list[Meant]) -> Meant | None:
    return next((m.item for m in inner if m.item is not None), None)


def _is_seat(mark: Between) -> bool:
    return mark.low == 0 and isinstance(mark.high, str) and _SEAT.fullmatch(mark.high) is not None


def parts_of(cls: type) -> tuple[tuple[str, Meant], ...]:
    """The fields of a dataclass that are shown, with what their annotations say."""
    try:
        hints = get_type_hints(cls, include_extras=True)
    except (NameError, TypeError, AttributeError):
        hints = {}
    shown = []
    for field in fields(cls):
        hint = hints.get(field.name)
        if isinstance(hint, type) and issubclass(hint, Parameters):
            continue
        shown.append((field.name, meant(hint)))
    return tuple(shown)


def value_words(value: Any, how: Meant = _PLAIN) -> str:
    """A value in words."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return value.value if isinstance(value.value, str) else split_name(value.name)
        case int():
            return player(value) if how.seat else str(value).replace("-", "−")
        case Bag():
            item = how.item or _PLAIN
            return _listed([f"{count} × {value_words(i, item)}" for i, count in _counts(value)])
        case frozenset():
            item = how.item or _PLAIN
            return _listed(sorted(value_words(i, item) for i in value))
        case tuple():
            return f"({_items([value_words(i, how.item or _PLAIN) for i in value])})"
        case _ if is_dataclass(value) and not isinstance(value, type):
            return record_words(value)
        case _:
            return str(value)


def _listed(words: list[str]) -> str:
    return ", ".join(words) if words else "nothing"


def _counts(bag: Bag[Any]) -> list[tuple[Any, int]]:
    """The items of a bag with their counts, in an order that does not depend on its history."""
    return sorted(bag.counts(), key=lambda pair: _order(pair[0]))


def _order(item: Any) -> tuple[Any, ...]:
    if isinstance(item, bool | int):
        return (0, int(item), "")
    if isinstance(item, Enum):
        return (1, list(type(item)).index(item), "")
    return (2, 0, repr(item))


def _items(words: list[str]) -> str:
    """Items in a row, those that come many times over counted."""
    told: list[str] = []
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and words[end] == words[at]:
            end += 1
        run = end - at
        told += [f"{run} × {words[at]}"] if run >= _REPEATED else words[at:end]
        at = end
    return ", ".join(told)


def record_words(value: Any) -> str:
    """A record: the name of its class, and its parts."""
    name = split_name(type(value).__name__)
    parts = [
        f"{split_name(field)} {value_words(getattr(value, field), how)}"
        for field, how in parts_of(type(value))
    ]
    return f"{name} ({', '.join(parts)})" if parts else name


def move_words(move: Any) -> str:
    """A move: "Take at 1, showing 2". What a field leaves open (None) is not told."""
    told = []
    for field, how in parts_of(type(move)):
        value = getattr(move, field)
        if value is not None:
            told.append(_field_words(field, value, how))
    name = sentence(split_name(type(move).__name__))
    return f"{name} {', '.join(told)}" if told else name


def _field_words(name: str, value: Any, how: Meant) -> str:
    words = split_name(name)
    if isinstance(value, bool):
        return words if value else f"not {words}"
    if how.drawn and re.fullmatch(r"[a-z]+[^s]s", words):
        words = (words[:-2] if words.endswith("es") else words[:-1]) + "ing"
    return f"{words} {value_words(value, how)}"


def terms_words(state: Any) -> str:
    """The readings and variants that a game is played under; empty where it has none."""
    terms = getattr(state, "terms", None)
    if not isinstance(terms, Terms):
        return ""
    parts = ((f.name, getattr(terms, f.name)) for f in fields(terms))
    return "; ".join(f"{split_name(name)}: {value_words(value)}" for name, value in parts)


def state_words(state: Any, seats: frozenset[str] = frozenset()) -> list[str]:
    """A state, one line a part; its terms are told by `terms_words`.

    seats: the fields that say who makes a move, which are seats whatever their annotations say.
    """
    return [
        f"{field}: {value_words(getattr(state, field), _SEATED if field in seats else how)}"
        for field, how in parts_of(type(state))
        if not isinstance(getattr(state, field), Terms)
    ]


def changes(before: Any, after: Any, seats: frozenset[str] = frozenset()) -> list[str]:
    """What differs between two states, one line a part: "turn: player 1 → player 2"."""
    return [
        f"{path}: {_pair(old, new, _SEATED if path in seats else how)}"
        for path, old, new, how in _differences("", before, after, _PLAIN)
    ]


def _pair(old: Any, new: Any, how: Meant) -> str:
    return f"{value_words(old, how)} → {value_words(new, how)}"


def _differences(
    path: str, before: Any, after: Any, how: Meant
) -> Iterator[tuple[str, Any, Any, Meant]]:
    if before == after and type(before) is type(after):
        return
    item = how.item or _PLAIN
    match before, after:
        case (tuple(), tuple()) if len(before) == len(after):
            for at, (old, new) in enumerate(zip(before, after, strict=True)):
                yield from _differences(f"{path}[{at}]", old, new, item)
        case Bag(), Bag():
            items = dict.fromkeys(i for bag in (before, after) for i, _ in _counts(bag))
            for thing in sorted(items, key=_order):
                pair = before.count(thing), after.count(thing)
                if pair[0] != pair[1]:
                    yield f"{path}[{value_words(thing, item)}]", *pair, _PLAIN
        case _ if _alike(before, after):
            for field, inner in parts_of(type(before)):
                inside = f"{path}.{field}" if path else field
                yield from _differences(
                    inside, getattr(before, field), getattr(after, field), inner
                )
        case _:
            yield path, before, after, how


def _alike(before: Any, after: Any) -> bool:
    """Whether two values are records of one class, and no moves."""
    return (
        is_dataclass(before) and type(before) is type(after) and not isinstance(before, type | Move)
    )
