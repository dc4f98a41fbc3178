"""What a check has found, as a page: its parts in order, before any drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.engines.checking import Checked, Outcome, Played, Searched
from rulewright.engines.checking_findings import Finding
from rulewright.engines.verdict import Fails, Proved, Shown

from .play import evidence_lines, finding_lines
from .verdicts import counted, duration, strength, summary


@dataclass(frozen=True)
class Row:
    """A line of the table of claims."""

    good: bool
    claim: str
    verdict: str
    time: str


@dataclass(frozen=True)
class Exhibit:
    """A play or a question under the table: a heading, what belongs to it, and the play."""

    heading: str
    notes: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """All there is to say about one game."""

    title: str
    searches: tuple[str, ...]
    rows: tuple[Row, ...]
    plays: tuple[Exhibit, ...]
    findings: tuple[Exhibit, ...]


def page_of(checked: Checked) -> Page:
    """The page of one game."""
    return Page(
        title=f"{checked.title} ({checked.game})",
        searches=(
            *map(_search_words, checked.searched),
            *_plays_words(checked.played),
            *_passed_over(checked),
        ),
        rows=tuple(_row(outcome) for outcome in checked.outcomes),
        plays=tuple(e for outcome in checked.outcomes if (e := _exhibit(outcome)) is not None),
        findings=tuple(_finding(finding) for finding in checked.findings),
    )


def _search_words(search: Searched) -> str:
    size = f"{counted(search.states, 'state')}, {counted(search.transitions, 'move')}"
    if search.complete:
        return f"scope {search.scope}: {size}, all searched in {duration(search.seconds)}"
    return f"scope {search.scope}: cut off at {size}, after {duration(search.seconds)}"


def _plays_words(played: Sequence[Played]) -> Iterator[str]:
    """A line for each scope that was played at random, its instances together."""
    for scope in dict.fromkeys(p.scope for p in played):
        here = [p for p in played if p.scope == scope]
        games, moves = sum(p.games for p in here), sum(p.moves for p in here)
        time = duration(sum(p.seconds for p in here))
        yield (
            f"scope {scope}: {counted(games, 'play')} at random, "
            f"{counted(moves, 'move')}, made in {time}"
        )


def _passed_over(checked: Checked) -> Iterator[str]:
    if checked.passed_over:
        claims = counted(len(checked.passed_over), "claim")
        yield f"{claims} not asked: they need scopes that were left out"


def _row(outcome: Outcome) -> Row:
    told = strength(outcome)
    if outcome.verdict is not None:
        if outcome.kind == "fails" and outcome.as_expected:
            told = told.replace("fails: ", "fails, as expected: ", 1)
        elif not outcome.as_expected:
            told += f" — expected: {outcome.expected}"
    return Row(outcome.as_expected, outcome.words, told, duration(outcome.seconds))


def _exhibit(outcome: Outcome) -> Exhibit | None:
    """The play that fails a claim, or that shows what was not expected; a bound's position."""
    match outcome.verdict:
        case Fails(_, trace, reason) if trace is not None:
            return Exhibit(outcome.words, (reason,), tuple(evidence_lines(trace)))
        case Shown(_, trace) if not outcome.as_expected:
            return Exhibit(outcome.words, ("this can happen",), tuple(evidence_lines(trace)))
        case Proved(_, _, witness) if witness is not None:
            return Exhibit(outcome.words, ("reached here",), tuple(evidence_lines(witness)))
        case _:
            return None


def _finding(finding: Finding) -> Exhibit:
    about = [f"rules: {', '.join(finding.rules)}"] if finding.rules else []
    about += [f"sentences: {', '.join(finding.sentences)}"] if finding.sentences else []
    about += [f"scope: {finding.scope}"] if finding.scope else []
    heading = f"{finding.id}: {finding.question}"
    if finding.settled:
        return Exhibit(heading, (f"settled: {finding.ruling}",), ())
    return Exhibit(heading, ("; ".join(about),) if about else (), tuple(finding_lines(finding)))


def ending(checked: Sequence[Checked]) -> list[str]:
    """The summary, and what to do next."""
    lines = [summary(checked)]
    if any(not o.as_expected for game in checked for o in game.outcomes):
        lines.append(
            "Next: a claim marked ✗ is a surprise. Mend the rule or the claim; a fault that is to "
            "stay is claimed with expect=Expect.FAILS."
        )
    if any(not finding.settled for game in checked for finding in game.findings):
        files = ", ".join(
            f"proofs/{game.game}.rulings.toml"
            for game in checked
            if any(not finding.settled for finding in game.findings)
        )
        lines.append(
            f"Next: answer each question with a rule, or settle it in {files} under its name, with "
            "the reason."
        )
    if len(lines) == 1:
        lines[0] += " No surprises."
    return lines
