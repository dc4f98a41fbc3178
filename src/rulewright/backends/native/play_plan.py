"""What native play of a program is to be: forms of moves, and where a play is written down.

A *form* is a kind of move with, for each field that is drawn, whether anything is. The choices of a
form differ in the fields that are not drawn; they are numbered in the order of `domain`, the last
field fastest. Choices are listed form by form.

A play is a row of 64-bit words: the state of its random numbers, moves made, how it ended; how many
moves of each kind, how often each rule spoke; scores and wins by seat; then the state in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from rulewright.ir.digest import digest
from rulewright.ir.program import MoveKind, Program
from rulewright.ir.types import size
from rulewright.passes.by_choice import Drawn, drawn_of, is_loose
from rulewright.passes.under_terms import lasting

from .jit import Library, compiled
from .layout import layout
from .plan import sources
from .shapes import Counts, Refused, Shape, of_type

OVER, DEAD_END, CUT_OFF, FAULT = range(4)
RANDOM, MOVES, ENDING, FIRST = range(4)
# An entry of the list of choices is an i32: the form, and the number of the choice below this.
CHOICES = 1 << 18
FORMS = 1 << 12


@dataclass(frozen=True)
class Form:
    """A form of a kind: its fields that draw, those that draw nothing, and the others.

    loose: it is all one to the rules what is drawn.
    """

    at: int
    kind: MoveKind
    drawing: tuple[Drawn, ...]
    without: tuple[Drawn, ...]
    plain: tuple[int, ...]
    loose: bool

    @property
    def number(self) -> int:
        """How many choices there are."""
        return prod(size(self.kind.type.fields[at][1]) for at in self.plain)


def forms_of(program: Program) -> list[Form]:
    """The forms of every kind, in the order in which choices are listed."""
    found = []
    for at, kind in enumerate(program.kinds):
        drawn, loose = drawn_of(program, kind), is_loose(program, kind)
        fields = {each.at for each in drawn}
        plain = tuple(i for i in range(len(kind.type.fields)) if i not in fields)
        ways = [(True, False) if each.nothing is not None else (True,) for each in drawn]
        for way in product(*ways):
            pairs = list(zip(drawn, way, strict=True))
            drawing = tuple(each for each, draws in pairs if draws)
            without = tuple(each for each, draws in pairs if not draws)
            found.append(Form(at, kind, drawing, without, plain, loose or not drawing))
    return found


class PlayPlan:
    """A program, what of it counts in a play, and where a play is written down.

    terms: as an IR value, those of every state of the plays; None where there are none, or where a
    state may have others. speaking: of each rule, whether it counts under the terms of the plays.
    owable: of each kind, whether a move of it can be owed.
    """

    def __init__(
        self,
        program: Program,
        terms: Any,
        speaking: tuple[bool, ...],
        owable: tuple[bool, ...],
    ) -> None:
        self.program = program
        self.terms = terms if lasting(program) else None
        self.speaking = speaking
        self.owable = owable
        self.forms = forms_of(program)
        self.shape: Shape = of_type(program.state)
        self.bytes = layout(self.shape).size
        self.choices = sum(form.number for form in self.forms)
        if len(self.forms) >= FORMS or any(form.number >= CHOICES for form in self.forms):
            raise Refused("there are too many choices")
        for form in self.forms:
            self._weighable(form)
        ending = program.ending
        seats = 0 if ending is None else (ending.seat.high or 0) + 1
        self.seats = seats
        self.scores = ending.scores if ending else None
        self.wins = ending.wins if ending else None
        self.kinds_at = FIRST
        self.rules_at = self.kinds_at + len(program.kinds)
        self.scores_at = self.rules_at + len(program.rules)
        self.wins_at = self.scores_at + seats
        self.state_at = self.wins_at + seats
        self.words = self.state_at + -(-self.bytes // 8)

    def _weighable(self, form: Form) -> None:
        """Refuse what could be drawn in too many ways for a number of 64 bits."""
        most = 1
        for drawn in form.drawing:
            bag = of_type(self.program.state.fields[drawn.bag][1])
            assert isinstance(bag, Counts)
            most *= bag.number * bag.count.high
        if most >= 1 << 62:
            raise Refused("a bag may hold too many items to draw from")

    @cached_property
    def key(self) -> str:
        """What the object code depends on, this processor and compiler aside."""
        ending = self.program.ending
        more = (
            "play",
            self.terms,
            self.speaking,
            self.owable,
            None if ending is None else (ending.scores, ending.wins, ending.seat),
            [kind.chance for kind in self.program.kinds],
            sources(),
        )
        return digest(self.program, more)


def library(
    plan: PlayPlan,
    cache: Path | None,
    progress: Callable[[str], None] | None = None,
    *,
    only_kept: bool = False,
) -> Library:
    """The compiled function rw_play of a plan; only_kept: NotKept where it was never compiled."""

    def module() -> Any:
        from .inlining import drop_unused, inline_small
        from .play import PlayModel

        model = PlayModel(plan)
        drop_unused(model.module)
        inline_small(model.module)
        return model.module

    return compiled(module, cache, progress, key=plan.key, only_kept=only_kept)
