"""Rules that no search has heard, and kinds of moves that it has not met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.words.forces import Rule

from .checking_identity import Finding, cited, identity, in_words, rule_text
from .explore_found import Exploration, Use
from .explore_moves import Moves, about, combinations


def never_occurring(explorations: Sequence[Exploration]) -> Iterator[Finding]:
    """Kinds of moves that no search has met."""
    scopes = _scopes(explorations)
    program = explorations[0].subject.program
    for name in _never(explorations):
        at = [kind.name for kind in program.kinds].index(name)
        speaking = tuple(e.rule.name for e in program.rules if at in e.kinds)
        yield Finding(
            identity("unreachable", speaking, name),
            "unreachable",
            f"Nobody ever makes the move {name} (in {scopes}). What should allow it?",
            speaking,
            (),
        )


def never_ending(explorations: Sequence[Exploration]) -> Iterator[Finding]:
    """The end of play, where no search has met one, nor any other position that play stops in."""
    if not any(e.final or e.deadlocks or e.failures for e in explorations):
        yield Finding(
            identity("unreachable", (), "the end of play"),
            "unreachable",
            f"No play ever comes to its end (in {_scopes(explorations)}). What ends it?",
            (),
            (),
        )


def _never(explorations: Sequence[Exploration]) -> list[str]:
    counts = [exploration.occurred() for exploration in explorations]
    return [name for name in counts[0] if not any(count[name] for count in counts)]


def _scopes(explorations: Sequence[Exploration]) -> str:
    names = list(dict.fromkeys(e.subject.name for e in explorations))
    return f"scope{'s' if len(names) > 1 else ''} {', '.join(names)}"


def dead(explorations: Sequence[Exploration]) -> Iterator[Finding]:
    """Rules that no search has heard, unless the moves they are about never occur either."""
    absent = set(_never(explorations))
    uses: dict[str, list[tuple[Exploration, Use]]] = {}
    for exploration in explorations:
        for use in exploration.uses:
            uses.setdefault(use.rule.rule.name, []).append((exploration, use))
    for name, all_uses in uses.items():
        rule = all_uses[0][1].rule.rule
        kinds = explorations[0].subject.program.kinds
        about_kinds = [kinds[at].name for at in all_uses[0][1].rule.kinds]
        if (about_kinds and absent.issuperset(about_kinds)) or any(
            b.rule.rule.name == name for e in explorations for b in e.broken
        ):
            continue
        why = _why_dead(rule, all_uses, _scopes(explorations))
        if why is not None:
            situation, question, others = why
            yield Finding(
                identity("dead rule", (name, *others), situation, rule_text(rule)),
                "dead rule",
                question,
                (name, *others),
                cited(rule),
            )


def _why_dead(
    rule: Rule[Any], uses: Sequence[tuple[Exploration, Use]], scopes: str
) -> tuple[str, str, tuple[str, ...]] | None:
    """The situation, the question and the rules that stand in the way; None for a rule in use."""
    said = f"“{in_words(rule)}”"
    if not any(use.spoke for _, use in uses):
        under = [str(c.under) for c in rule.clauses if c.under is not None]
        if not any(use.asked for _, use in uses) and len(under) == len(rule.clauses):
            where = f"under {' or '.join(under)} only, and no play begins so (in {scopes})"
            return "never counts", f"{said} counts {where}. Which scope should?", ()
        if any(_speaks_at_the_end(exploration, use) for exploration, use in uses):
            return None
        asked = f"{said} never speaks (in {scopes}). When is it meant to apply?"
        return "never speaks", asked, ()
    if any(number for _, use in uses for number in use.stood.values()):
        return None
    others = tuple(exception.name for exception in rule.exceptions)
    always = f"wherever it speaks, {' or '.join(others)} stands in its place (in {scopes})"
    return "never stands", f"{said} makes no difference: {always}. Is it needed?", others


def _speaks_at_the_end(exploration: Exploration, use: Use) -> bool:
    """Whether a rule speaks of a move in a position where play is over, which no search asks.

    A rule that forbids all moves after the end is heard there and nowhere else.
    """
    subject, entry = exploration.subject, use.rule
    if not entry.kinds or entry.outcome:
        return False
    moves = Moves(subject)
    under = {clause.under for clause in entry.rule.clauses}
    extras = combinations(entry.extra)
    kinds = subject.program.kinds
    speaks = {at: about(subject, entry.speaks, kinds[at]) for at in entry.kinds}
    for number, over in enumerate(exploration.over):
        state = exploration.states[number]
        counts = None in under or under & subject.members(subject.terms_of(state))
        if not over or not counts:
            continue
        for at, move in (moves.table[m] for m in moves.possible(state, lambda *_: None)):
            if at in speaks and any(speaks[at](state, move, *extra) for extra in extras):
                return True
    return False
