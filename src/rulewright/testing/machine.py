"""A state machine of a game for Hypothesis: one rule for each kind of move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, TypeAlias

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from rulewright.engines.sample_moves import ROOM
from rulewright.ir.program import ClaimEntry, RuleEntry
from rulewright.ir.types import domain
from rulewright.ir.values import lift
from rulewright.words.claims import AnyClaim, ClaimKind
from rulewright.words.games import Rulebook
from rulewright.words.scopes import Scope

from .plays import Player, subject_of

Machine: TypeAlias = type[RuleBasedStateMachine]

_CHOICE = st.integers(0, ROOM - 1)


class _Table(RuleBasedStateMachine):
    """A game that is being played in CPython; subclasses are given their rules."""

    player: Player
    state: Any = None
    known: tuple[Any, tuple[int, ...]] = (None, ())

    def begin(self, choice: int) -> None:
        """Deal."""
        opening = self.player.chooser.opening(choice)
        if opening is None:
            raise ValueError("play cannot start in this scope")
        self.state = self.player.opened(opening)

    def open(self) -> tuple[int, ...]:
        """The kinds of which some move is legal."""
        if self.known[0] is not self.state:
            kinds = range(len(self.player.program.kinds))
            found = tuple(kind for kind in kinds if self.chosen(kind, 0) is not None)
            self.known = (self.state, found)
        return self.known[1]

    def chosen(self, kind: int, choice: int) -> Any:
        """A legal move of a kind, None where there is none."""
        player = self.player
        if self.state is None or player.cpython.over(self.state):
            return None
        found = player.chooser.move(player.lowered(self.state), choice, lambda *_: None, kind)
        return None if found is None else lift(player.program.kinds[kind].type, found[1])

    def make(self, kind: int, choice: int) -> None:
        """Make a legal move of a kind."""
        move = self.chosen(kind, choice)
        assert move is not None  # a precondition
        before, self.state = self.state, self.player.cpython.step(self.state, move)
        for entry in self.player.program.rules:
            if entry.outcome and kind in entry.kinds:
                self.obey(entry, before, move, self.state)
        for claim in self.player.program.claims:
            if claim.kinds and kind in claim.kinds:
                args = (before, move, self.state) if claim.outcome else (before, move)
                self.hold(claim, *args)

    def obey(self, entry: RuleEntry, *args: Any) -> None:
        """Fail where a rule that counts is not obeyed."""
        for extra in _everything(entry):
            assert self.player.cpython.obeyed(entry, *args, *extra), (
                f"{entry.rule.name} is not obeyed"
            )

    def hold(self, entry: ClaimEntry, *args: Any) -> None:
        """Fail where a claim does not hold."""
        claim, terms = entry.claim, getattr(args[0], "terms", None)
        if terms is not None and any(term in vars(terms).values() for term in claim.unless):
            return
        for extra in _everything(entry):
            value = claim.says(*args, *extra)
            bound = claim.bound if claim.bound is not None else 0
            held = {
                ClaimKind.ALWAYS: bool(value),
                ClaimKind.NEVER: not value,
                ClaimKind.AT_MOST: value <= bound,
                ClaimKind.AT_LEAST: value >= bound,
            }.get(claim.kind, True)
            assert held, f"{claim.name} does not hold"


def _everything(entry: RuleEntry | ClaimEntry) -> list[tuple[Any, ...]]:
    """All values of the further parameters of a rule or claim, as Python objects."""
    return list(product(*([lift(kind, v) for v in domain(kind)] for kind in entry.extra)))


def state_machine(
    book: Rulebook, scope: str | Scope | None = None, claims: Sequence[AnyClaim] = ()
) -> Machine:
    """A RuleBasedStateMachine that plays the game by its rules; a failing play shrinks.

        TestStarGrid = state_machine(BOOK, "tiny", claims=[cards_are_conserved]).TestCase

    It has a rule for each kind of move, which makes a legal one. It fails where `always` rules,
    rules over (before, move, after) or the given claims (always, never, at most, at least) do not
    hold, and where a duty fails. Play is in CPython: what runs is the project's own code.
    """
    player = Player(subject_of(book, scope, claims))
    program = player.program
    body: dict[str, Any] = {
        "player": player,
        "deal": initialize(choice=_CHOICE)(_named("deal", _Table.begin)),
        "nothing_is_legal": precondition(_ended)(
            rule()(_named("nothing_is_legal", lambda self: None))
        ),
    }
    for at, kind in enumerate(program.kinds):
        body[kind.name] = precondition(_can(at))(
            rule(choice=_CHOICE)(_named(kind.name, _making(at)))
        )
    body |= {
        entry.rule.name: invariant()(_named(entry.rule.name, _obeyed(entry)))
        for entry in program.rules
        if not entry.kinds
    }
    body |= {
        claim.claim.name: invariant()(_named(claim.claim.name, _held(claim)))
        for claim in program.claims
        if not claim.kinds and claim.function
    }
    return type(f"Play{book.game.name.title().replace('-', '')}", (_Table,), body)


def _named(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        return function(self, *args, **kwargs)

    run.__name__ = run.__qualname__ = name
    return run


def _making(kind: int) -> Callable[..., None]:
    return lambda self, choice: self.make(kind, choice)


def _can(kind: int) -> Callable[[Any], bool]:
    return lambda self: kind in self.open()


def _ended(self: _Table) -> bool:
    return not self.open()


def _obeyed(entry: RuleEntry) -> Callable[[Any], None]:
    return lambda self: self.obey(entry, self.state)


def _held(entry: ClaimEntry) -> Callable[[Any], None]:
    return lambda self: self.hold(entry, self.state)
