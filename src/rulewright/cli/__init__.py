"""The command line. `main` is what the console script `rulewright` runs."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    from .run import run

    raise SystemExit(run(arguments))
