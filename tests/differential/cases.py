"""Random cases: a state, reachable or not, a move, legal or not, and a state after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.engines.sample_moves import ROOM, Candidates, Chooser
from rulewright.engines.sample_values import Dice, any_value, perturbed
from rulewright.engines.subject import Subject
from rulewright.ir.fault import Fault
from rulewright.ir.values import misfit

_LONGEST_PLAY = 60


@dataclass(frozen=True)
class Case:
    """A state, a move by its kind and IR value, and a state that may come after it."""

    state: Any
    kind: int
    move: Any
    after: Any


def cases(subject: Subject, dice: Dice) -> Iterator[Case]:
    """Cases without end: along random plays, and beside them."""
    maker = _Maker(subject, dice)
    while True:
        yield from maker.play()


class _Maker:
    def __init__(self, subject: Subject, dice: Dice) -> None:
        self.subject = subject
        self.dice = dice
        self.type = subject.program.state
        self.chooser = Chooser(subject)
        self.candidates = [Candidates(subject.program, kind) for kind in subject.program.kinds]
        self.step = [subject.interpreter.function(name) for name in subject.program.step]

    def play(self) -> Iterator[Case]:
        """A play that goes on after its end, where moves can still be made."""
        opening = self.chooser.opening(self.dice.below(ROOM))
        state = None if opening is None else self._started(opening)
        if state is None:
            yield self._beside(any_value(self.type, self.dice))
            return
        for _ in range(_LONGEST_PLAY):
            chosen = self.chooser.move(state, self.dice.below(ROOM), lambda *_: None)
            if chosen is None:
                yield self._beside(state)
                return
            after = self._after(state, *chosen)
            yield Case(state, *chosen, self._any(state) if after is None else after)
            if self.dice.below(2):
                yield self._beside(self._any(state))
            if after is None:
                return
            state = after

    def _started(self, opening: tuple[Any, Any]) -> Any | None:
        try:
            state = self.subject.start(*opening)
        except Fault:
            return None
        return None if misfit(self.type, state) else state

    def _after(self, state: Any, kind: int, move: Any) -> Any | None:
        try:
            after = self.step[kind](state, move)
        except Fault:
            return None
        return None if misfit(self.type, after) else after

    def _beside(self, state: Any) -> Case:
        """A case of any move, and any state after it."""
        kind = self.dice.below(len(self.step))
        if self.dice.below(4):
            move = next(iter(self.candidates[kind].draw(state, self.dice)), None)
        else:
            move = None
        if move is None:
            move = any_value(self.subject.program.kinds[kind].type, self.dice)
        after = self._after(state, kind, move) if self.dice.below(3) else None
        return Case(state, kind, move, self._any(state) if after is None else after)

    def _any(self, state: Any) -> Any:
        """A state near this one, or any at all."""
        if not self.dice.below(3):
            return any_value(self.type, self.dice)
        for _ in range(1 + self.dice.below(3)):
            state = perturbed(self.type, state, self.dice)
        return state
