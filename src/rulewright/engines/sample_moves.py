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

from .explore_moves import Moves, never
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
        self.kinds = program.kinds
        function, bodies = subject.interpreter.function, program.functions
        self._candidates = [Candidates(program, kind) for kind in program.kinds]
        self.possible = [function(kind.possible) for kind in program.kinds]
        self.allowed = [function(kind.allowed) for kind in program.kinds]
        # None for kinds of which no move is ever owed.
        self.owed = [
            None if never(program, bodies[kind.owed].body) else function(kind.owed)
            for kind in program.kinds
        ]
        self.pending = function(program.pending)

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
        kinds = range(len(self.kinds)) if only is None else (only,)
        legal = Legal(self, state, on_fault)
        try:
            drawn = self._drawn(state, choice, kinds)
            found = next((move for move in drawn if legal.is_so(*move)), None)
            return self._listed(legal, choice, kinds) if found is None else found
        except OwedUnknown as failed:
            on_fault("what is owed", failed.fault, -1, None)
            return None

    def _drawn(self, state: Any, choice: int, kinds: Sequence[int]) -> Iterator[tuple[int, Any]]:
        source: Source = Digits(choice, ROOM)
        for _ in range(_TRIES):
            at = kinds[source.below(len(kinds))]
            for move in self._candidates[at].draw(state, source):
                yield at, move
            if isinstance(source, Digits):
                source = Dice(choice)

    @cached_property
    def _moves(self) -> Moves:
        if sum(size(kind.type) for kind in self.kinds) > _MOST_LISTED:
            raise Unbounded("more moves than can be listed")
        return Moves(self._subject)

    def _listed(self, legal: Legal, choice: int, kinds: Sequence[int]) -> tuple[int, Any] | None:
        """A legal move from the list of all moves, where drawing has met none."""
        table = self._moves.table
        first = choice % len(table)
        turned = (table[(first + at) % len(table)] for at in range(len(table)))
        return next((m for m in turned if m[0] in kinds and legal.is_so(*m)), None)


class OwedUnknown(Exception):
    """Whether a move is owed cannot be told."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))


class Legal:
    """Tells which moves are legal in a state; whether any is owed is asked where it matters."""

    def __init__(
        self,
        chooser: Chooser,
        state: Any,
        on_fault: OnFault,
        pending: Callable[[Any], bool] | None = None,
    ) -> None:
        self._chooser = chooser
        self._asked = pending or chooser.pending
        self._state = state
        self._on_fault = on_fault
        self._pending: bool | None = None

    def is_so(self, at: int, move: Any) -> bool:
        """Whether a move is legal; not where a duty fails in telling."""
        chooser, state = self._chooser, self._state
        name = chooser.kinds[at].name
        where, owed = f"{name}: possible", chooser.owed[at]
        try:
            if not chooser.possible[at](state, move):
                return False
            where = f"the rules about {name}"
            if owed is not None and owed(state, move):
                return True
            if not chooser.allowed[at](state, move):
                return False
        except Fault as fault:
            self._on_fault(where, fault, at, move)
            return False
        return not self._some_is_owed()

    def _some_is_owed(self) -> bool:
        if self._pending is None:
            try:
                self._pending = bool(self._asked(self._state))
            except Fault as fault:
                raise OwedUnknown(fault) from fault
        return self._pending
