"""The sample engine: claims asked of random plays, which shrink to short ones where they fail.

Hypothesis makes the choices and shrinks them; how a choice becomes a move stands in `sample_moves`.
All claims of a subject share the same plays. The seed alone decides which plays are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, strategies
from hypothesis.errors import Flaky, Unsatisfiable

from rulewright.ir.program import ClaimEntry
from rulewright.words.claims import ClaimKind

from . import sample_wanted as met
from .explore_claims import Looked
from .explore_found import Broken, Case, Failure, tried
from .explore_verdicts import check_cases, replayed, split
from .sample_goals import Goal
from .sample_moves import ROOM
from .sample_play import MOST_MOVES, Draw, Ending, Log, Played, Player
from .sample_values import Dice
from .subject import Subject, Witness
from .verdict import Budget, Fails, Sampled, Unknown, Verdict

# Choices are drawn from here up: Hypothesis has a liking for small numbers and for those that
# stand in the sources it can see, and a choice must depend on neither.
_BASE = 5 << 20

# Hypothesis gives an example 8 KiB, 4 bytes a choice; what a play needs beyond, dice choose.
_DRAWS = 1_900

# Moves that are made in search of a shorter play, for each play of the budget: not more than the
# plays themselves have.
_SHRINKING_MOVES = 150


class _Found(Exception):
    """For Hypothesis: the example is one to be shrunk."""


class _Enough(BaseException):
    """For Hypothesis: stop at once."""


def check(claim: ClaimEntry, subject: Subject, budget: Budget) -> Verdict:
    """The verdict of random plays on a claim of the subject's program."""
    sampling = subject.sampling(budget)
    if not sampling.plays:
        return Unknown(subject.name, "play cannot start in this scope")
    match claim.claim.kind:
        case ClaimKind.EVENTUALLY | ClaimKind.TERMINATES:
            return _check_plays(claim, sampling)
        case ClaimKind.MATTERS:
            return Unknown(subject.name, "random plays do not tell whether a reading matters")
        case _:
            return check_cases(claim, sampling)


def sample(subject: Subject, budget: Budget) -> Sampling:
    """Make the budget's number of random plays, asking all rules and claims of each."""
    player, log = Player(subject), Log(subject)

    def one(draw: Draw) -> bool:
        player.play(draw, log)
        budget.progress(len(log.plays), f"{log.states:,} positions")
        return False

    for log.game in range(budget.games):
        _play(one, budget.seed, log.game)
    return Sampling(subject, budget, log)


@dataclass(frozen=True, eq=False)
class Sampling:
    """What random plays have met, in the terms of a search: cases are numbered states of plays."""

    subject: Subject
    budget: Budget
    log: Log
    _short: dict[Any, Witness] = field(default_factory=dict, init=False, repr=False)

    # A sample is never all there is.
    complete = False

    @property
    def plays(self) -> Sequence[Played]:
        """Every play that was begun."""
        return self.log.plays

    @cached_property
    def games(self) -> int:
        """How many plays came to their end."""
        return sum(play.ending in (Ending.OVER, Ending.DEAD_END) for play in self.plays)

    @cached_property
    def moves(self) -> int:
        """How many moves were made in all."""
        return sum(len(play.moves) for play in self.plays)

    @property
    def looked(self) -> dict[ClaimEntry, Looked]:
        """What was seen of each claim about states and moves."""
        return self.log.claims.looked

    @property
    def faults(self) -> Sequence[Failure]:
        """The duties that failed, each with the first case of it; `witness` gives the play."""
        return list(self.log.failures.values())

    @property
    def broken(self) -> Sequence[Broken]:
        """The rules that some state or some move's effect does not obey."""
        return self.log.rules.broken()

    @property
    def dead_ends(self) -> Sequence[Case]:
        """The states that are not final and had no legal move."""
        return [Case(state) for state in self.log.dead_ends]

    def tried(self, case: Case) -> tuple[int, Any] | None:
        """The move that a case is about and that could not be made; None where there is none."""
        return tried(case, self.log.moves)

    def state(self, case: Case) -> Any:
        """The state of a case, as an IR value."""
        return self.log.state(case)

    def openings(self) -> list[Any]:
        """The first state of every play."""
        return [play.start for play in self.plays]

    def strength(self) -> Verdict:
        """The verdict on what no play failed."""
        if self.games == 0:
            reason = f"no play came to its end within {MOST_MOVES:,} moves"
            return Unknown(self.subject.name, reason)
        return Sampled(self.subject.name, self.games, self.moves)

    def cut_off(self) -> Unknown:
        """The answer where no play has met what would decide."""
        return Unknown(self.subject.name, f"{self.games:,} random plays do not decide it")

    def witness(self, case: Case) -> Witness:
        """A short play to the like of a case: a failed claim, a fault, a broken rule …"""
        known = self.log.witness(case)
        found = self._sought(case)
        if found is None:
            return known
        key, wanted, claim = found
        if key not in self._short:
            play = self.log.play_of(case)
            self._short[key] = self.shrunk(wanted, play, known, claim)
        return self._short[key]

    def _sought(self, case: Case) -> tuple[Any, met.Wanted, ClaimEntry | None] | None:
        """What a case is a case of: a name for it, how to tell it, and the claim if it is one."""
        for entry, looked in self.looked.items():
            for terms, (decided, _) in looked.decided.items():
                if decided is case:
                    return (entry, terms), met.decided(terms), entry
        for key, failure in self.log.failures.items():
            if failure.case is case:
                return key, met.failed(key), None
        for broken in self.broken:
            if broken.case is case:
                return broken.rule, met.broke(broken.rule), None
        return None

    def dead_end(self, case: Case, like: Callable[[Any], bool]) -> Witness:
        """A short play to a dead end of the sort that a case is of."""
        return self.shrunk(met.stuck(like), self.log.play_of(case), self.log.witness(case))

    def late(self, kind: int) -> tuple[Witness, tuple[int, Any]]:
        """A short play to its end, where a move of a kind is still allowed; and that move."""
        case = self.log.late[kind][0]
        found = self.shrunk(met.late(kind), self.log.play_of(case), self.log.witness(case))
        # The last step is the move itself, which no play makes.
        return Witness(found.start, found.moves[:-1]), found.moves[-1]

    def shrunk(
        self, wanted: met.Wanted, play: Played, known: Witness, claim: ClaimEntry | None = None
    ) -> Witness:
        """The shortest play found that has what is wanted; `known` is one that has, part of `play`.

        The same plays are made again, first to see which of them is the shortest: that is the one
        that Hypothesis then shrinks.
        """
        program = self.subject.program
        if claim is not None:
            program = replace(program, claims=(claim,), rules=())
        subject, games = Subject(self.subject.scope, self.subject.box, program), self.budget.games
        search = _Shorter(subject, wanted, known, play.game)
        most = games * _SHRINKING_MOVES
        search.survey(self.budget.seed, games, most // 2)
        search.shrink(self.budget.seed, most)
        return search.best


class _Shorter:
    """A search for a shorter play that has what is wanted."""

    def __init__(self, subject: Subject, wanted: met.Wanted, known: Witness, game: int) -> None:
        self.best = known
        self._game = game
        self._subject = subject
        self._player = Player(subject)
        self._wanted = wanted
        self._made = 0

    def survey(self, seed: int, games: int, most: int) -> None:
        """Make the plays again, about so many moves of them, and keep the shortest."""
        for game in range(games):

            def one(draw: Draw, game: int = game) -> bool:
                found = self._play(draw)
                if found is not None:
                    self.best, self._game = found, game
                return False

            if self._made < most:
                _play(one, seed, game)

    def shrink(self, seed: int, most: int) -> None:
        """Shrink the best play, until so many moves are made in all."""

        def one(draw: Draw) -> bool:
            found = self._play(draw)
            self.best = self.best if found is None else found
            if self._made > most:
                raise _Enough
            return found is not None

        _play(one, seed, self._game, shrink=True)

    def _play(self, draw: Draw) -> Witness | None:
        """What is wanted, if a play no longer than the best has it."""
        log, most = Log(self._subject), len(self.best.moves)

        def stop() -> bool:
            return log.states > most + 1 or self._wanted(log) is not None

        self._player.play(draw, log, stop)
        found = self._wanted(log)
        self._made += log.states
        return found if found is not None and len(found.moves) <= most else None


def _check_plays(entry: ClaimEntry, sampling: Sampling) -> Verdict:
    """The verdict on a claim about whole plays."""
    name, goal = sampling.subject.name, sampling.log.goals.goals[entry]
    if goal.refused:
        return Unknown(name, goal.refused)
    holding, failing, missing = split(sampling, entry.claim.unless)
    failed = _failing_play(entry, sampling, goal, holding)
    if failed is not None:
        return failed
    cut = sum(play.ending is Ending.CUT_OFF for play in sampling.plays)
    if cut:
        return Unknown(name, f"{cut:,} plays had not ended after {MOST_MOVES:,} moves")
    if missing:
        return Unknown(name, missing)
    if any(not goal.missed.keys() & set(under) for under in failing.values()):
        return sampling.cut_off()
    return sampling.strength()


def _failing_play(
    entry: ClaimEntry, sampling: Sampling, goal: Goal, under: list[Any]
) -> Fails | None:
    terms = next((terms for terms in under if terms in goal.missed), None)
    if terms not in goal.missed:
        return None
    known = met.play_that_missed(sampling.log, goal.missed[terms])
    play = sampling.plays[goal.missed[terms].play]
    witness = sampling.shrunk(met.missed(terms), play, known, entry)
    loops = witness.loop_from is not None
    how = "this play can go round for ever" if loops else "play ends here"
    reason = f"{how} and never gets there" if entry.claim.kind is ClaimKind.EVENTUALLY else how
    return Fails(sampling.subject.name, replayed(sampling.subject, witness), reason)


def _play(one: Callable[[Draw], bool], seed: int, game: int, *, shrink: bool = False) -> None:
    """Make the play of this number; `shrink` where `one` is true of it.

    The first play makes the simplest choice each time, which may lead in circles. The others are
    random, and none knows of those before it.
    """
    if game == 0:
        with suppress(_Enough):
            one(lambda: 0)
        return
    _example(one, seed * 1_000_003 + game, shrink=shrink)


def _example(one: Callable[[Draw], bool], seed: int, *, shrink: bool) -> None:
    """Have Hypothesis make a play, and shorter ones where `one` is true of it."""

    @hypothesis.seed(seed)
    @hypothesis.settings(
        database=None,
        deadline=None,
        max_examples=1,
        phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @hypothesis.given(strategies.randoms(use_true_random=False))
    def plays(random: Random) -> None:
        # Hypothesis begins with the simplest example of all, which is not random.
        hypothesis.assume(random.randint(_BASE, _BASE + 255) > _BASE)
        if one(_draws(random)):
            raise _Found

    # A play that did not come out the same a second time is not made shorter any more; that it was
    # made at all stands in the log.
    with suppress(_Found, _Enough, Unsatisfiable, Flaky):
        plays()


def _draws(random: Random) -> Draw:
    """The choices of one play."""
    made = 0
    first = 0
    dice: Dice | None = None

    def draw() -> int:
        nonlocal made, first, dice
        made += 1
        if made <= _DRAWS:
            choice = random.randint(_BASE, _BASE + ROOM - 1) - _BASE
            first = first or choice
            return choice
        dice = dice or Dice(first)
        return dice.below(ROOM)

    return draw
