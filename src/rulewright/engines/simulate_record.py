"""What is kept of one random play, and who makes such plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from .sample_play import Ending
from .subject import Witness


@dataclass(frozen=True)
class Trouble:
    """A duty that failed in a play, or a dead end: where and why, and the play up to there.

    where: the name of a rule, "Take: possible", "what Take does", "the start", "wins"; "play" for
    a dead end.
    witness: None where play could not start. attempt: the move that was being made or asked about,
    as (position of its kind, IR value); None where there was none.
    """

    where: str
    reason: str
    witness: Witness | None
    attempt: tuple[int, Any] | None = None


@dataclass(frozen=True)
class Record:
    """One random play.

    kinds: how many moves of each kind it had, in the order of the program's kinds.
    rules: how often each rule spoke, in the order of the program's rules: of a move that was made,
    of what it did, or of a state that was reached.
    scores and wins: by seat; None where the book does not say, or play did not come to be over.
    trouble: of the first play of a run that has any; a runner may leave out that of later ones.
    """

    moves: int
    ending: Ending
    kinds: tuple[int, ...]
    rules: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    wins: tuple[bool, ...] | None = None
    trouble: Trouble | None = None


class CannotPlay(Exception):
    """No play can be made: str() says why."""


class Runner(Protocol):
    """Whoever makes random plays of a subject.

    A player to move takes each choice that is legal with the same likelihood, and so does chance
    where it makes a move; what is drawn is as likely as the bag holds copies. See `chances`.
    """

    def plays(self, seed: int, numbers: range) -> Iterator[Record]:
        """The plays of these numbers, in order; CannotPlay where there can be none.

        Seed and number alone decide what a play is. Play is under `own_terms` of the subject.
        """
