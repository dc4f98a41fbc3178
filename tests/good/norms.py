"""Forces, exceptions to exceptions, readings, variants, definitions, outcomes and claims."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from rulewright import (
    SILENT,
    Game,
    Move,
    Parameters,
    Reading,
    Rulebook,
    Scope,
    Silent,
    Terms,
    Variant,
    always,
    at_least,
    at_most,
    between,
    counts_as,
    eventually,
    implies,
    matters,
    may,
    must,
    must_not,
    never,
    rules_of,
    sometimes,
    terminates,
)


@dataclass(frozen=True)
class Box(Parameters):
    highest: Annotated[int, between(1, 9)] = 5


class Forced(Reading):
    """Is taking the last token the player's choice?"""

    OFFERED = "it may be left"
    FORCED = "it must be taken"


class Board(Variant):
    """How long the game is."""

    SHORT = "to three"
    LONG = "to five"


@dataclass(frozen=True)
class Chosen(Terms):
    forced: Forced = Forced.OFFERED
    board: Board = Board.SHORT


Tokens: TypeAlias = Annotated[int, between(0, "highest")]


@dataclass(frozen=True)
class Heap:
    terms: Chosen
    tokens: Tokens
    turn: Annotated[int, between(0, 1)]


@dataclass(frozen=True)
class Take(Move, by="turn"):
    many: Annotated[int, between(1, 3)]


@dataclass(frozen=True)
class Leave(Move, by="turn"):
    """Take nothing."""


def start(box: Box, terms: Chosen) -> Heap:
    return Heap(terms, 3 if terms.board is Board.SHORT else box.highest, 0)


def step(heap: Heap, move: Take | Leave) -> Heap:
    taken = move.many if isinstance(move, Take) else 0
    return replace(heap, tokens=heap.tokens - taken, turn=1 - heap.turn)


@may("N-1")
def take_tokens(heap: Heap, move: Take) -> bool:
    return move.many <= heap.tokens


@must_not("N-2", instead_of=take_tokens)
def take_three(heap: Heap, move: Take) -> bool:
    return move.many == 3


@may("N-3", under=Board.LONG, instead_of="take_three")
def take_three_of_many(heap: Heap, move: Take) -> bool:
    return heap.tokens > 4


@may("N-4", under=Forced.OFFERED)
@must("N-4", under=Forced.FORCED)
def take_the_last(heap: Heap, move: Take) -> bool:
    return heap.tokens == move.many == 1


@may("N-5", instead_of=("take_tokens", "take_the_last"))
def leave_it(heap: Heap, move: Leave | Take) -> bool:
    return isinstance(move, Leave) and heap.tokens == 1


@must_not("N-6")
def leave_what_is_there(heap: Heap, move: Leave) -> bool:
    return heap.tokens > 1


@must("N-7")
def pass_the_turn(before: Heap, move: Take | Leave, after: Heap) -> bool:
    return after.turn != before.turn


@always("N-8")
def never_more(before: Heap, move: Take | Leave, after: Heap) -> bool:
    return after.tokens <= before.tokens


@always("N-9")
def within(heap: Heap, more: Annotated[int, between(0, 2)]) -> bool:
    return implies(more == 0, heap.tokens + more <= 9)


@counts_as("N-10")
def worth(heap: Heap, seat: Annotated[int, between(0, 1)]) -> int:
    return 1


@counts_as("N-11", instead_of=worth)
def worth_at_the_end(heap: Heap, seat: Annotated[int, between(0, 1)]) -> int | Silent:
    if heap.tokens > 0:
        return SILENT
    return 5 if heap.turn == seat else 0


@counts_as("N-12", under=Board.LONG, instead_of=worth_at_the_end)
def worth_of_a_long_game(heap: Heap, seat: Annotated[int, between(0, 1)]) -> int | Silent:
    return 9 if heap.tokens == 0 else SILENT


@counts_as("N-13", under=Forced.FORCED, instead_of="worth")
def worth_under_force(heap: Heap, seat: Annotated[int, between(0, 1)]) -> int:
    return 2


@counts_as("N-14")
def winner(heap: Heap) -> int | Silent | None:
    if heap.tokens > 2:
        return SILENT
    return heap.turn if heap.tokens == 0 else None


@counts_as("N-15", under=Forced.FORCED, instead_of=winner)
def winner_under_force(heap: Heap) -> int:
    return 1


def total(heap: Heap) -> int:
    return worth(heap, 0) + worth(heap, seat=1)


def over(heap: Heap) -> bool:
    return heap.tokens == 0


@always(unless=(Board.LONG,))
def few(heap: Heap) -> bool:
    """There are never more than three tokens in the short game."""
    return heap.tokens <= 3


@always(given=(few,))
def move_keeps_the_seat_right(before: Heap, move: Take, after: Heap) -> bool:
    return implies(take_tokens(before, move), after.tokens == before.tokens - move.many)


@never()
def both_win(heap: Heap) -> bool:
    return winner(heap) == 0 and winner(heap) == 1


@sometimes()
def a_three_can_be_taken(heap: Heap, move: Take) -> bool:
    return move.many == 3


@eventually()
def it_ends(heap: Heap) -> bool:
    return over(heap)


@at_most(9, reached=True)
def points(heap: Heap, seat: Annotated[int, between(0, 1)]) -> int:
    return worth(heap, seat)


@at_least(0)
def tokens(heap: Heap) -> int:
    return heap.tokens


@terminates()
def shrinking(heap: Heap) -> int:
    return heap.tokens * 2 + heap.turn


FORCED_MATTERS = matters(Forced)

GAME = Game("norms", Heap, (Take, Leave), start, step, over, (Scope("tiny", Box(), Chosen()),))
BOOK = Rulebook("Norms", GAME, "norms.tsv", rules_of(__name__))
