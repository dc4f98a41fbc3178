"""A rulebook that speaks of a rule it does not have: told as a finding, not as a broken file."""

from __future__ import annotations

from rulewright.project import MissingRule, Project
from rulewright.words.errors import RulesError

from .checked import Checked
from .checking import Watch, check_game
from .checking_identity import Finding, identity
from .checking_usable import at
from .verdict import Budget

# A name that a rule calls and nobody defines; an exception to a rule that the book does not have.
_CODES = ("RW034", "RW052")


def check_named(
    project: Project,
    name: str,
    budget: Budget,
    watch: Watch | None = None,
    scopes: tuple[str, ...] = (),
) -> Checked:
    """Load a game and check it; RulesError where it cannot be used at all."""
    title = name
    try:
        loaded = project.load(name)
        title = loaded.book.title
        return check_game(loaded, budget, watch, scopes)
    except RulesError as error:
        if not isinstance(error, MissingRule) and error.code not in _CODES:
            raise
        finding = Finding(
            identity("missing rule", (), error.reason),
            "missing rule",
            f"{error.reason}{at(error.place)}. Which rule is meant, or can the mention go?",
            (),
            (),
        )
        return Checked(name, title, findings=(finding,))
