"""One search of Star Grid by Rulewright, its figures as JSON: `python -m bench.ours 2,1,2,2,3,1`.

Everything that `rulewright explore` asks is asked: every rule, every claim about every position
or move. With `--laws` only what the other explorers ask is: that cards are conserved, and that play
ends only where it is over. The time is that of the search; the code is compiled before.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields
from pathlib import Path
from time import perf_counter, process_time

from model.star_grid import GAME, Box
from proofs import star_grid as proofs
from rulewright import Claim, Rulebook
from rulewright.engines.explore_how import explore
from rulewright.engines.explore_summary import invariants_at
from rulewright.engines.subject import Subject
from rulewright.engines.verdict import Budget, How
from rulewright.words.forces import Force
from spec.star_grid import BOOK


def laws() -> Rulebook:
    """The rules that say which moves there are, without those that say again what moves do."""
    allowing = {Force.MAY, Force.MUST_NOT}
    rules = tuple(rule for rule in BOOK.rules if allowing.issuperset(c.force for c in rule.clauses))
    return Rulebook(BOOK.title, GAME, BOOK.sentences, rules)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", help="players, columns, rows, values, copies, stars")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--interpreter", action="store_true")
    parser.add_argument("--laws", action="store_true", help="only what the others ask as well")
    given = parser.parse_args()
    numbers = map(int, given.size.split(","))
    box = Box(**dict(zip((f.name for f in fields(Box)), numbers, strict=True)))
    scope = GAME.scopes[0]
    claims = [value for value in vars(proofs).values() if isinstance(value, Claim)]
    book = BOOK
    if given.laws:
        book, claims = laws(), [proofs.cards_are_conserved]
    how = How.INTERPRETED if given.interpreter else How.NATIVE
    budget = Budget(states=10**9, threads=given.threads, how=how, coverage=not given.laws)
    asked = invariants_at(book, scope, box, claims)
    # Once at a small size would compile another program: the first search is made twice instead.
    if not given.interpreter:
        explore(Subject.of(book, scope, box, asked), Budget(states=1, how=how))
    subject = Subject.of(book, scope, box, asked)
    cpu, wall = process_time(), perf_counter()
    found = explore(subject, budget)
    cpu, wall = process_time() - cpu, perf_counter() - wall
    data = {
        "states": len(found.states),
        "transitions": found.transitions + found.starts,
        "cpu": cpu,
        "wall": wall,
    }
    print(json.dumps(data))
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    sys.exit(main())
