"""Terms and parameters: what is settled before play begins and never changes in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Term(Enum):
    """A choice settled before play. It stands in the state's terms and no move changes it."""


class Reading(Term):
    """What an unclear sentence may mean, one member a meaning."""


class Variant(Term):
    """What the rulebook itself leaves to the players."""


@dataclass(frozen=True)
class Terms:
    """The terms of a game: a frozen dataclass whose fields are readings and variants.

    Every field has a default: the reading under which the rulebook is played unless told otherwise.
    """


@dataclass(frozen=True)
class Parameters:
    """The sizes of a game: a frozen dataclass of bounded whole numbers, each with a default.

    Parameters are fixed by a scope. Bounds and lengths of the state's types may use their names.
    """

    def refusal(self) -> str:
        """Why no game can be set up with these sizes, in a sentence; empty where one can.

        Plain Python, asked once a scope; override it: "60 cards are needed and the box holds 52".
        """
        return ""
