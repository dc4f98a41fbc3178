"""One random play, and a log that asks rules and claims of everything that happens in it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from rulewright.ir.fault import Fault
from rulewright.ir.values import misfit
from rulewright.words.duties import DutyKind

from .explore_claims import ClaimWatch
from .explore_found import Case, Failure, failure_key
from .explore_rules import RuleWatch
from .sample_goals import GoalWatch
from .sample_moves import ROOM, Chooser
from .sample_values import Dice, SomeOf
from .subject import Subject, Witness

# A play that has more moves than this is cut off.
MOST_MOVES = 10_000

# Where a choice comes from: a number below ROOM each time.
Draw: TypeAlias = Callable[[], int]


class Ending(Enum):
    """How a play came to its end."""

    OVER = "play is over"
    DEAD_END = "no move is legal"
    FAULT = "a duty failed"
    CUT_OFF = "it went on for too long"
    STOPPED = "what was looked for was met"


@dataclass
class Played:
    """A play: the number of its first state, its moves by number, and how it ended.

    game: its number among the plays of a sample, those that could not start included.
    """

    first: int
    start: Any
    game: int = 0
    moves: array[int] = field(default_factory=lambda: array("l"))
    ending: Ending | None = None


class Log:
    """What has been met in some plays. States are numbered as they come, moves as they are new."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.some = SomeOf()
        self.claims = ClaimWatch(subject, self.fault, self.some.of)
        self.rules = RuleWatch(subject, self.fault)
        self.goals = GoalWatch(subject)
        self.plays: list[Played] = []
        self.failures: dict[Any, Failure] = {}
        self.dead_ends: dict[int, Any] = {}
        self.late: dict[int, list[Case]] = {}
        self.moves: list[tuple[int, Any]] = []
        self.states = 0
        self.faults = 0
        self.game = 0
        self._numbers: dict[tuple[int, Any], int] = {}

    def number(self, kind: int, move: Any) -> int:
        """The number of a move."""
        known = self._numbers.setdefault((kind, move), len(self.moves))
        if known == len(self.moves):
            self.moves.append((kind, move))
        return known

    def fault(self, where: str, fault: Fault, case: Case | None) -> None:
        """Note a duty that failed."""
        self.faults += 1
        key = failure_key(where, fault)
        kept = self.failures.get(key)
        first = (fault.kind, fault.reason, fault.place, where, case)
        if kept is not None:
            first = (kept.kind, kept.reason, kept.place, kept.where, kept.case)
        self.failures[key] = Failure(*first, times=1 if kept is None else kept.times + 1)

    def play_of(self, case: Case) -> Played:
        """The play that a case is of."""
        return next(p for p in reversed(self.plays) if p.first <= case.state)

    def state(self, case: Case) -> Any:
        """The state of a case: the play to it, made again."""
        witness = self.witness(Case(case.state))
        step = list(map(self.subject.interpreter.function, self.subject.program.step))
        state = witness.start
        for kind, move in witness.moves:
            state = step[kind](state, move)
        return state

    def witness(self, case: Case) -> Witness:
        """The play to a case as it was made; its last move is the case's, if it was made."""
        play = self.play_of(case)
        numbers = list(play.moves[: case.state - play.first])
        if case.move is not None and case.after is not None:
            numbers.append(case.move)
        return Witness(play.start, tuple(self.moves[n] for n in numbers))


class Player:
    """Plays a subject's game, as the choices say."""

    def __init__(self, subject: Subject) -> None:
        program, function = subject.program, subject.interpreter.function
        self.subject = subject
        self.chooser = Chooser(subject)
        self._over = function(program.over)
        self._step = [function(name) for name in program.step]

    def play(self, draw: Draw, log: Log, stop: Callable[[], bool] = lambda: False) -> Played | None:
        """Make one play, up to where `stop` asks to; None where it cannot start."""
        opening = self.chooser.opening(draw())
        if opening is None:
            return None
        try:
            state = self.fitting(self.subject.start(*opening))
        except Fault as fault:
            log.fault("the start", fault, None)
            return None
        play = Played(log.states, state, log.game)
        log.plays.append(play)
        _Game(self, log, play).go_on(draw, state, stop)
        return play

    def over(self, state: Any) -> bool:
        """Whether play is over."""
        return bool(self._over(state))

    def after(self, state: Any, kind: int, move: Any) -> Any:
        """The state after a move; Fault where it is none."""
        return self.fitting(self._step[kind](state, move))

    def fitting(self, state: Any) -> Any:
        """The state; Fault where it leaves the bounds of its type."""
        why = misfit(self.subject.program.state, state, "the state")
        if why is not None:
            raise Fault(DutyKind.IN_BOUNDS, why)
        return state


class _Game:
    """A play that is being made."""

    def __init__(self, player: Player, log: Log, play: Played) -> None:
        self.player = player
        self.log = log
        self.play = play
        self.terms = player.subject.terms_of(play.start)
        self.seen: dict[Any, int] = {}
        self.circling = False

    def go_on(self, draw: Draw, state: Any, stop: Callable[[], bool]) -> None:
        play = self.play
        while play.ending is None:
            self._arrive(state)
            play.ending = Ending.STOPPED if stop() else self._ended(state)
            if play.ending is None:
                state = self._move(draw, state)
        at, ended = len(self.play.moves), self.play.ending in (Ending.OVER, Ending.DEAD_END)
        self.log.goals.end(self.terms, len(self.log.plays) - 1, at, ended)

    def _ended(self, state: Any) -> Ending | None:
        try:
            if self.player.over(state):
                self._late(state)
                return Ending.OVER
        except Fault as fault:
            self.log.fault("over", fault, Case(self._at))
            return Ending.FAULT
        return Ending.CUT_OFF if len(self.play.moves) >= MOST_MOVES else None

    def _late(self, state: Any) -> None:
        """Note a move that the rules still allow though play is over."""
        chosen = self.player.chooser.move(state, 0, lambda *_: None)
        if chosen is not None:
            case = Case(self._at, self.log.number(*chosen), self._at + 1)
            self.log.late.setdefault(chosen[0], []).append(case)

    @property
    def _at(self) -> int:
        """The number of the state that the play is in."""
        return self.play.first + len(self.play.moves)

    def _arrive(self, state: Any) -> None:
        log, at = self.log, self._at
        log.states = at + 1
        log.some.turn = len(self.play.moves)
        before = self.seen.setdefault(state, len(self.play.moves))
        log.rules.state(self.terms, state, at)
        log.claims.state(self.terms, state, at)
        play, position = len(log.plays) - 1, len(self.play.moves)
        log.goals.state(self.terms, state, play, position)
        if before < position:
            log.goals.again(self.terms, play, before, position)

    def _choose(self, draw: Draw, state: Any) -> tuple[int, Any] | None:
        position = len(self.play.moves)
        choice = draw()
        self.circling = self.circling or (choice == 0 and self.seen[state] < position)
        if choice == 0 and self.circling:
            # The simplest of moves, over and over, leads in circles.
            choice = 1 + Dice(position).below(ROOM - 1)

        def on_fault(where: str, fault: Fault, kind: int, move: Any) -> None:
            case = Case(self._at) if kind < 0 else Case(self._at, self.log.number(kind, move))
            self.log.fault(where, fault, case)

        return self.player.chooser.move(state, choice, on_fault)

    def _move(self, draw: Draw, state: Any) -> Any:
        """Make one move, and give the state after it; the play ends where there is none."""
        faults = self.log.faults
        chosen = self._choose(draw, state)
        if chosen is None:
            stuck = self.log.faults == faults
            self.play.ending = Ending.DEAD_END if stuck else Ending.FAULT
            if stuck:
                self.log.dead_ends[self._at] = state
            return state
        kind, move = chosen
        log, number = self.log, self.log.number(kind, move)
        case = Case(self._at, number, self._at + 1)
        try:
            after = self.player.after(state, kind, move)
        except Fault as fault:
            what = f"what {self.player.subject.program.kinds[kind].name} does"
            log.fault(what, fault, Case(self._at, number))
            log.claims.move(self.terms, kind, (state, move), Case(self._at, number))
            self.play.ending = Ending.FAULT
            return state
        self.play.moves.append(number)
        log.claims.move(self.terms, kind, (state, move), case)
        log.claims.outcome(self.terms, kind, (state, move, after), case)
        log.rules.outcome(self.terms, kind, (state, move, after), case)
        return after
