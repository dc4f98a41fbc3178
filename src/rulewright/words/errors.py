"""The one error that unusable rules give: numbered, placed, with what to write instead."""

from __future__ import annotations

import sys
import tokenize
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

LONGEST = 120  # characters of a line that are shown; of a longer one, the part around the caret


@dataclass(frozen=True)
class Place:
    """A stretch of source: file, first line (from 1), column (from 0) and width in characters."""

    file: str
    line: int
    column: int = 0
    width: int = 1


class RulesError(Exception):
    """Rules that cannot be used. `str()` is the whole message, with the line and a caret under it.

    code: the number that `rulewright error CODE` explains. place: where, or None where no line
    is to blame. reason: what is wrong. instead: what to write instead. missing_rule: it speaks of
    a rule that is not there, as it may once have been: a fault of the rulebook's text, as a gap is.
    """

    def __init__(
        self,
        code: str,
        place: Place | None,
        reason: str,
        instead: str,
        *,
        missing_rule: bool = False,
    ) -> None:
        self.code = code
        self.place = place
        self.reason = reason
        self.instead = instead
        self.missing_rule = missing_rule
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
    except (ValueError, OSError):  # elsewhere, or the folder we are in is gone
        return file


def line_of(file: str, number: int) -> str | None:
    """A line of a Python file, counted from 1 as Python counts; None where it cannot be read."""
    try:
        lines = _lines(file, Path(file).stat().st_mtime_ns)
    except (OSError, SyntaxError, ValueError):
        return None
    return lines[number - 1] if 1 <= number <= len(lines) else None


@lru_cache(maxsize=64)
def _lines(file: str, changed: int) -> tuple[str, ...]:
    """The lines of a file as it was at a time."""
    with tokenize.open(file) as opened:
        return tuple(opened.read().split("\n"))


def excerpt(place: Place) -> list[str]:
    """The line of a place with a caret under the construct; empty where it cannot be read."""
    text = line_of(place.file, place.line)
    if text is None:
        return []
    column = min(place.column, len(text))
    width = max(1, min(place.width, len(text) - column))
    if len(text) > LONGEST:
        text, column, width = _cut(text, column, width)
    number = str(place.line)
    margin = " " * len(number)
    return [
        f"{margin} |",
        f"{number} | {text}".rstrip(),
        f"{margin} | {_blank(text[:column])}{'^' * _columns(text[column : column + width], width)}",
    ]


def _cut(text: str, column: int, width: int) -> tuple[str, int, int]:
    """The part of a long line that a reader needs, with the place in it."""
    first = max(0, min(column - LONGEST // 3, len(text) - LONGEST))
    part = text[first : first + LONGEST]
    before = "…" if first > 0 else ""
    after = "…" if first + LONGEST < len(text) else ""
    width = min(width, len(part) - (column - first))
    return before + part + after, column - first + len(before), width


def _blank(text: str) -> str:
    """Blanks that are as wide on a screen as the text, tabs kept."""
    return "".join("\t" if c == "\t" else " " * _columns(c, 1) for c in text)


def _columns(text: str, least: int) -> int:
    """How many columns of a screen a text takes, or the least where there is no text."""
    if not text:
        return least
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def place_of_call(inside: str) -> Place | None:
    """The line that called into a file, by the calls that are under way; `inside`: that file."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename in (inside, "<string>"):
        frame = frame.f_back
    file, line = frame.f_code.co_filename, frame.f_lineno
    text = line_of(file, line)
    return None if text is None else Place(file, line, 0, max(1, len(text.rstrip())))


def place_of(function: Callable[..., Any]) -> Place | None:
    """Where a function is defined: the line of its first decorator, or of its `def`."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    text = line_of(code.co_filename, code.co_firstlineno) or ""
    indent = len(text) - len(text.lstrip())
    width = max(1, len(text.strip()))
    return Place(code.co_filename, code.co_firstlineno, indent, width)
