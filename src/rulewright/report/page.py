"""What a check has found, as a page: its parts in order, before any drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.engines.checked import Checked, Outcome, Played, Searched
from rulewright.engines.checking_identity import Finding
from rulewright.engines.verdict import Fails, Proved, Shown, Unknown

from .play import evidence_lines, unproved_lines
from .verdicts import counted, duration, strength, summary

_OPEN = "no proof: this stands in its way, and may be a position that no play reaches"


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
class Section:
    """Exhibits of one sort, under a title of their own."""

    title: str
    exhibits: tuple[Exhibit, ...]


@dataclass(frozen=True)
class Page:
    """All there is to say about one game."""

    title: str
    searches: tuple[str, ...]
    rows: tuple[Row, ...]
    sections: tuple[Section, ...]


def page_of(checked: Checked) -> Page:
    """The page of one game."""
    return Page(
        title=f"{checked.title} ({checked.game})",
        searches=(
            *map(_search_words, checked.searched),
            *_plays_words(checked.played),
            *(f"scope {one}: its plays are among those of {other}" for one, other in checked.same),
            *_not_looked_at(checked),
        ),
        rows=tuple(_row(outcome) for outcome in checked.outcomes),
        sections=tuple(_sections(checked)),
    )


def _sections(checked: Checked) -> Iterator[Section]:
    """What a designer has to do something about first, and first of that the questions: a gap in
    the rules is often why claims fail."""
    shown = [(o, e) for o in checked.outcomes if (e := _exhibit(o)) is not None]
    known = [(o, e) for o, e in shown if o.as_expected]
    parts = (
        ("Questions", [_finding(like) for like in _alike(checked.findings)]),
        ("What fails, and how", [e for o, e in shown if not o.as_expected]),
        ("Known faults, as claimed", [e for o, e in known if isinstance(o.verdict, Fails)]),
        ("Where bounds are met", [e for o, e in known if not isinstance(o.verdict, Fails)]),
        ("Settled", [_settled(f) for f in checked.findings if f.settled]),
    )
    yield from (Section(title, tuple(exhibits)) for title, exhibits in parts if exhibits)


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


def _not_looked_at(checked: Checked) -> Iterator[str]:
    if checked.left_out:
        yield f"not looked at: scope{_s(checked.left_out)} {', '.join(checked.left_out)}"
    if checked.passed_over:
        claims = counted(len(checked.passed_over), "claim")
        yield f"{claims} not asked: they need scopes that were left out"
    if checked.not_sought:
        sought = "rules that never speak, moves that never occur"
        yield f"not looked for: {sought} ({checked.not_sought})"


def _s(names: Sequence[object]) -> str:
    return "s" if len(names) > 1 else ""


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
        case Fails(_, trace, reason, attempt) if trace is not None:
            return Exhibit(outcome.words, (reason,), tuple(evidence_lines(trace, attempt)))
        case Shown(_, trace) if not outcome.as_expected:
            return Exhibit(outcome.words, ("this can happen",), tuple(evidence_lines(trace)))
        case Unknown(_, _, where) if where is not None:
            return Exhibit(outcome.words, (_OPEN,), tuple(unproved_lines(where)))
        case Proved(_, _, witness) if witness is not None:
            return Exhibit(outcome.words, ("reached here",), tuple(evidence_lines(witness)))
        case _:
            return None


def _alike(findings: Sequence[Finding]) -> list[list[Finding]]:
    """The findings that are not settled: those that ask the same, in several scopes, together."""
    found: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        if not finding.settled:
            found.setdefault((finding.kind, finding.question, finding.rules), []).append(finding)
    return [sorted(like, key=_length) for like in found.values()]


def _length(finding: Finding) -> int:
    return 0 if finding.play is None else len(finding.play.steps)


def _finding(alike: Sequence[Finding]) -> Exhibit:
    """Findings that ask the same, with the shortest of their plays."""
    first = alike[0]
    about = [f"rules: {', '.join(first.rules)}"] if first.rules else []
    about += [f"sentences: {', '.join(first.sentences)}"] if first.sentences else []
    scopes = [_where(finding) for finding in alike if finding.scope]
    about += [f"scope{_s(scopes)}: {', '.join(scopes)}"] if scopes else []
    heading = f"{', '.join(finding.id for finding in alike)}: {first.question}"
    lines = evidence_lines(first.play, first.attempt)
    return Exhibit(heading, ("; ".join(about),) if about else (), tuple(lines))


def _where(finding: Finding) -> str:
    times = f" ({counted(finding.times, 'time')})" if finding.times > 1 else ""
    return f"{finding.scope}{times}"


def _settled(finding: Finding) -> Exhibit:
    return Exhibit(f"{finding.id}: {finding.question}", (f"settled: {finding.ruling}",), ())


def ending(checked: Sequence[Checked], unread: Sequence[str] = ()) -> list[str]:
    """The summary, and what to do next. unread: files of rules that no game reads."""
    lines = [summary(checked)]
    if any(not o.as_expected for game in checked for o in game.outcomes):
        lines.append(
            "Next: a claim marked ✗ is a surprise. Mend the rule or the claim; a fault that is to "
            "stay is claimed with expect=Expect.FAILS."
        )
    lines += [line for game in checked for line in _to_settle(game)]
    unseen = [each for game in checked for each in game.unseen]
    lines += [f"Unknown: {each.reason}. Next: {each.instead}." for each in unseen]
    lines += [
        f"Unknown: {file} holds rules or claims, and no game reads it. Next: name it under "
        "`proofs` in pyproject.toml, or in the `rules` of a rulebook, or take it out."
        for file in unread
    ]
    if not unread and not any(game.surprises for game in checked):
        lines[0] += " No surprises."
    return lines


def _to_settle(game: Checked) -> Iterator[str]:
    """What to do about the findings of a game, each by its name so that none is overlooked."""
    file = f"proofs/{game.game}.rulings.toml"
    unsettled = [finding for finding in game.findings if not finding.settled]
    stale = [finding for finding in unsettled if finding.kind == "ruling"]
    missing = [finding for finding in unsettled if finding.kind == "missing rule"]
    asked = [finding.id for finding in unsettled if finding not in (*stale, *missing)]
    if missing:
        yield "Next: write the rule that is missing, or take out what speaks of it."
    if asked:
        yield (
            f"Next: answer each question with a rule, or settle it in {file} under its name, with "
            f"the reason: {', '.join(asked)}."
        )
    if stale:
        yield f"Next: take rulings that answer nothing any more out of {file}."
