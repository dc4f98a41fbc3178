"""Sentences of the source, and the rules that cite them."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.front.sentences import Sentences, check_citations, cover, load
from rulewright.project import LoadedGame


@dataclass(frozen=True, eq=False)
class Covered:
    """The rules that cite each sentence, the sentences that lack one, and the index itself."""

    sentences: dict[str, list[str]]
    missing: list[str]
    index: Sentences


def cover_of(loaded: LoadedGame) -> Covered:
    """The cover of a game. RulesError for an unusable index, or a citation of no sentence."""
    index = load(loaded.index)
    check_citations(loaded.book, index)
    found = cover(loaded.book, loaded.claims, index)
    citing = {sentence: list(rules) for sentence, rules in found.rules.items()}
    return Covered(citing, list(found.missing), index)
