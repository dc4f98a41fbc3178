"""Positions in which play cannot go on, and moves that go on where play is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.backends.cpython import CPython
from rulewright.ir.fault import Fault
from rulewright.ir.values import lower
from rulewright.words.forces import Force

from .checking_identity import Finding, cited, digest, identity, phase, written
from .explore_found import Case, Exploration
from .explore_moves import Moves, about
from .subject import Subject, Witness
from .trace import Disagreement, Trace

if TYPE_CHECKING:
    from .sample import Sampling

# What tells two sorts of dead ends apart: what the state shows, and the rules that forbid.
_Sort: TypeAlias = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]
_Like: TypeAlias = Callable[[Any], bool]


def stuck(exploration: Exploration) -> Iterator[Finding]:
    """Positions of a search that are not the end and have no legal move, sort by sort."""
    states = {number: exploration.states[number] for number in exploration.deadlocks}
    yield from _stuck(exploration.subject, states, lambda case, _: exploration.witness(case))


def stuck_at_random(sampling: Sampling) -> Iterator[Finding]:
    """The same of random plays."""
    yield from _stuck(sampling.subject, sampling.log.dead_ends, sampling.dead_end)


def _stuck(
    subject: Subject, states: dict[int, Any], witness: Callable[[Case, _Like], Witness]
) -> Iterator[Finding]:
    forbidding = _Standing(subject, (Force.MUST_NOT,))

    def sort_of(state: Any) -> _Sort:
        return phase(subject, state), forbidding.of(state)

    def like(sort: _Sort) -> _Like:
        return lambda state: sort_of(state) == sort

    sorts: dict[_Sort, list[int]] = {}
    for number, state in states.items():
        sorts.setdefault(sort_of(state), []).append(number)
    for sort, numbers in sorts.items():
        here = digest(written(subject.program.state, states[n]) for n in numbers)
        first = Case(numbers[0])
        play = Trace.replay(subject, witness(first, like(sort)))
        yield Finding(
            identity("gap", sort[1], "no legal move", repr(sort[0]), here),
            "gap",
            "Nobody has a legal move here and play is not over. What happens?",
            sort[1],
            _cited(subject, sort[1]),
            subject.name,
            play,
            times=len(numbers),
        )


def late(exploration: Exploration) -> Iterator[Finding]:
    """Moves that the rules allow though play is over, kind by kind."""
    if not exploration.late:
        return
    where = _allowed_when_over(exploration)
    for case in exploration.late:
        assert case.move is not None  # a late case is about a move
        move = exploration.moves[case.move]
        yield _late(exploration.subject, exploration.play(case.state), move, where[move[0]])


def late_at_random(sampling: Sampling) -> Iterator[Finding]:
    """The same of random plays."""
    subject = sampling.subject
    for at, cases in sampling.log.late.items():
        where = [written(subject.program.state, sampling.state(case)) for case in cases]
        witness, move = sampling.late(at)
        yield _late(subject, witness, move, where)


def _late(
    subject: Subject, witness: Witness, move: tuple[int, Any], where: Sequence[str]
) -> Finding:
    kind = subject.program.kinds[move[0]]
    play = Trace.replay(subject, witness)
    tried = play.then(subject, move)
    if not CPython(subject.program).legal(play.last, tried.move):
        raise Disagreement(f"{tried.move!r} is not legal in CPython once play is over")
    state = lower(subject.program.state, play.last)
    rules = _Standing(subject, (Force.MAY, Force.MUST)).for_move(state, *move)
    return Finding(
        identity("contradiction", rules, f"{kind.name} after the end", digest(where)),
        "contradiction",
        f"Play is over here, and the rules still allow {kind.name}. Which is right?",
        rules,
        _cited(subject, rules),
        subject.name,
        play,
        tried,
        times=len(where),
    )


def _allowed_when_over(exploration: Exploration) -> list[list[str]]:
    """By kind, the positions in which play is over and a move of it is allowed all the same."""
    subject = exploration.subject
    moves = Moves(subject)
    found: list[list[str]] = [[] for _ in subject.program.kinds]
    wanted = {exploration.moves[c.move][0] for c in exploration.late if c.move is not None}
    for number, over in enumerate(exploration.over):
        if not over:
            continue
        state = exploration.states[number]
        possible = moves.possible(state, _ignored)
        kinds = {moves.table[m][0] for m in moves.legal(state, possible, _ignored)}
        for at in kinds & wanted:
            found[at].append(written(subject.program.state, state))
    return found


def _ignored(_where: str, _fault: Fault, _number: int) -> None:
    """A duty that fails is a finding of its own."""


def _cited(subject: Subject, names: Iterable[str]) -> tuple[str, ...]:
    sentences = (s for name in names for s in cited(subject.book.rule(name)))
    return tuple(dict.fromkeys(sentences))


class _Standing:
    """The rules that stand with one of some forces, of moves that can be made in a state."""

    def __init__(self, subject: Subject, forces: tuple[Force, ...]) -> None:
        kinds = subject.program.kinds
        self._by_kind: list[list[tuple[str, Callable[..., Any]]]] = [
            [
                (entry.rule.name, about(subject, entry.stands[force.value], kind))
                for entry in subject.program.rules
                for force in forces
                if at in entry.kinds and not entry.outcome and force.value in entry.stands
            ]
            for at, kind in enumerate(kinds)
        ]
        self._subject = subject

    @cached_property
    def _moves(self) -> Moves:
        return Moves(self._subject)

    def of(self, state: Any) -> tuple[str, ...]:
        """The names of the rules, of all moves that can be made in a state."""
        if not any(self._by_kind):
            return ()
        made = [self._moves.table[m] for m in self._moves.possible(state, _ignored)]
        return tuple(sorted({name for at, move in made for name in self._names(state, at, move)}))

    def for_move(self, state: Any, at: int, move: Any) -> tuple[str, ...]:
        """The names of the rules, of one move."""
        return tuple(sorted(set(self._names(state, at, move))))

    def _names(self, state: Any, at: int, move: Any) -> Iterator[str]:
        for name, stands in self._by_kind[at]:
            try:
                if stands(state, move):
                    yield name
            except Fault:
                continue
