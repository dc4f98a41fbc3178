"""Searches by Rulewright, their figures as JSON lines: `python -m bench.ours star-grid`.

Everything that `rulewright explore` asks is asked: every rule, every claim about every position
or move. With `--laws` only what other explorers ask is: that cards are conserved, and that play
ends only where it is over. The time is that of the search; the code is compiled before.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from rulewright import Rulebook
from rulewright.cli.boxes import chosen
from rulewright.engines.explore_how import explore
from rulewright.engines.explore_summary import invariants_at
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import Budget, How
from rulewright.project import Project
from rulewright.words.forces import Force

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Asked:
    """A search: of which game, at which scope, and how."""

    game: str
    scope: str | None = None
    settings: tuple[str, ...] = ()
    threads: int = 1
    interpreter: bool = False
    laws: bool = False


def laws(book: Rulebook) -> Rulebook:
    """The rules that say which moves there are, without those that say again what moves do."""
    allowing = {Force.MAY, Force.MUST_NOT}
    rules = tuple(rule for rule in book.rules if allowing.issuperset(c.force for c in rule.clauses))
    return Rulebook(book.title, book.game, book.sentences, rules)


def searches(asked: Asked, times: int) -> list[dict[str, float]]:
    """The figures of so many searches: CPU and wall seconds, and those of compiling."""
    loaded = Project.find(ROOT).load(asked.game)
    book, claims = loaded.book, list(loaded.claims)
    if asked.laws:
        book = laws(book)
        claims = [claim for claim in claims if claim.name == "cards_are_conserved"]
    scope, box = chosen(book.game, asked.scope, asked.settings)
    invariants = invariants_at(book, scope, box, claims)
    how = How.INTERPRETED if asked.interpreter else How.NATIVE
    budget = Budget(states=10**9, threads=asked.threads, how=how, coverage=not asked.laws)
    compiled = process_time()
    # The same subject with a smaller budget is the same program.
    if not asked.interpreter:
        one = Budget(states=1, threads=asked.threads, how=how, coverage=budget.coverage)
        explore(Subject.of(book, scope, box, invariants), one)
    compiled = process_time() - compiled
    told: list[dict[str, float]] = []
    for _ in range(times):
        subject = Subject.of(book, scope, box, invariants)
        cpu, wall = process_time(), perf_counter()
        found = explore(subject, budget)
        cpu, wall = process_time() - cpu, perf_counter() - wall
        if not found.complete:
            raise SystemExit(f"the search was cut off: {found.note}")
        data = {
            "states": len(found.states),
            "transitions": found.transitions + found.starts,
            "cpu": cpu,
            "wall": wall,
            "compile": compiled,
        }
        told.append(data)
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ours", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scope", help="of the game (without: the first that is searched)")
    parser.add_argument("--set", action="append", default=[], help="a parameter, as name=value")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--interpreter", action="store_true")
    parser.add_argument("--laws", action="store_true", help="only what the others ask as well")
    parser.add_argument("--times", type=int, default=1, help="how often to search")
    given = parser.parse_args(arguments)
    how = (given.threads, given.interpreter, given.laws)
    for data in searches(Asked(given.game, given.scope, tuple(given.set), *how), given.times):
        print(json.dumps(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
