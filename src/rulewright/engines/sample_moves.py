"""Openings and moves chosen at random: candidates are drawn one by one until the rules allow one.

A choice is one number below `ROOM`; 0 is the simplest. What can be drawn from a bag is as likely
as the bag holds copies of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from typing import Any

from rulewright.ir.fault import Fault
from rulewright.ir.program import MoveKind, Program
from rulewright.ir.types import BagT, NoneT, Type, Unbounded, UnionT, domain, size
from rulewright.ir.values import Misfit, lift, lower

from .explore_moves import Moves
from .sample_values import Dice, Digits, Source, any_value
from .subject import Subject

# Choices are numbers below this.
ROOM = 1 << 20

# Candidates tried before all moves are listed; and deals, before the choice is given up.
_TRIES = 48

# More moves, or more deals, than this are not listed.
_MOST_LISTED = 200_000

# Called with what failed ("Take: possible"), the duty, the position of the kind, and the move.
OnFault = Callable[[str, Fault, int, Any], None]


class Candidates:
    """The moves of one kind, drawn one by one, possible or not."""

    def __init__(self, program: Program, kind: MoveKind) -> None:
        chance = dict(kind.chance)
        self._fields = [
            _Drawn(program.state.fields[chance[at]][1], part, chance[at]) if at in chance else part
            for at, (_, part) in enumerate(kind.type.fields)
        ]

    def draw(self, state: Any, source: Source) -> Iterator[Any]:
        """A move, and the same with `None` for what is drawn where a field may hold that."""
        left: dict[int, list[int]] = {}
        options = [
            field.draw(left.setdefault(field.bag, list(state[field.bag])), source)
            if isinstance(field, _Drawn)
            else [any_value(field, source)]
            for field in self._fields
        ]
        return islice(product(*options), 8)


class _Drawn:
    """A field of a move that chance fills from a bag."""

    def __init__(self, bag_type: Type, field: Type, bag: int) -> None:
        assert isinstance(bag_type, BagT)  # the front end has looked
        self.bag = bag
        self._values = [_fitting(field, lift(bag_type.item, v)) for v in domain(bag_type.item)]
        self._nothing = (
            [lower(field, None)] if isinstance(field, UnionT) and NoneT() in field.alts else []
        )

    def draw(self, left: list[int], source: Source) -> list[Any]:
        """A value with the weight of its copies, which is taken from the bag; and None."""
        total = sum(n for n, value in zip(left, self._values, strict=True) if value is not None)
        found = list(self._nothing)
        if total:
            ticket = source.below(total)
            for at, value in enumerate(self._values):
                ticket -= left[at] if value is not None else 0
                if ticket < 0:
                    left[at] -= 1
                    found.insert(0, value)
                    break
        return found[::-1] if len(found) == 2 and source.below(2) else found


def _fitting(kind: Type, thing: Any) -> Any:
    try:
        return lower(kind, thing)
    except Misfit:
        return None


class Chooser:
    """Chooses openings and legal moves of a subject."""

    def __init__(self, subject: Subject) -> None:
        program = subject.program
        self._subject = subject
        self._kinds = program.kinds
        function = subject.interpreter.function
        self._candidates = [Candidates(program, kind) for kind in program.kinds]
        self._possible = [function(kind.possible) for kind in program.kinds]
        self._allowed = [function(kind.allowed) for kind in program.kinds]
        self._owed = [function(kind.owed) for kind in program.kinds]
        self._pending = function(program.pending)

    # ── openings ─────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _deals(self) -> list[tuple[Any, int]] | None:
        """Every deal with its weight; None where there are too many to list."""
        opening = self._subject.program.opening
        if opening.deal is None:
            return [(None, 1)]
        if size(opening.deal) > _MOST_LISTED:
            return None
        return [(deal, self._ways(deal)) for deal in domain(opening.deal) if self._dealt(deal)]

    def _dealt(self, deal: Any) -> bool:
        possible = self._subject.program.opening.possible
        return possible is None or bool(self._subject.interpreter.function(possible)(deal))

    def _ways(self, deal: Any) -> int:
        ways = self._subject.program.opening.ways
        return 1 if ways is None else int(self._subject.interpreter.function(ways)(deal))

    def opening(self, choice: int) -> tuple[Any, Any] | None:
        """The terms and the deal of a choice, as IR values; None where no deal is possible."""
        source = Digits(choice, ROOM)
        terms = self._subject.start_terms
        chosen = terms[source.below(len(terms))]
        if self._deals is not None:
            total = sum(ways for _, ways in self._deals)
            ticket = source.below(total) if total else -1
            for deal, ways in self._deals:
                ticket -= ways
                if ticket < 0 < total:
                    return chosen, deal
            return None
        deal_type = self._subject.program.opening.deal
        assert deal_type is not None  # else the one deal is None
        drawn = (any_value(deal_type, source) for _ in range(_TRIES * 20))
        found = next((deal for deal in drawn if self._dealt(deal)), None)
        return None if found is None else (chosen, found)

    # ── moves ────────────────────────────────────────────────────────────────────────────────

    def move(
        self, state: Any, choice: int, on_fault: OnFault, only: int | None = None
    ) -> tuple[int, Any] | None:
        """The legal move of a choice, as (position of its kind, IR value); None where none is.

        only: the position of the one kind to choose from.
        """
        try:
            tests = self._owed if self._pending(state) else self._allowed
        except Fault as fault:
            on_fault("what is owed", fault, -1, None)
            return None
        kinds = range(len(self._kinds)) if only is None else (only,)
        for at, move in self._drawn(state, choice, kinds):
            if self._legal(tests, at, state, move, on_fault):
                return at, move
        return self._listed(tests, state, choice, kinds, on_fault)

    def _drawn(self, state: Any, choice: int, kinds: Sequence[int]) -> Iterator[tuple[int, Any]]:
        source: Source = Digits(choice, ROOM)
        for _ in range(_TRIES):
            at = kinds[source.below(len(kinds))]
            for move in self._candidates[at].draw(state, source):
                yield at, move
            if isinstance(source, Digits):
                source = Dice(choice)

    def _legal(self, tests: list[Any], at: int, state: Any, move: Any, on_fault: OnFault) -> bool:
        where = f"{self._kinds[at].name}: possible"
        try:
            if not self._possible[at](state, move):
                return False
            where = f"the rules about {self._kinds[at].name}"
            return bool(tests[at](state, move))
        except Fault as fault:
            on_fault(where, fault, at, move)
            return False

    @cached_property
    def _moves(self) -> Moves:
        if sum(size(kind.type) for kind in self._kinds) > _MOST_LISTED:
            raise Unbounded("more moves than can be listed")
        return Moves(self._subject)

    def _listed(
        self,
        tests: list[Any],
        state: Any,
        choice: int,
        kinds: Sequence[int],
        on_fault: OnFault,
    ) -> tuple[int, Any] | None:
        """A legal move from the list of all moves, where drawing has met none."""
        table = self._moves.table
        possible = self._moves.possible(state, lambda *_: None)
        legal = [
            number
            for number in possible
            if table[number][0] in kinds
            and self._legal(tests, table[number][0], state, table[number][1], on_fault)
        ]
        return table[legal[choice % len(legal)]] if legal else None
