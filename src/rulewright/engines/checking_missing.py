"""A rulebook that speaks of a rule it does not have: told as a finding, not as a broken file."""

from __future__ import annotations

from rulewright.project import LoadedGame, Project
from rulewright.words.errors import RulesError

from .checked import Checked
from .checking import Watch, check_game
from .checking_identity import Finding, identity
from .checking_usable import at
from .verdict import Budget


def check_named(
    project: Project,
    name: str,
    budget: Budget,
    watch: Watch | None = None,
    scopes: tuple[str, ...] = (),
) -> Checked:
    """Load a game and check it; RulesError where it cannot be used at all."""
    title = name
    loaded: LoadedGame | None = None
    try:
        loaded = project.load(name)
        title = loaded.book.title
        checked = check_game(loaded, budget, watch, scopes)
        loaded.require_unchanged()
        return checked
    except RulesError as error:
        if loaded is not None:
            loaded.require_unchanged()
        if not error.missing_rule:
            raise
        finding = Finding(
            identity("missing rule", (), error.reason),
            "missing rule",
            f"{error.reason}{at(error.place)}. Which rule is meant, or can the mention go?",
            (),
            (),
        )
        return Checked(name, title, findings=(finding,))
