"""Three answers to one question, and where they differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.backends.native.machine import Fails as Failing
from rulewright.backends.native.machine import Machine
from rulewright.backends.smt import Evaluator, Unsupported
from rulewright.engines.sample_values import Dice
from rulewright.engines.subject import Subject
from rulewright.ir.fault import Fault
from rulewright.ir.program import Program
from rulewright.ir.values import Misfit, lift, lower, misfit
from rulewright.words.duties import DutyKind, kind_of
from rulewright.words.errors import Place

from .asking import Asked, Questions, loose
from .cases import Case


@dataclass(frozen=True)
class Fails:
    """A duty fails, of this kind, at this place."""

    kind: DutyKind
    place: Place | None


@dataclass(frozen=True)
class Crash:
    """Something was raised that is no duty: never right."""

    error: str


Answer: TypeAlias = Any  # an IR value, Fails or Crash


@dataclass(frozen=True)
class Difference:
    """Answers that differ, with all it takes to ask again."""

    game: str
    subject: Subject
    case: Case | None
    asked: Asked
    answers: dict[str, Answer]

    def __str__(self) -> str:
        program, case = self.subject.program, self.case
        lines = [f"{self.game} at {program.box!r}: {self.asked.function}"]
        if case is not None:
            kind = program.kinds[case.kind]
            lines += [
                f"  state  {lift(program.state, case.state)!r}",
                f"  move   {lift(kind.type, case.move)!r}",
                f"  after  {lift(program.state, case.after)!r}",
            ]
        lines.append(f"  IR arguments  {self.asked.args!r}")
        lines += [f"  {name:11}  {answer!r}" for name, answer in self.answers.items()]
        return "\n".join(lines)


class Comparison:
    """Compares all that can be asked of cases of one subject.

    program: what the interpreter and Z3 run, if not the subject's own.
    solve: how many functions Z3 is asked about; translating one takes longer than many answers.
    native: native code is asked everything; it is compiled first, which takes a while.
    """

    def __init__(
        self,
        game: str,
        subject: Subject,
        program: Program | None = None,
        solve: int = 1_000,
        native: bool = False,
    ) -> None:
        self.game = game
        self.solve = solve
        self.subject = subject
        self.program = program or subject.program
        self.questions = Questions(subject)
        other = Subject(subject.scope, subject.box, self.program)
        self.interpreter = other.interpreter
        self.compared: Counter[str] = Counter()
        self.failing = 0
        self.unsupported: dict[str, str] = {}
        self._evaluators: dict[str, Evaluator | None] = {}
        self.native = Machine(self.program, tuple(self.program.functions)) if native else None

    def openings(self, dice: Dice, most: int = 40) -> list[Difference]:
        """What differs among some openings; Z3 is not asked."""
        every = list(self.subject.openings())
        some = [every[dice.below(len(every))] for _ in range(min(most, len(every)))]
        return [
            difference
            for terms, deal in some
            for asked in self.questions.of_opening(terms, deal)
            if (difference := self._compared(None, asked, smt=False))
        ]

    def case(self, case: Case, dice: Dice, smt: int = 0) -> list[Difference]:
        """What differs about a case; Z3 is asked so many of the questions that it can be asked."""
        every = list(self.questions.of(case, dice))
        known = [i for i, asked in enumerate(every) if asked.function in self._evaluators]
        full = len(self._evaluators) >= self.solve
        some = known if full and known else range(len(every))
        solved = {some[dice.below(len(some))] for _ in range(smt)}
        return [
            difference
            for at, asked in enumerate(every)
            if (difference := self._compared(case, asked, smt=at in solved))
        ]

    def _compared(self, case: Case | None, asked: Asked, *, smt: bool) -> Difference | None:
        self.compared["interpreter"] += 1
        answers = {"CPython": by_python(asked), "interpreter": self._interpreted(asked)}
        differ = not same(answers["CPython"], answers["interpreter"])
        self.failing += isinstance(answers["interpreter"], Fails)
        if smt and (evaluator := self._evaluator(asked.function)) is not None:
            self.compared["Z3"] += 1
            answers["Z3"] = self._solved(asked, evaluator)
            differ = differ or answers["Z3"] != answers["interpreter"]
        if self.native is not None:
            self.compared["native"] += 1
            answers["native"] = self._by_native(self.native, asked)
            differ = differ or not alike(answers["interpreter"], answers["native"])
        return Difference(self.game, self.subject, case, asked, answers) if differ else None

    def _by_native(self, native: Machine, asked: Asked) -> Answer:
        run = native.function(asked.function)
        return _answered(asked, lambda: run(*asked.args))

    def _interpreted(self, asked: Asked) -> Answer:
        run = self.interpreter.function(asked.function)
        return _answered(asked, lambda: run(*asked.args))

    def _solved(self, asked: Asked, evaluator: Evaluator) -> Answer:
        return _answered(asked, lambda: evaluator(*asked.args))

    def _evaluator(self, function: str) -> Evaluator | None:
        if function not in self._evaluators:
            try:
                self._evaluators[function] = Evaluator(self.program, function)
            except Unsupported as reason:
                self._evaluators[function] = None
                self.unsupported[function] = str(reason)
        return self._evaluators[function]


def by_python(asked: Asked) -> Answer:
    """CPython's answer, as an IR value."""
    try:
        found = asked.python()
    except Exception as error:
        kind = kind_of(error)
        return Crash(f"{type(error).__name__}: {error}") if kind is None else Fails(kind, None)
    try:
        return lower(loose(asked.result), found)
    except Misfit as reason:
        return Crash(f"{found!r} is no value of its type: {reason}")


def _answered(asked: Asked, run: Any) -> Answer:
    try:
        value = run()
    except Fault as fault:
        return Fails(fault.kind, fault.place)
    except Failing:
        return Fails(DutyKind.DEFINED, None)
    except Exception as error:
        return Crash(f"{type(error).__name__}: {error}")
    out = asked.fits and misfit(asked.result, value) is not None
    return Fails(DutyKind.IN_BOUNDS, None) if out else value


def alike(interpreter: Answer, native: Answer) -> bool:
    """Whether two answers agree; native code tells that a duty fails, and not which."""
    if isinstance(interpreter, Fails) or isinstance(native, Fails):
        return isinstance(interpreter, Fails) and isinstance(native, Fails)
    return not isinstance(native, Crash) and bool(interpreter == native)


def same(python: Answer, other: Answer) -> bool:
    """Whether two answers agree; CPython does not know the place of a duty."""
    if isinstance(python, Crash) or isinstance(other, Crash):
        return False
    if isinstance(python, Fails) or isinstance(other, Fails):
        both = isinstance(python, Fails) and isinstance(other, Fails)
        return both and python.kind is other.kind
    return bool(python == other)
