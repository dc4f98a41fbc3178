"""A run: games in turn, at scope after scope, until so many cases have been compared."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import perf_counter

from rulewright.engines.sample_values import Dice
from rulewright.project import Project
from rulewright.words.claims import AnyClaim, Claim
from rulewright.words.games import Rulebook

from . import workbench_rules
from .cases import cases
from .comparing import Comparison, Difference
from .scopes import drawn

ROOT = Path(__file__).resolve().parents[2]

_ENOUGH_DIFFERENCES = 20


@dataclass(frozen=True)
class Played:
    """A game to compare: its rulebook with its claims."""

    name: str
    book: Rulebook
    claims: tuple[AnyClaim, ...]


def games(only: Collection[str] = ()) -> Iterator[Played]:
    """The workbench, the games of the project, and those among the good examples."""
    if not only or "workbench" in only:
        yield Played("workbench", workbench_rules.BOOK, workbench_rules.CLAIMS)
    project = Project.find(ROOT)
    for name in project.games:
        if not only or name in only:
            loaded = project.load(name)
            yield Played(name, loaded.book, loaded.claims)
    for file in sorted((ROOT / "tests" / "good").glob("*.py")):
        if only and f"good/{file.stem}" not in only:
            continue
        spec = importlib.util.spec_from_file_location(f"good_{file.stem}", file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        things = vars(module).values()
        claims = tuple(thing for thing in things if isinstance(thing, Claim))
        for book in (thing for thing in things if isinstance(thing, Rulebook)):
            yield Played(f"good/{file.stem}", book, claims)


@dataclass
class Report:
    """What a run has done."""

    cases: int = 0
    scopes: int = 0
    seconds: float = 0.0
    failing: int = 0
    solved_cases: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    unsupported: dict[str, str] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [str(difference) for difference in self.differences]
        lines += [f"Z3 cannot: {name}: {why}" for name, why in self.unsupported.items()]
        lines.append(
            f"{self.cases:,} cases at {self.scopes} scopes in {self.seconds:.0f} s: "
            f"{self.compared['interpreter']:,} answers of the interpreter and "
            f"{self.compared['Z3']:,} of Z3 (on {self.solved_cases:,} cases) against CPython's, "
            f"{self.compared['native']:,} of native code against the interpreter's, "
            f"{self.failing:,} of them failing duties; {len(self.differences)} differ"
        )
        return "\n".join(lines)


@dataclass(frozen=True)
class Plan:
    """How much to compare: cases in all and at each scope, and Z3's share.

    solve_every: Z3 is asked about every so many cases, `questions` questions of each; 0 for never.
    solve: how many functions Z3 is asked about at each scope.
    native_every: native code is asked everything at every so many scopes; 0 for never.
    """

    cases: int
    at_scope: int = 500
    solve_every: int = 0
    questions: int = 4
    solve: int = 8
    seed: int = 0
    native_every: int = 0


def run(
    plan: Plan, books: list[Played], progress: Callable[[Report], None] = lambda _: None
) -> Report:
    """Compare cases of these games until there are enough, or enough differ."""
    report, dice, began = Report(), Dice(plan.seed), perf_counter()
    while report.cases < plan.cases and len(report.differences) < _ENOUGH_DIFFERENCES:
        played = books[report.scopes % len(books)]
        passed = report.scopes // len(books) % 2 == 0
        subject = drawn(played.book, played.claims, dice, passed=passed)
        native = plan.native_every > 0 and report.scopes % plan.native_every == 0
        comparison = Comparison(played.name, subject, solve=plan.solve, native=native)
        _at_scope(plan, report, comparison, dice)
        report.scopes += 1
        report.seconds = perf_counter() - began
        progress(report)
    return report


def _at_scope(plan: Plan, report: Report, comparison: Comparison, dice: Dice) -> None:
    report.differences += comparison.openings(dice)
    for case in islice(cases(comparison.subject, dice), plan.at_scope):
        report.cases += 1
        solve = plan.solve_every > 0 and report.cases % plan.solve_every == 0
        report.solved_cases += solve
        report.differences += comparison.case(case, dice, plan.questions if solve else 0)
        if report.cases >= plan.cases or len(report.differences) >= _ENOUGH_DIFFERENCES:
            break
    report.compared += comparison.compared
    report.failing += comparison.failing
    report.unsupported |= comparison.unsupported
