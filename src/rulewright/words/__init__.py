"""The words of the rule language: what a model, a rulebook and its claims are written with."""

from .bag import Bag, Lookup
from .claims import (
    AnyClaim,
    Claim,
    ClaimKind,
    Expect,
    always,
    at_least,
    at_most,
    eventually,
    matters,
    never,
    sometimes,
    terminates,
)
from .duties import Duty, DutyKind, NotDefined, NotExactlyOne, OutOfBounds
from .errors import Place, RulesError
from .forces import (
    SILENT,
    AnyRule,
    Clause,
    Definition,
    Force,
    Rule,
    Silent,
    counts_as,
    may,
    must,
    must_not,
)
from .games import Game, Rulebook, rules_of
from .helpers import implies, put, the
from .kinds import between, drawn_from, length, place_in, unordered, up_to
from .moves import CHANCE, Chance, Move
from .scopes import Scope
from .terms import Parameters, Reading, Term, Terms, Variant

__all__ = [
    "CHANCE",
    "SILENT",
    "AnyClaim",
    "AnyRule",
    "Bag",
    "Chance",
    "Claim",
    "ClaimKind",
    "Clause",
    "Definition",
    "Duty",
    "DutyKind",
    "Expect",
    "Force",
    "Game",
    "Move",
    "NotDefined",
    "NotExactlyOne",
    "OutOfBounds",
    "Parameters",
    "Place",
    "Reading",
    "Rule",
    "Rulebook",
    "RulesError",
    "Scope",
    "Silent",
    "Lookup",
    "Term",
    "Terms",
    "Variant",
    "always",
    "at_least",
    "at_most",
    "between",
    "counts_as",
    "drawn_from",
    "eventually",
    "implies",
    "length",
    "matters",
    "may",
    "must",
    "must_not",
    "never",
    "place_in",
    "put",
    "rules_of",
    "sometimes",
    "terminates",
    "the",
    "unordered",
    "up_to",
]
