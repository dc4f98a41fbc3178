"""Random plays by the interpreter, one record each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.types import Unbounded

from .sample_play import MOST_MOVES, Ending, Player
from .simulate_choose import Drawer, own_terms
from .simulate_random import PlayRandom
from .simulate_record import CannotPlay, Record, Trouble
from .simulate_rules import Rules, count
from .subject import Subject, Witness


class InterpreterRunner:
    """Makes plays with the interpreter: any game, some hundreds or thousands of moves a second.

    CannotPlay where play cannot start, or where there are too many moves to choose among.
    """

    def __init__(self, subject: Subject, most_moves: int = MOST_MOVES) -> None:
        self.subject = subject
        self.most_moves = most_moves
        self.player = Player(subject)
        try:
            self.drawer = Drawer(subject)
            if not self.drawer.can_start():
                raise CannotPlay("play cannot start in this scope")
        except Unbounded as unbounded:
            raise CannotPlay(str(unbounded)) from unbounded
        self.rules = Rules(subject, own_terms(subject))
        program, function = subject.program, subject.interpreter.function
        ending = program.ending
        self.seats = range(0 if ending is None else (ending.seat.high or 0) + 1)
        self.scores = ending and ending.scores and function(ending.scores)
        self.wins = ending and ending.wins and function(ending.wins)

    def plays(self, seed: int, numbers: range) -> Iterator[Record]:
        """The plays of these numbers."""
        for number in numbers:
            yield _Play(self, PlayRandom.of(seed, number)).made()


class _Failed(Exception):
    """A duty failed; the play ends here."""

    def __init__(self, where: str, fault: Fault, attempt: tuple[int, Any] | None = None) -> None:
        self.where = where
        self.fault = fault
        self.attempt = attempt
        super().__init__(where)


class _Play:
    """One play being made."""

    def __init__(self, runner: InterpreterRunner, random: PlayRandom) -> None:
        self.runner = runner
        self.random = random
        self.rules = [0] * runner.rules.number
        self.kinds = [0] * len(runner.subject.program.kinds)
        self.start: Any = None
        self.moves: list[tuple[int, Any]] = []
        self.attempt: tuple[int, Any] | None = None

    def made(self) -> Record:
        """Make the play."""
        scores = wins = trouble = None
        try:
            state, ending = self._to_the_end()
            if ending is Ending.DEAD_END:
                stuck = Witness(self.start, tuple(self.moves))
                trouble = Trouble("play", "nobody has a legal move and play is not over", stuck)
            if ending is Ending.OVER:
                scores, wins = self._asked("scores", state), self._asked("wins", state)
        except _Failed as failed:
            ending = Ending.FAULT
            witness = None if self.start is None else Witness(self.start, tuple(self.moves))
            trouble = Trouble(failed.where, str(failed.fault), witness, failed.attempt)
        rules, kinds = tuple(self.rules), tuple(self.kinds)
        return Record(len(self.moves), ending, kinds, rules, scores, wins, trouble)

    def _to_the_end(self) -> tuple[Any, Ending]:
        player, rules = self.runner.player, self.runner.rules
        state = self._begun()
        while True:
            self.attempt = None
            self._count(rules.of_states, state)
            if self._over(state):
                return state, Ending.OVER
            if len(self.moves) >= self.runner.most_moves:
                return state, Ending.CUT_OFF
            made = self._move(state)
            if made is None:
                return state, Ending.DEAD_END
            kind, move = self.attempt = made
            self._count(rules.of_moves[kind], state, move)
            try:
                following = player.after(state, kind, move)
            except Fault as fault:
                name = self.runner.subject.program.kinds[kind].name
                raise _Failed(f"what {name} does", fault, made) from fault
            self._count(rules.of_outcomes[kind], state, move, following)
            self.moves.append(made)
            self.kinds[kind] += 1
            state = following

    def _begun(self) -> Any:
        subject = self.runner.subject
        try:
            self.start = self.runner.player.fitting(
                subject.start(*self.runner.drawer.opening(self.random))
            )
        except Fault as fault:
            raise _Failed("the start", fault) from fault
        return self.start

    def _over(self, state: Any) -> bool:
        try:
            return self.runner.player.over(state)
        except Fault as fault:
            raise _Failed("over", fault) from fault

    def _move(self, state: Any) -> tuple[int, Any] | None:
        return self.runner.drawer.move(state, self.random, self._move_failed)

    def _move_failed(self, where: str, fault: Fault, kind: int, move: Any) -> None:
        raise _Failed(where, fault, (kind, move))

    def _count(self, asked: list[Any], *args: Any) -> None:
        count(self.runner.rules, asked, args, self.rules, self._rule_failed)

    def _rule_failed(self, where: str, fault: Fault) -> None:
        raise _Failed(where, fault, self.attempt)

    def _asked(self, part: str, state: Any) -> tuple[Any, ...] | None:
        """What each seat scores, or whether it wins; None where the book does not say."""
        function = getattr(self.runner, part)
        if not function:
            return None
        try:
            return tuple(function(state, seat) for seat in self.runner.seats)
        except Fault as fault:
            raise _Failed(part, fault) from fault
