"""The one error that unusable rules give: numbered, placed, with what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Place:
    """A stretch of source text: file, first line (from 1), column (from 0) and width in characters."""

    file: str
    line: int
    column: int = 0
    width: int = 1


class RulesError(Exception):
    """Rules that cannot be used. `str()` is the whole message, with the line and a caret under it.

    code: the number that `rulewright error CODE` explains. place: where, or None where no line
    is to blame. reason: what is wrong. instead: what to write instead.
    """

    def __init__(self, code: str, place: Place | None, reason: str, instead: str) -> None:
        self.code = code
        self.place = place
        self.reason = reason
        self.instead = instead
        super().__init__(reason)

    def __str__(self) -> str:
        lines = [f"error {self.code}: {self.reason}"]
        if self.place is not None:
            lines.append(
                f"  --> {shown(self.place.file)}:{self.place.line}:{self.place.column + 1}"
            )
            lines += excerpt(self.place)
        lines.append(f"  instead: {self.instead}")
        return "\n".join(lines)


def shown(file: str) -> str:
    """A path as it is shown: from the folder we are in, where it lies below it."""
    try:
        return Path(file).resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file


def excerpt(place: Place) -> list[str]:
    """The line of a place with a caret under the construct; empty where it cannot be read."""
    try:
        text = Path(place.file).read_text(encoding="utf-8").splitlines()[place.line - 1]
    except (OSError, UnicodeDecodeError, IndexError):
        return []
    number = str(place.line)
    width = max(1, min(place.width, len(text) - place.column))
    margin = " " * len(number)
    return [
        f"{margin} |",
        f"{number} | {text}",
        f"{margin} | {' ' * place.column}{'^' * width}",
    ]


def place_of(function: Callable[..., Any]) -> Place | None:
    """Where a function is defined: the line of its first decorator, or of its `def`."""
    code = getattr(function, "__code__", None)
    return None if code is None else Place(code.co_filename, code.co_firstlineno)
