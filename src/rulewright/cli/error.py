"""`rulewright error`."""

from __future__ import annotations

import click

from .common import write_lines


@click.command(
    epilog="""\b
Example:
  rulewright error RW012"""
)
@click.argument("code")
def command(code: str) -> int:
    """Explain a numbered error at length: what it means and what to write instead."""
    from rulewright.front.catalogue import explain

    write_lines([explain(code.upper())])
    return 0
