"""The numbered errors, each explained at length: what `rulewright error CODE` prints."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from .catalogue_games import GAMES
from .catalogue_language import LANGUAGE
from .catalogue_names import NAMES
from .catalogue_sizes import SIZES
from .catalogue_types import TYPES
from .explanation import Explanation

__all__ = ["Explanation", "codes", "explain", "page"]

_GROUPS: Final = (
    ("What is no part of the rule language", LANGUAGE),
    ("Names, functions and their parameters", NAMES),
    ("Types and their sizes", SIZES),
    ("Rulebooks, games, claims and citations", GAMES),
    ("Values that do not go together", TYPES),
)
_BY_CODE: Final = MappingProxyType({e.code: e for _, group in _GROUPS for e in group})


def codes() -> tuple[str, ...]:
    """Every number there is, in order."""
    return tuple(sorted(_BY_CODE))


def explain(code: str) -> Explanation:
    """The explanation of a numbered error; KeyError for a number that there is not."""
    return _BY_CODE[code]


def page() -> str:
    """All of them as a page of the documentation."""
    lines = [
        "# Errors",
        "",
        "Every error about rules has a number. `rulewright error RW012` prints one of these.",
    ]
    for title, group in _GROUPS:
        lines += ["", f"## {title}"]
        for each in group:
            lines += ["", f"### {each.code}: {each.title}", "", each.why, ""]
            lines += ["Wrong:", "", *_code(each.wrong), "", "Right:", "", *_code(each.right)]
    return "\n".join(lines) + "\n"


def _code(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.split("\n")]
