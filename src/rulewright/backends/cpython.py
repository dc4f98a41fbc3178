"""The meaning itself: a game played by running its Python functions.

Which rule is about which kind of move, and which field chance decides, is read from the program;
everything else is the project's own code, called as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rulewright.ir.program import MoveKind, Program, RuleEntry
from rulewright.ir.types import FixedT, domain
from rulewright.ir.values import Misfit, lift, lower
from rulewright.words.claims import AnyClaim
from rulewright.words.duties import OutOfBounds
from rulewright.words.forces import Force, Rule
from rulewright.words.resolution import holds, stands


class CPython:
    """Plays the game of a program in CPython. States and moves are the project's own objects.

    Duties that fail raise `Duty` errors or the built-in ones that stand for them.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._game = program.book.game
        self._plans = {
            (entry.rule, force): stands(entry.rule, force)
            for entry in program.rules
            for force in (*Force, None)
        }

    @cached_property
    def openings(self) -> tuple[Any, ...]:
        """Every possible deal, (None,) where the game has none."""
        deal = self.program.opening.deal
        if deal is None:
            return (None,)
        every = (lift(deal, value) for value in domain(deal))
        box = self.program.box
        return tuple(d for d in every if not hasattr(d, "possible") or d.possible(box))

    def start(self, terms: Any, deal: Any) -> Any:
        """The first state under these terms and this deal; either may be None."""
        by_type = {type(thing): thing for thing in (self.program.box, terms, deal)}
        hints = self._start_parameters
        state = self._game.start(*(by_type[cls] for cls in hints))
        return self._fitting(state, "the first state")

    @cached_property
    def _start_parameters(self) -> tuple[type, ...]:
        from typing import get_type_hints

        hints = get_type_hints(self._game.start)
        return tuple(cls for name, cls in hints.items() if name != "return")

    def kind(self, move: Any) -> int:
        """The position of a move's kind among those of the game."""
        return self._game.moves.index(type(move))

    def possible(self, state: Any, move: Any) -> bool:
        """Whether a move can physically be made: chance can give it, and `possible` says so."""
        kind = self.program.kinds[self.kind(move)]
        return self._drawable(kind, state, move) and (
            not hasattr(move, "possible") or move.possible(state)
        )

    def _drawable(self, kind: MoveKind, state: Any, move: Any) -> bool:
        left = {at: getattr(state, self.program.state.fields[at][0]) for _, at in kind.chance}
        for at, bag_at in kind.chance:
            drawn = getattr(move, kind.type.fields[at][0])
            if drawn is not None:
                if left[bag_at].count(drawn) < 1:
                    return False
                left[bag_at] = left[bag_at].minus(drawn)
        return True

    def stands(self, entry: RuleEntry, force: Force | None, *args: Any) -> bool:
        """Whether a rule stands with this force in a case, its exceptions considered."""
        terms = getattr(args[0], "terms", None)

        def speaks(rule: Rule[Any]) -> bool:
            about = self._entries[rule]
            moves_fit = not about.kinds or self.kind(args[1]) in about.kinds
            return moves_fit and bool(rule.speaks(*args))

        return holds(self._plans[entry.rule, force], terms, speaks)

    def obeyed(self, entry: RuleEntry, *args: Any) -> bool:
        """Whether a state, or what a move does, is as a rule wants it, exceptions considered."""
        terms = getattr(args[0], "terms", None)
        forces = {clause.force for clause in entry.rule.clauses if clause.counts(terms)}
        others = [e for e in self.program.rules if any(e.rule is r for r in entry.rule.exceptions)]
        if any(self.stands(other, None, *args) for other in others):
            return True
        speaks = entry.rule.speaks(*args)
        return not (
            (speaks and Force.MUST_NOT in forces)
            or (not speaks and bool(forces & {Force.MUST, Force.ALWAYS}))
        )

    @cached_property
    def _entries(self) -> dict[Rule[Any], RuleEntry]:
        return {entry.rule: entry for entry in self.program.rules}

    def _some(self, force: Force, state: Any, move: Any) -> bool:
        return any(
            self.stands(entry, force, state, move)
            for entry in self._about(self.kind(move))
            if force.value in entry.stands
        )

    def _about(self, kind: int) -> list[RuleEntry]:
        return [e for e in self.program.rules if kind in e.kinds and not e.outcome]

    def permits(self, state: Any, move: Any) -> bool:
        """Some `may` permits the move."""
        return self._some(Force.MAY, state, move)

    def demands(self, state: Any, move: Any) -> bool:
        """Some `must` demands the move."""
        return self._some(Force.MUST, state, move)

    def forbids(self, state: Any, move: Any) -> bool:
        """Some `must not` forbids the move."""
        return self._some(Force.MUST_NOT, state, move)

    def allowed(self, state: Any, move: Any) -> bool:
        """Possible, permitted or demanded, and not forbidden."""
        return (
            self.possible(state, move)
            and (self.permits(state, move) or self.demands(state, move))
            and not self.forbids(state, move)
        )

    def owed(self, state: Any, move: Any) -> bool:
        """Possible, demanded and not forbidden."""
        return (
            self.possible(state, move)
            and self.demands(state, move)
            and not self.forbids(state, move)
        )

    @cached_property
    def _demanding(self) -> tuple[int, ...]:
        """The kinds of moves that some rule may demand."""
        musts = [e for e in self.program.rules if Force.MUST.value in e.stands and not e.outcome]
        return tuple(sorted({kind for entry in musts for kind in entry.kinds}))

    @cached_property
    def _moves(self) -> tuple[tuple[Any, ...], ...]:
        """Every move of each kind."""
        return tuple(
            tuple(lift(kind.type, value) for value in domain(kind.type))
            for kind in self.program.kinds
        )

    def pending(self, state: Any) -> bool:
        """Whether some move is owed."""
        return any(self.owed(state, move) for at in self._demanding for move in self._moves[at])

    def legal(self, state: Any, move: Any) -> bool:
        """Whether a move is legal: owed where any move is owed, else allowed."""
        return self.owed(state, move) if self.pending(state) else self.allowed(state, move)

    def legal_moves(self, state: Any) -> Iterator[Any]:
        """Every legal move."""
        asked = self.owed if self.pending(state) else self.allowed
        return (move for kind in self._moves for move in kind if asked(state, move))

    def step(self, state: Any, move: Any) -> Any:
        """The state after a move; OutOfBounds where it does not fit the type of the state."""
        return self._fitting(self._game.step(state, move), "the state after the move")

    def over(self, state: Any) -> bool:
        """Whether play has ended."""
        return self._game.over(state)

    def mover(self, state: Any, move: Any) -> int | None:
        """The seat of the player who makes the move, None for chance."""
        by = type(move).by
        if not isinstance(by, str):
            return None
        found = getattr(state, by)
        seat: int = found() if callable(found) else found
        return seat

    def ask(self, claim: AnyClaim, *args: Any) -> Any:
        """What a claim's function says of a case."""
        return claim.says(*args)

    def _fitting(self, state: Any, what: str) -> Any:
        try:
            lower(self.program.state, state, what)
        except Misfit as misfit:
            raise OutOfBounds(str(misfit)) from misfit
        return state


def fixed(kind: object) -> bool:
    """Whether a type is a constant of the scope, which is not shown as part of a state."""
    return isinstance(kind, FixedT)
