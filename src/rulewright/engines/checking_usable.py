"""Claims that cannot be asked, found one by one, so that the others still are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import ModuleType

from rulewright.words.claims import AnyClaim
from rulewright.words.errors import Place, RulesError, line_of, shown
from rulewright.words.games import Rulebook
from rulewright.words.terms import Parameters


def usable(
    book: Rulebook, box: Parameters, claims: Sequence[AnyClaim]
) -> tuple[list[AnyClaim], dict[AnyClaim, RulesError]]:
    """The claims that can be compiled, and for each other one why not.

    RulesError where the rulebook cannot be compiled without any.
    """
    from rulewright.front import compile_book

    bad: dict[AnyClaim, RulesError] = {}

    def sift(some: Sequence[AnyClaim]) -> None:
        if not some:
            return
        try:
            compile_book(book, box, some)
        except RulesError as error:
            if len(some) == 1:
                bad[some[0]] = error
                return
            middle = len(some) // 2
            sift(some[:middle])
            sift(some[middle:])

    compile_book(book, box)
    sift(claims)
    return [claim for claim in claims if claim not in bad], bad


def why_not(claim: AnyClaim, error: RulesError) -> str:
    """Why a claim cannot be asked; a name that its rulebook no longer has is told as such."""
    return f"{_missing(claim, error.place) or error.reason}{at(error.place)}"


def at(place: Place | None) -> str:
    """A place in brackets, to follow a reason."""
    return "" if place is None else f" ({shown(place.file)}:{place.line})"


def _missing(claim: AnyClaim, place: Place | None) -> str:
    """The first `module.name` on a line where the module has no such name."""
    text = None if place is None else line_of(place.file, place.line)
    for base, name in re.findall(r"\b(\w+)\.(\w+)", text or ""):
        module = claim.says.__globals__.get(base)
        if isinstance(module, ModuleType) and not hasattr(module, name):
            return f"{module.__name__} has no {name}"
    return ""
