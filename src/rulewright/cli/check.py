"""`rulewright check`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from .common import Command, games_of, json_option, write_json, write_lines
from .streams import answers

if TYPE_CHECKING:
    from rulewright.engines.checked import Checked

# States of each searched scope: a minute's work. A scope that is larger says so.
STATES = 50_000
# Random plays of each game, shared among the instances of its unsearched scopes.
GAMES = 16


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  rulewright check                      all games of this project
  rulewright check star-grid            one game
  rulewright check star-grid --json     for another program
  rulewright check star-grid --scope tiny   a quick look: what this scope can tell

Exit codes: 0 every verdict is as expected and every finding settled; 1 a surprise;
2 a rulebook that cannot be used.""",
)
@click.argument("games", nargs=-1, metavar="[GAME]…")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    metavar="SCOPE",
    help="Look at this scope only, of one game; may be given several times.",
)
@click.option(
    "--max-states",
    "states",
    type=click.IntRange(min=1),
    default=STATES,
    show_default=True,
    metavar="N",
    help="Give each search up after so many states; its claims are then left open.",
)
@json_option
def command(games: tuple[str, ...], scopes: tuple[str, ...], states: int, as_json: bool) -> int:
    """Check what is claimed of each rulebook, and look for faults nobody asked about.

    Looked for: positions without a legal move, duties that fail, rules and moves that disagree,
    rules that never speak, moves that never occur, sentences without a rule.
    """
    from rulewright.engines.checking_missing import check_named
    from rulewright.engines.verdict import Budget
    from rulewright.project import Project
    from rulewright.report.page import ending
    from rulewright.report.progress import watch_on

    project = Project.find()
    names = games_of(project, games)
    if scopes and len(names) != 1:
        raise click.UsageError("--scope needs one game: rulewright check GAME --scope SCOPE")
    watch = watch_on(sys.stderr)
    done: list[Checked] = []
    for name in names:
        try:
            done.append(
                check_named(project, name, Budget(games=GAMES, states=states), watch, scopes)
            )
        finally:
            watch.end()
        if not as_json:
            _show(done[-1])
    whole = set(names) == set(project.games) and not any(c.unplayed for c in done)
    unread = project.unread() if whole else ()
    if as_json:
        write_json(as_data(done, unread))
    else:
        write_lines(ending(done, unread))
    return 0 if fine(done, unread) else 1


def fine(done: list[Checked], unread: tuple[str, ...]) -> bool:
    """Whether all is as expected, and nothing was passed over that was to be looked at."""
    return not unread and all(checked.surprises == 0 for checked in done)


def _show(checked: Checked) -> None:
    from rulewright.report.page import page_of
    from rulewright.report.plain import plain_lines

    page = page_of(checked)
    stream = answers()
    if stream.isatty():
        from rulewright.report.terminal import show

        show(page, stream)
    else:
        write_lines(list(plain_lines(page)))
    stream.flush()


def as_data(done: list[Checked], unread: tuple[str, ...]) -> dict[str, Any]:
    """What `check --json` writes."""
    from rulewright.report.verdicts import strength

    return {
        "ok": fine(done, unread),
        "unread": list(unread),
        "games": [
            {
                "game": checked.game,
                "scopes": _scopes(checked),
                "unseen": [unseen.reason for unseen in checked.unseen],
                "passed_over": [claim.name for claim in checked.passed_over],
                "claims": [
                    {
                        "name": outcome.name,
                        "verdict": outcome.kind,
                        "strength": strength(outcome),
                        "expected": outcome.expected,
                        "as_expected": outcome.as_expected,
                    }
                    for outcome in checked.outcomes
                ],
                "findings": [
                    {
                        "id": finding.id,
                        "kind": finding.kind,
                        "question": finding.question,
                        "rules": list(finding.rules),
                        "sentences": list(finding.sentences),
                        "settled": finding.settled,
                        "scope": finding.scope,
                        "times": finding.times,
                    }
                    for finding in checked.findings
                ],
            }
            for checked in done
        ],
    }


def _scopes(checked: Checked) -> list[dict[str, Any]]:
    """What was done in each scope, its instances together."""
    looks = [(s.scope, "searched", s.unseen) for s in checked.searched]
    looks += [(p.scope, "played", p.unseen) for p in checked.played]
    told = [
        {
            "name": name,
            "how": how,
            "seen": all(unseen is None for other, _, unseen in looks if other == name),
        }
        for name, how in dict.fromkeys((name, how) for name, how, _ in looks)
    ]
    told += [
        {"name": name, "how": f"played as {other}", "seen": True} for name, other in checked.same
    ]
    return told + [{"name": name, "how": "left out", "seen": False} for name in checked.left_out]
