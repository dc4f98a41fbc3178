"""Strategies for states, moves and whole plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from hypothesis import assume, note
from hypothesis import strategies as st

from rulewright.backends.cpython import CPython
from rulewright.engines.sample_moves import ROOM, Candidates, Chooser
from rulewright.engines.sample_values import any_value, perturbed
from rulewright.engines.subject import Subject
from rulewright.ir.fault import Fault
from rulewright.ir.values import lift, lower, misfit
from rulewright.words.claims import AnyClaim
from rulewright.words.games import Game, Rulebook
from rulewright.words.scopes import Scope

# What strategies are made from: a rulebook or a game without rules, at its first scope, or either
# compiled at another by `subject_of`.
Playable: TypeAlias = Subject | Rulebook | Game

_CHOICE = st.integers(0, ROOM - 1)


def subject_of(
    book: Rulebook | Game, scope: str | Scope | None = None, claims: Sequence[AnyClaim] = ()
) -> Subject:
    """A rulebook or a game at one of its scopes (the first, if none is named), ready to play.

        TINY = subject_of(BOOK, "tiny")

    A game without a rulebook has no legal moves, but states and possible moves.
    """
    whole = Rulebook(book.name, book, "", ()) if isinstance(book, Game) else book
    if isinstance(scope, Scope):
        return Subject.of(whole, scope, scope.box, claims)
    found = whole.game.scopes[0] if scope is None else whole.game.scope(scope)
    return Subject.of(whole, found, found.box, claims)


@dataclass(frozen=True)
class Play:
    """A play: the first state, each move, and the state after each."""

    start: Any
    moves: tuple[Any, ...]
    states: tuple[Any, ...] = field(repr=False)

    @property
    def last(self) -> Any:
        """The state in which the play ends."""
        return self.states[-1] if self.states else self.start


class Choices:
    """A source of choices drawn from Hypothesis."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def below(self, number: int) -> int:
        """A whole number below this one; 0 is what examples shrink to."""
        return 0 if number <= 1 else self._draw(st.integers(0, number - 1))


class Player:
    """What strategies need of a game, made once for all examples."""

    def __init__(self, game: Playable) -> None:
        self.subject = game if isinstance(game, Subject) else subject_of(game)
        program, function = self.subject.program, self.subject.interpreter.function
        self.program = program
        self.chooser = Chooser(self.subject)
        self.cpython = CPython(program)
        self.candidates = [Candidates(program, kind) for kind in program.kinds]
        self.over = function(program.over)
        self.step = [function(name) for name in program.step]

    def __repr__(self) -> str:
        return repr(self.subject)

    def opening(self, draw: Any) -> tuple[Any, Any]:
        """The terms and the deal that play starts from, as IR values."""
        opening = self.chooser.opening(draw(_CHOICE))
        assume(opening is not None)
        assert opening is not None
        return opening

    def opened(self, opening: tuple[Any, Any]) -> Any:
        """The first state of an opening, made in CPython."""
        types = (self.program.opening.terms, self.program.opening.deal)
        pairs = zip(types, opening, strict=True)
        things = (None if kind is None else lift(kind, value) for kind, value in pairs)
        return self.cpython.start(*things)

    def lifted(self, state: Any) -> Any:
        """A state as a Python object."""
        return lift(self.program.state, state)

    def lowered(self, state: Any) -> Any:
        """A state as an IR value."""
        return lower(self.program.state, state)


def plays(game: Playable, *, most: int = 50) -> st.SearchStrategy[Play]:
    """Plays by the rules, from an opening on, of at most so many moves.

        @given(plays(BOOK))
        def test_cards_only_get_fewer(play: Play) -> None:
            totals = [table.pool.total() for table in (play.start, *play.states)]
            assert totals == sorted(totals, reverse=True)

    A play ends where it is over, where no move is legal, and anywhere before. The choices are
    played by the game's own functions; an error that these raise fails the test.
    """
    return _plays(Player(game), most)


@st.composite
def _plays(draw: Any, player: Player, most: int) -> Play:
    start = state = player.opened(player.opening(draw))
    made: list[Any] = []
    after: list[Any] = []
    length = draw(st.integers(0, most))
    while len(made) < length and not player.cpython.over(state):
        chosen = player.chooser.move(player.lowered(state), draw(_CHOICE), _ignore)
        if chosen is None:
            break
        kind, value = chosen
        move = lift(player.program.kinds[kind].type, value)
        state = player.cpython.step(state, move)
        made.append(move)
        after.append(state)
    return Play(start, tuple(made), tuple(after))


def _ignore(*_: Any) -> None:
    """A duty that fails in a rule makes its move none that is chosen."""


def states(game: Playable, *, reachable: bool | None = None) -> st.SearchStrategy[Any]:
    """States of a game.

        @given(states(BOOK))
        def test_the_turn_is_a_seat(table: Table) -> None:
            assert 0 <= table.turn < table.box.players

    Most are met in play or lie near one that is, with a few parts changed; some are any state that
    fits the types, whether play can reach it or not. `reachable` asks for the first sort, or for
    the others, alone. What no play reaches keeps only the bounds of the types.
    """
    player = Player(game)
    played = _reached(player).map(player.lifted)
    if reachable is True:
        return played
    beside = _beside(player).map(player.lifted)
    return beside if reachable is False else st.one_of(played, beside)


@st.composite
def _reached(draw: Any, player: Player) -> Any:
    """An IR state that a play by the rules is in."""
    state = _or_reject(partial(player.subject.start, *player.opening(draw)))
    for _ in range(draw(st.integers(0, 30))):
        if _or_reject(partial(player.over, state)):
            break
        chosen = player.chooser.move(state, draw(_CHOICE), _ignore)
        if chosen is None:
            break
        kind, move = chosen
        after = _or_reject(partial(player.step[kind], state, move))
        if misfit(player.program.state, after) is not None:
            break
        state = after
    return state


def _or_reject(run: Callable[[], Any]) -> Any:
    """What it gives; where a duty fails, this is no example."""
    try:
        return run()
    except Fault as fault:
        note(f"a duty fails in play: {fault}")
        assume(False)


@st.composite
def _beside(draw: Any, player: Player) -> Any:
    """An IR state that need not be reachable."""
    source, kind = Choices(draw), player.program.state
    if source.below(4) == 3:
        return any_value(kind, source)
    state = draw(_reached(player))
    for _ in range(1 + source.below(3)):
        state = perturbed(kind, state, source)
    return state


def moves(game: Playable, state: Any = None, *, legal: bool = False) -> st.SearchStrategy[Any]:
    """Moves of a game: all kinds alike, whatever can be drawn from the bags of the state.

        @given(st.data())
        def test_a_move_changes_something(data: st.DataObject) -> None:
            table = data.draw(states(BOOK, reachable=True))
            move = data.draw(moves(BOOK, table, legal=True))
            assert step(table, move) != table

    Without a state, and now and then with one, a move is any that fits its type. With `legal` it
    is one that the rules allow; an example without any is rejected.
    """
    return _moves(Player(game), state, legal)


@st.composite
def _moves(draw: Any, player: Player, state: Any, legal: bool) -> Any:
    kinds = player.program.kinds
    if legal:
        chosen = player.chooser.move(player.lowered(state), draw(_CHOICE), _ignore)
        assume(chosen is not None)
        assert chosen is not None
        return lift(kinds[chosen[0]].type, chosen[1])
    source = Choices(draw)
    at = source.below(len(kinds))
    kind = kinds[at].type
    if state is None or source.below(8) == 7:
        return lift(kind, any_value(kind, source))
    found = next(iter(player.candidates[at].draw(player.lowered(state), source)), None)
    return lift(kind, any_value(kind, source) if found is None else found)
