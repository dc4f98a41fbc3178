"""Running a command so that it always ends cleanly: a message and an exit code, never a traceback.

0 as expected · 1 a surprise · 2 unusable input · 70 a fault of the toolkit · 130 interrupted
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from .app import PipeClosed, app
from .streams import is_lost_output, let_go, lost, make_safe, tell

UNUSABLE = 2
INTERNAL = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code."""
    if not make_safe():
        tell("error: the output cannot be written: it is closed\n  instead: leave out `>&-`")
        return UNUSABLE
    try:
        code = _answered(arguments)
        sys.stdout.flush()
    except (BrokenPipeError, PipeClosed):
        let_go()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        code = _interrupted()
    except OSError as error:
        tell(lost(error))
        code = UNUSABLE
    let_go()
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
        tell(str(error))
        return UNUSABLE
    except MemoryError:
        tell("error: out of memory. Try a smaller scope, or --max-states.")
        return INTERNAL
    except Exception as error:
        if is_lost_output(error):
            raise
        return _unexpected(error)


def _unexpected(error: Exception) -> int:
    """An error in a project's own code is told as such; any other is the toolkit's."""
    if os.environ.get("RULEWRIGHT_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from rulewright.project import blamed

    try:
        told = blamed(error, Path.cwd())
    except FileNotFoundError:  # the current folder is gone
        told = None
    if told is not None:
        tell(str(told))
        return UNUSABLE
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    tell(f"internal error: {text}. Please report it, with what RULEWRIGHT_DEBUG=1 adds.")
    return INTERNAL


def _interrupted() -> int:
    tell("interrupted")
    return INTERRUPTED
