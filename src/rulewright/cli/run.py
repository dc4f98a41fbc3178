"""Running a command so that it always ends cleanly: a message and an exit code, never a traceback.

0 as expected · 1 a surprise · 2 unusable input · 70 a fault of the toolkit · 130 interrupted
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from .app import PipeClosed, app

UNUSABLE = 2
INTERNAL = 70
INTERRUPTED = 130
PIPE_CLOSED = 141

# What is written where a terminal's encoding lacks the character.
_PLAIN = {
    "→": "->", "×": "x", "★": "*", "−": "-", "…": "...", "“": '"', "”": '"', "’": "'", "‘": "'",
    "✓": "+", "✗": "!", "·": "-", "—": "-", "–": "-",
}  # fmt: skip


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code."""
    _make_streams_safe()
    try:
        code = _answered(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
    except (BrokenPipeError, PipeClosed):
        return _pipe_closed()
    except KeyboardInterrupt:
        return _interrupted()
    return code


def _answered(arguments: Sequence[str] | None) -> int:
    from rulewright.words.errors import RulesError

    try:
        code = app.main(args=arguments, prog_name="rulewright", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _interrupted()
    except (BrokenPipeError, PipeClosed):
        raise
    except RulesError as error:
        click.echo(str(error), err=True)
        return UNUSABLE
    except MemoryError:
        click.echo("error: out of memory. Try a smaller scope, or --max-states.", err=True)
        return INTERNAL
    except Exception as error:
        return _unexpected(error)


def _unexpected(error: Exception) -> int:
    """An error in a project's own code is told as such; any other is the toolkit's."""
    if os.environ.get("RULEWRIGHT_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from rulewright.project import blamed

    told = blamed(error, Path.cwd())
    if told is not None:
        click.echo(str(told), err=True)
        return UNUSABLE
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    click.echo(
        f"internal error: {text}. Please report it, with what RULEWRIGHT_DEBUG=1 adds.", err=True
    )
    return INTERNAL


def _interrupted() -> int:
    click.echo("interrupted", err=True)
    return INTERRUPTED


def _pipe_closed() -> int:
    """Whoever read our output has gone; what is still buffered goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.__stdout__, sys.__stderr__):
        try:
            if stream is not None:
                stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, 1 if stream is sys.__stdout__ else 2)
    return PIPE_CLOSED


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_PLAIN.get(c, "?") for c in text), error.end


def _make_streams_safe() -> None:
    """Characters that a terminal cannot show are written some other way."""
    codecs.register_error("rulewright", _replaced)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="rulewright")
