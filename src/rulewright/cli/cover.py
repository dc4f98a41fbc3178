"""`rulewright cover`."""

from __future__ import annotations

import click

from .common import Command, json_option, write_json, write_lines


@click.command(
    cls=Command,
    epilog="""\b
Example:
  rulewright cover star-grid

Exit codes: 0 every sentence is cited or open for a reason; 1 some are not.""",
)
@click.argument("game")
@json_option
def command(game: str, as_json: bool) -> int:
    """Show each sentence of the source with the rules that cite it, and those without one."""
    from rulewright.engines.checking_cover import cover_of
    from rulewright.project import Project

    covered = cover_of(Project.find().load(game))
    if as_json:
        write_json({"sentences": covered.sentences, "missing": covered.missing})
    else:
        for sentence, rules in covered.sentences.items():
            open_for = covered.index.by_id[sentence].open
            told = ", ".join(rules) or (f"open: {open_for}" if open_for else "NO RULE CITES IT")
            write_lines([f"{sentence}  {told}"])
        number, total = len(covered.missing), len(covered.sentences)
        write_lines([f"{total - number} of {total} sentences are cited or open for a reason."])
    return 1 if covered.missing else 0
