"""A digest of a program: two programs with the same one mean the same, place by place."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from rulewright.words.errors import Place

from .program import Program


def digest(program: Program, *more: object) -> str:
    """A digest of what a program computes and what each of its functions is for.

    Where something stands in a file does not count, nor how rules are worded.
    """
    found = hashlib.sha256()
    writer = _Writer(found.update)
    parts = (
        program.state,
        program.functions,
        program.kinds,
        program.opening,
        program.step,
        program.legal,
        program.pending,
        program.over,
        [(r.speaks, r.stands, r.kinds, r.extra, r.outcome) for r in program.rules],
        [(d.value, d.params) for d in program.definitions],
        [(c.function, c.kinds, c.extra, c.outcome) for c in program.claims],
    )
    writer.put((*parts, *more))
    return found.hexdigest()


class _Writer:
    """Writes objects so that different ones are written differently."""

    def __init__(self, update: Any) -> None:
        self._update = update
        self._seen: dict[int, int] = {}
        # Identities are only good while their objects live.
        self._kept: list[object] = []

    def put(self, thing: object) -> None:
        """Write one object."""
        if thing is None or isinstance(thing, bool | int | float | str | bytes):
            self._text(f"{type(thing).__name__}:{thing!r}")
        elif isinstance(thing, Enum):
            self._text(f"member:{_name(type(thing))}.{thing.name}")
        elif isinstance(thing, type):
            self._class(thing)
        elif isinstance(thing, Place):
            self._text("place")
        elif is_dataclass(thing):
            self._shared(thing, _parts(thing))
        elif isinstance(thing, Mapping):
            self._several("map", [part for pair in thing.items() for part in pair])
        elif isinstance(thing, tuple | list):
            self._several("row", list(thing))
        else:
            self._text(f"other:{thing!r}")

    def _text(self, text: str) -> None:
        content = text.encode()
        self._update(len(content).to_bytes(4, "little"))
        self._update(content)

    def _several(self, what: str, parts: list[object]) -> None:
        self._text(f"{what}:{len(parts)}")
        for part in parts:
            self.put(part)

    def _class(self, thing: type) -> None:
        members = [m.name for m in thing] if issubclass(thing, Enum) else []
        self._text(f"class:{_name(thing)}:{members}")

    def _shared(self, thing: Any, parts: Iterator[object]) -> None:
        """An expression that stands in several places is written once."""
        known = self._seen.get(id(thing))
        if known is not None:
            self._text(f"again:{known}")
            return
        self._seen[id(thing)] = len(self._seen)
        self._kept.append(thing)
        self._several(_name(type(thing)), list(parts))


def _parts(thing: Any) -> Iterator[object]:
    return (getattr(thing, field.name) for field in fields(thing))


def _name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"
