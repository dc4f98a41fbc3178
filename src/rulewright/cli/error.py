"""`rulewright error`."""

from __future__ import annotations

import click

from rulewright.report.plain import folded

from .common import Command, json_option, write_json, write_lines


@click.command(
    cls=Command,
    epilog="""\b
Example:
  rulewright error RW012""",
)
@click.argument("code")
@json_option
def command(code: str, as_json: bool) -> int:
    """Explain a numbered error at length: what it means and what to write instead."""
    from rulewright.front.catalogue import codes, explain
    from rulewright.project import ProjectError, suggestion

    try:
        found = explain(code.strip().upper())
    except KeyError:
        known = list(codes())
        hint = suggestion(code.strip().upper(), known)
        raise ProjectError(f"there is no error {code!r}", None, hint) from None
    if as_json:
        parts = {"why": found.why, "wrong": found.wrong, "right": found.right}
        write_json({"code": found.code, "title": found.title, **parts})
        return 0
    write_lines([f"{found.code}: {found.title}", "", *folded(found.why, 88), ""])
    write_lines(["Wrong:", "", *_indented(found.wrong), "", "Right:", "", *_indented(found.right)])
    return 0


def _indented(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.split("\n")]
