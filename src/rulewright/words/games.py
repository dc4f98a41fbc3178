"""A game: its state, its moves and what they do; a rulebook: the rules of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from .errors import RulesError, place_of, place_of_call
from .forces import AnyRule, Definition, Rule
from .moves import Move
from .scopes import Scope


@dataclass(frozen=True, eq=False)
class Game:
    """What there is on the table and what each move does to it, whatever the rules allow.

    name: as in `rulewright check NAME`.
    start: gives the first state from the parameters and, where they are among its arguments, the
    terms and an opening, a `Move` made by CHANCE: one first state for each possible opening.
    step: gives the state after a move. over: true of a state in which play has ended.
    """

    name: str
    state: type
    moves: tuple[type[Move], ...]
    start: Callable[..., Any]
    step: Callable[[Any, Any], Any]
    over: Callable[[Any], bool]
    scopes: tuple[Scope, ...]

    def scope(self, name: str) -> Scope:
        """The scope of this name; KeyError if the game has none."""
        for scope in self.scopes:
            if scope.name == name:
                return scope
        raise KeyError(name)


def rules_of(*modules: str) -> tuple[AnyRule, ...]:
    """Every rule and definition written in these modules, in order: `rules_of(__name__)`."""
    found = (
        thing
        for module in modules
        for thing in vars(sys.modules[module]).values()
        if isinstance(thing, (Rule, Definition)) and thing.speaks.__module__ == module
    )
    return tuple(dict.fromkeys(found))  # a rule may have a second name in its file


@dataclass(frozen=True, eq=False)
class Rulebook:
    """The rules of a game. Building it settles the exceptions; nothing changes afterwards.

    sentences: the path of the source's index, from the project's root: a table with an id, a
    section, a place and a paraphrase for each sentence that rules something.
    scores: gives a player's points, and wins whether a player has won, from the state and the
    seat; both are asked of states in which play is over. Each is a function, or what counts_as
    made of one, or the name of such a definition; either may be left out.
    """

    title: str
    game: Game
    sentences: str
    rules: tuple[AnyRule, ...]
    scores: Callable[[Any, Any], int] | str | None = None
    wins: Callable[[Any, Any], bool] | str | None = None
    _sealed: tuple[tuple[AnyRule, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._check_names()
        self._link()
        self._name_ending()
        self._check_circles()
        sealed = tuple(rule.exceptions.seal() for rule in self.rules)
        object.__setattr__(self, "_sealed", sealed)

    def _check_names(self) -> None:
        seen: dict[str, AnyRule] = {}
        for rule in self.rules:
            if rule.name in seen:
                raise RulesError(
                    "RW051",
                    place_of(rule.speaks),
                    f"two rules of {self.title} are called {rule.name}",
                    "give each rule a name of its own; findings and rulings refer to it",
                )
            seen[rule.name] = rule

    def _link(self) -> None:
        """Resolve exceptions given by name, and refuse those to rules that are not in the book."""
        by_name = {rule.name: rule for rule in self.rules}
        for rule in self.rules:
            for base in rule.instead_of:
                target = by_name.get(base) if isinstance(base, str) else base
                if target is None or target not in self.rules:
                    named = base if isinstance(base, str) else base.name
                    raise RulesError(
                        "RW052",
                        place_of(rule.speaks),
                        f"{rule.name} stands instead of {named}, which is no rule of this rulebook",
                        "name a rule of the same rulebook, or leave `instead_of` out",
                        missing_rule=True,
                    )
                if isinstance(target, Rule) is not isinstance(rule, Rule):
                    raise RulesError(
                        "RW052",
                        place_of(rule.speaks),
                        f"of {rule.name} and {target.name}, one is a rule and one a definition",
                        "let a rule stand instead of a rule, and counts_as of a counts_as",
                    )
                if rule not in tuple(target.exceptions):
                    target.exceptions.add(rule)

    def _name_ending(self) -> None:
        """Resolve who wins and what players score where a definition is given by name."""
        by_name = {rule.name: rule for rule in self.rules if isinstance(rule, Definition)}
        for part, given in (("scores", self.scores), ("wins", self.wins)):
            if not isinstance(given, str):
                continue
            if given not in by_name:
                # A name that is nearly that of a definition is misspelt; else one may be missing.
                near = get_close_matches(given, by_name, n=1)
                meant = f"did you mean {near[0]}? Name" if near else "name"
                raise RulesError(
                    "RW052",
                    place_of_call(__file__),
                    f"{self.title} gives {given} as `{part}`, which is no definition of it",
                    f"{meant} what counts_as made of one, or leave `{part}` out",
                    missing_rule=not near and all(given != rule.name for rule in self.rules),
                )
            object.__setattr__(self, part, by_name[given])

    def _check_circles(self) -> None:
        def visit(rule: AnyRule, above: tuple[AnyRule, ...]) -> None:
            if rule in above:
                circle = [*above[above.index(rule) :], rule]
                names = " instead of ".join(r.name for r in reversed(circle))
                alone = len(circle) == 2
                raise RulesError(
                    "RW053" if alone else "RW054",
                    place_of(rule.speaks),
                    f"{rule.name} is an exception to itself"
                    if alone
                    else f"exceptions go in a circle: {names}",
                    "an exception must lead to a rule that has the last word; "
                    "leave out one `instead_of`",
                )
            for exception in rule.exceptions:
                visit(exception, (*above, rule))

        for rule in self.rules:
            visit(rule, ())

    def rule(self, name: str) -> AnyRule:
        """The rule of this name; KeyError if the book has none."""
        for rule in self.rules:
            if rule.name == name:
                return rule
        raise KeyError(name)
