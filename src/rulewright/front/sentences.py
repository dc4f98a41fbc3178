"""A project's index of a source's sentences, and which of them the rules cite.

The index is a table with tabs between its columns: `id section place paraphrase open`. A sentence
that no rule cites yet says in `open` why not. The source's own text stays out of the project.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rulewright.words.claims import AnyClaim
from rulewright.words.errors import Place, RulesError, shown
from rulewright.words.forces import Clause
from rulewright.words.games import Rulebook

from .source import Sources

COLUMNS: Final = ("id", "section", "place", "paraphrase", "open")


@dataclass(frozen=True)
class Sentence:
    """A sentence that rules something: where it stands, in our words, and why it is still open."""

    id: str
    section: str
    place: str
    paraphrase: str
    open: str
    line: int


@dataclass(frozen=True)
class Sentences:
    """The index of a source, by id, in the order of the file."""

    file: str
    by_id: Mapping[str, Sentence]


@dataclass(frozen=True)
class Cover:
    """The rules that cite each sentence, the claims that name it, and the sentences that no rule
    cites though nothing says that they are open."""

    rules: Mapping[str, tuple[str, ...]]
    claims: Mapping[str, tuple[str, ...]]
    missing: tuple[str, ...]


def load(path: str | Path) -> Sentences:
    """The index in a file; RulesError for one that cannot be read or has a wrong row."""
    file = str(path)
    lines = _lines(file)
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise RulesError(
            "RW081",
            Place(file, 1, 0, 200),
            "the first line of an index of sentences names its columns",
            f"write {', '.join(COLUMNS)}, with a tab between each two",
        )
    found: dict[str, Sentence] = {}
    for number, line in enumerate(lines[1:], start=2):
        if line.strip():
            sentence = _sentence(file, number, line)
            _check_new(file, sentence, found)
            found[sentence.id] = sentence
    return Sentences(file, MappingProxyType(found))


def _lines(file: str) -> list[str]:
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise RulesError(
            "RW080",
            None,
            f"the index of sentences {shown(file)} cannot be read: {error.strerror}",
            "write the index, or mend the path that the Rulebook gives as `sentences`",
        ) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RulesError(
            "RW080",
            Place(file, line),
            "the index of sentences is not UTF-8",
            "save the file as UTF-8",
        ) from error
    return text.replace("\r\n", "\n").split("\n")


def _sentence(file: str, number: int, line: str) -> Sentence:
    cells = line.split("\t")
    lack = [n for n, cell in zip(COLUMNS[:4], cells, strict=False) if not cell.strip()]
    if len(cells) != len(COLUMNS):
        reason = f"this row has {len(cells)} columns, not {len(COLUMNS)}"
    elif lack:
        reason = f"this row gives no {' and no '.join(lack)}"
    elif cells[0] != cells[0].strip() or " " in cells[0]:
        reason = f"the id {cells[0]!r} has a blank in it"
    else:
        return Sentence(cells[0], cells[1], cells[2], cells[3], cells[4], number)
    raise RulesError(
        "RW082",
        Place(file, number, 0, 200),
        reason,
        "give an id, a section, a place and a paraphrase, and leave the last column empty or say "
        "why no rule cites the sentence, with a tab between each two",
    )


def _check_new(file: str, sentence: Sentence, found: Mapping[str, Sentence]) -> None:
    if sentence.id in found:
        raise RulesError(
            "RW083",
            Place(file, sentence.line, 0, len(sentence.id)),
            f"{sentence.id} stands in line {found[sentence.id].line} already",
            "give each sentence an id of its own, and keep an id once rules cite it",
        )


def check_citations(book: Rulebook, sentences: Sentences) -> None:
    """RulesError for a rule that cites a sentence which the index does not have."""
    for rule in book.rules:
        for clause in rule.clauses:
            if clause.cite not in sentences.by_id:
                raise RulesError(
                    "RW050",
                    Sources().clause_place(rule.speaks, clause),
                    f"{rule.name} cites {clause.cite}, which {shown(sentences.file)} does not have",
                    _nearest(clause, sentences),
                )


def _nearest(clause: Clause, sentences: Sentences) -> str:
    close = get_close_matches(clause.cite, list(sentences.by_id), n=1, cutoff=0.5)
    if not close:
        return "cite an id of the index, or add the sentence to it"
    near = sentences.by_id[close[0]]
    return f"cite {near.id} if you mean “{near.paraphrase}”, or add the sentence to the index"


def cover(book: Rulebook, claims: Sequence[AnyClaim], sentences: Sentences) -> Cover:
    """Which rules cite each sentence of the index, and which sentences none cites.

    A claim that names a sentence's id in its docstring is listed too, but takes no rule's place.
    """
    rules: dict[str, tuple[str, ...]] = {}
    about: dict[str, tuple[str, ...]] = {}
    for sentence in sentences.by_id:
        rules[sentence] = tuple(
            rule.name for rule in book.rules if sentence in [c.cite for c in rule.clauses]
        )
        named = re.compile(rf"(?<![\w-]){re.escape(sentence)}(?![\w-])")
        about[sentence] = tuple(c.name for c in claims if named.search(c.says.__doc__ or ""))
    missing = tuple(
        sentence.id
        for sentence in sentences.by_id.values()
        if not rules[sentence.id] and not sentence.open.strip()
    )
    return Cover(MappingProxyType(rules), MappingProxyType(about), missing)
