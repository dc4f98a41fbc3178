"""The solve engine: who wins with best play, worked out backward from the ends of a full search.

Players are taken to see all that stands in the state. What a player *can force* holds whatever the
others do and whatever chance gives. Where nobody ever decides, the chances are worked out exactly.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from rulewright.ir.fault import Fault

from .explore_found import Exploration
from .solve_chance import Chain, TooHard, chain, undecided
from .solve_force import NEVER, after, flow, forced, line
from .solve_graph import CHANCE, DEAD_END, Choices, Outcome, choices_of
from .solve_secure import MOST_STATES, secured
from .subject import Subject, Witness
from .trace import Trace
from .verdict import Budget, Unknown


class Flow(NamedTuple):
    """Of some positions, in how many play must end, may end or go on for ever, or can never end."""

    ends: int
    either: int
    endless: int


@dataclass(frozen=True)
class Option:
    """A choice in a first position: its first move by number, who decides (CHANCE for chance), and
    in how many moves, this one included, each seat can then force a win; draw: see `Opening`."""

    move: int
    by: int
    forces: tuple[int, ...]
    draw: str


@dataclass(frozen=True)
class Opening:
    """A first position: by number, how many deals lead to it, and what comes of it.

    deal: the first of these as an IR value, None where the game has none. forces: by seat, in how
    many moves a win can be forced from here; NEVER for none. draw: how a draw with best play comes
    about, "ends", "endless" or "either"; empty where it is not drawn. play: likewise, of all play.
    secures: by seat, how likely a win can be made sure of; None where that was not worked out.
    """

    state: int
    deal: Any
    weight: int
    forces: tuple[int, ...]
    draw: str
    play: str
    secures: tuple[Fraction, ...] | None
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Agreed:
    """Play under some terms: its first positions, and what becomes of it if nobody decides."""

    terms: Any
    openings: tuple[Opening, ...]
    chances: Chain | None
    no_chances: str


@dataclass(frozen=True, eq=False)
class Solution:
    """What best play comes to at a scope.

    positions: in how many states play goes on. outcomes: in how many states it has ended so.
    winner_known: whether the rulebook says who wins. drawable: two players, nothing left to chance
    and never two to move, so that a position nobody can win is drawn. wins: by seat, from how many
    of the positions a win can be forced; ends: likewise that play ends. flow: of all positions;
    draws: of the drawn ones, while both play to keep the draw.
    """

    exploration: Exploration
    choices: Choices
    depths: tuple[array[int], ...]
    positions: int
    outcomes: Mapping[Outcome, int]
    winner_known: bool
    chance: bool
    drawable: bool
    wins: tuple[int, ...]
    ends: tuple[int, ...]
    flow: Flow
    draws: Flow | None
    agreed: tuple[Agreed, ...]

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.choices.seats

    def play(self, opening: Opening, seat: int) -> Trace:
        """A play in which a seat forces its win, the others and chance delaying it for longest."""
        exploration = self.exploration
        moves = line(self.choices, self.depths[seat], seat, opening.state)
        numbered = tuple(exploration.moves[m] for m in moves)
        return Trace.replay(
            exploration.subject, Witness(exploration.states[opening.state], numbered)
        )


def solve(subject: Subject, budget: Budget) -> Solution | Unknown:
    """Solve a game at a scope; Unknown where that would not be sound."""
    exploration = subject.exploration(replace(budget, symmetry=False))
    if not exploration.complete:
        return exploration.cut_off()
    if not exploration.states:
        return Unknown(subject.name, "play cannot start in this scope")
    if exploration.failures:
        failure = exploration.failures[0]
        return Unknown(subject.name, f"a duty fails in {failure.where}: {failure.reason}")
    try:
        outcome = _outcomes(exploration)
    except Fault as fault:
        return Unknown(subject.name, f"who has won cannot be told: {fault}")
    return _Solving(exploration, choices_of(exploration, budget), outcome, budget).done()


def _outcomes(exploration: Exploration) -> dict[int, Outcome]:
    """The outcome of each state in which play does not go on."""
    subject = exploration.subject
    ending = subject.program.ending
    found: dict[int, Outcome] = dict.fromkeys(exploration.deadlocks, DEAD_END)
    wins = None if ending is None or ending.wins is None else ending
    asked = wins and wins.wins and subject.interpreter.function(wins.wins)
    seats = range(wins.seat.high + 1) if wins is not None and wins.seat.high is not None else ()
    for state, over in enumerate(exploration.over):
        if over:
            held = exploration.states[state]
            found[state] = tuple(seat for seat in seats if asked and asked(held, seat))
    return found


class _Solving:
    """One game being solved."""

    def __init__(
        self,
        exploration: Exploration,
        choices: Choices,
        outcome: Mapping[int, Outcome],
        budget: Budget,
    ) -> None:
        self.exploration = exploration
        self.choices = choices
        self.outcome = outcome
        self.budget = budget
        ending = exploration.subject.program.ending
        self.winner_known = ending is not None and ending.wins is not None
        self.chance = _has_chance(choices)
        self.drawable = self.winner_known and choices.seats == 2 and not self.chance
        self.drawable = self.drawable and not _shared_turns(choices)
        self.secured: list[tuple[Fraction, ...]] | None = None
        self.depths = tuple(self._forced(seat) for seat in range(choices.seats))

    def _forced(self, seat: int) -> array[int]:
        """By state, how soon a seat can force a win."""
        self.budget.progress(seat + 1, "players asked what they can force")
        won = [s for s, who in self.outcome.items() if who != DEAD_END and seat in who]
        return forced(self.choices, seat, won)

    def done(self) -> Solution:
        size = len(self.exploration.states)
        goes_on = [state for state in range(size) if state not in self.outcome]
        drawn = bytearray(size)
        if self.drawable:
            for state in range(size):
                drawn[state] = all(depth[state] == NEVER for depth in self.depths)
        self.draws = flow(self.choices, drawn)
        self.all = flow(self.choices, bytearray(b"\1") * size)
        must_end = size <= MOST_STATES and not any(self.all[1])
        if self.winner_known and self.chance and must_end:
            self.secured = secured(self.choices, self.outcome)
        over = [state for state, who in self.outcome.items() if who != DEAD_END]
        draws = [state for state in goes_on if drawn[state]]
        return Solution(
            exploration=self.exploration,
            choices=self.choices,
            depths=self.depths,
            positions=len(goes_on),
            outcomes=Counter(self.outcome.values()),
            winner_known=self.winner_known,
            chance=self.chance,
            drawable=self.drawable,
            wins=tuple(_reached(depth, goes_on) for depth in self.depths),
            ends=tuple(
                _reached(forced(self.choices, seat, over), goes_on)
                for seat in range(self.choices.seats)
            ),
            flow=_flow(goes_on, *self.all),
            draws=_flow(draws, *self.draws) if self.drawable else None,
            agreed=self._agreed(),
        )

    def _agreed(self) -> tuple[Agreed, ...]:
        free = undecided(self.choices)
        found = []
        for terms, starts in _starts(self.exploration).items():
            openings = tuple(self._opening(state, *start) for state, start in starts.items())
            chances, why = None, self._why_no_chances()
            if free:
                try:
                    chances, why = self._chain({s: ways for s, (_, ways) in starts.items()}), ""
                except TooHard as hard:
                    why = str(hard)
            found.append(Agreed(terms, openings, chances, why))
        return tuple(found)

    def _why_no_chances(self) -> str:
        """Why it is not told how likely a win is, where players and cards both decide."""
        size = len(self.exploration.states)
        if size > MOST_STATES:
            return (
                f"players decide, and what they can make sure of is worked out for up to "
                f"{MOST_STATES:,} positions; there are {size:,}"
            )
        if any(self.all[1]):
            return "players decide, and play need not end"
        return "players decide, and the chances depend on what they choose"

    def _chain(self, starts: Mapping[int, int]) -> Chain:
        return chain(self.choices, self.outcome, starts, self.budget)

    def _opening(self, state: int, deal: Any, weight: int) -> Opening:
        options = []
        targets = self.exploration.edges.targets
        for choice in self.choices.of(state):
            edge = self.choices.edges_of(choice)[0]
            forces = tuple(after(self.choices, depth, choice) for depth in self.depths)
            options.append(
                Option(
                    self.choices.move(edge),
                    self.choices.by[choice],
                    forces,
                    self._draw(targets[edge], forces),
                )
            )
        forces = tuple(depth[state] for depth in self.depths)
        draw, play = self._draw(state, forces), _how(state, *self.all)
        secures = None if self.secured is None else self.secured[state]
        return Opening(state, deal, weight, forces, draw, play, secures, tuple(options))

    def _draw(self, state: int, forces: tuple[int, ...]) -> str:
        """How a draw comes about from a state; empty where it is none."""
        if not self.drawable or any(depth != NEVER for depth in forces):
            return ""
        return _how(state, *self.draws)


def _how(state: int, ends: bytearray, loops: bytearray) -> str:
    """How play goes on from a state: it "ends", it is "endless", or "either"."""
    if not loops[state]:
        return "ends"
    return "either" if ends[state] else "endless"


def _reached(depth: array[int], states: list[int]) -> int:
    return sum(depth[state] != NEVER for state in states)


def _flow(states: list[int], ends: bytearray, loops: bytearray) -> Flow:
    never = sum(not ends[state] for state in states)
    either = sum(ends[state] and loops[state] for state in states)
    return Flow(len(states) - never - either, either, never)


def _has_chance(choices: Choices) -> bool:
    """Whether chance decides anything but the deal; what it can do in one way only is no matter."""
    for state in range(len(choices.exploration.states)):
        here = choices.of(state)
        if any(choices.start[c + 1] - choices.start[c] > 1 for c in here):
            return True
        if len(here) > 1 and any(choices.by[c] == CHANCE for c in here):
            return True
    return False


def _shared_turns(choices: Choices) -> bool:
    """Whether two players have moves in some position."""
    return any(
        len({choices.by[c] for c in choices.of(state)}) > 1
        for state in range(len(choices.exploration.states))
    )


def _starts(exploration: Exploration) -> dict[Any, dict[int, tuple[Any, int]]]:
    """By terms, the first positions: the first deal to each, and how many of the equally likely
    deals lead there."""
    subject = exploration.subject
    index = {state: at for at, state in enumerate(exploration.openings())}
    ways = subject.program.opening.ways
    weigh = None if ways is None else subject.interpreter.function(ways)
    found: dict[Any, dict[int, tuple[Any, int]]] = {}
    for terms, deal in subject.openings():
        at = index[subject.start(terms, deal)]
        under = found.setdefault(terms, {})
        first, weight = under.get(at, (deal, 0))
        under[at] = first, weight + (1 if weigh is None else weigh(deal))
    return found
