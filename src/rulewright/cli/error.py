"""`rulewright error`."""

from __future__ import annotations

import click

from rulewright.report.plain import folded

from .common import write_lines


@click.command(
    epilog="""\b
Example:
  rulewright error RW012"""
)
@click.argument("code")
def command(code: str) -> int:
    """Explain a numbered error at length: what it means and what to write instead."""
    from rulewright.front.catalogue import codes, explain
    from rulewright.project import ProjectError, suggestion

    try:
        found = explain(code.strip().upper())
    except KeyError:
        known = list(codes())
        hint = suggestion(code.strip().upper(), known)
        raise ProjectError(f"there is no error {code!r}", None, hint) from None
    write_lines([f"{found.code}: {found.title}", "", *folded(found.why, 88), ""])
    write_lines(["Wrong:", "", *_indented(found.wrong), "", "Right:", "", *_indented(found.right)])
    return 0


def _indented(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.split("\n")]
