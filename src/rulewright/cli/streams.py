"""Standard output and standard error, made so that a command always ends cleanly.

Answers alone go to standard output. What a project's own code prints goes to standard error, so
that it never stands in the middle of JSON.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

# What is written where a terminal's encoding lacks the character.
_PLAIN = {
    "→": "->", "×": "x", "★": "*", "−": "-", "…": "...", "“": '"', "”": '"', "’": "'", "‘": "'",
    "✓": "+", "✗": "!", "·": "-", "—": "-", "–": "-",
}  # fmt: skip
# A pipe's reader has gone; no room; a stream that is closed; a limit on the size of a file.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EBADF, errno.EFBIG, errno.EIO}
_KEY = "rulewright.answers"


def make_safe() -> bool:
    """Make both streams safe to write to; False where there is no standard output at all.

    Without a standard error, messages go nowhere. Characters that a stream cannot take are written
    some other way.
    """
    if sys.stderr is None:
        # Kept open to the end, as the stream that it stands for would be.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    codecs.register_error("rulewright", _replaced)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="rulewright")
    return sys.stdout is not None


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_PLAIN.get(c, "?") for c in text), error.end


def tell(text: str) -> None:
    """Write a message to standard error, where that can be done."""
    with suppress(OSError, ValueError):
        click.echo(text, err=True)


@contextmanager
def answers_apart(context: click.Context) -> Iterator[None]:
    """Within this, whatever is printed goes to standard error, but for what `answers` is given."""
    answers, context.meta[_KEY] = sys.stdout, sys.stdout
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = answers


def answers() -> TextIO:
    """Where a command writes its answer."""
    context = click.get_current_context(silent=True)
    found = None if context is None else context.meta.get(_KEY)
    return found if found is not None else sys.stdout


def is_lost_output(error: BaseException) -> bool:
    """Whether an error says that a stream, and no file by name, could not be written."""
    return isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM


def lost(error: OSError) -> str:
    """The message for an answer that could not be written."""
    why = error.strerror or os.strerror(error.errno or 0)
    return f"error: the output cannot be written: {why}\n  instead: write it where there is room"


def let_go() -> None:
    """What is still buffered for streams that cannot be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    streams: tuple[tuple[Any, int], ...] = ((sys.__stdout__, 1), (sys.__stderr__, 2))
    for stream, number in streams:
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(nowhere, number)
