"""`python -m tests.differential --cases N [--z3-every M] [--seed S]`."""

from __future__ import annotations

import argparse
import sys

from .running import Plan, Report, games, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000, help="how many cases to compare")
    parser.add_argument("--at-scope", type=int, default=500, help="how many of them at each scope")
    parser.add_argument("--z3-every", type=int, default=10, help="ask Z3 about one case in so many")
    parser.add_argument(
        "--questions", type=int, default=4, help="questions to Z3 about such a case"
    )
    parser.add_argument("--functions", type=int, default=8, help="that Z3 is asked of at a scope")
    parser.add_argument("--seed", type=int, default=0, help="of everything random")
    parser.add_argument("--native-every", type=int, default=1, help="native code at so many scopes")
    parser.add_argument("--game", action="append", help="only this game; may be given repeatedly")
    given = parser.parse_args()
    books = list(games(given.game or ()))
    if not books:
        parser.error("there is no such game")

    def progress(report: Report) -> None:
        print(f"\r{report.cases:,} cases, {report.seconds:.0f} s", end="", file=sys.stderr)

    plan = Plan(
        given.cases,
        given.at_scope,
        given.z3_every,
        given.questions,
        given.functions,
        given.seed,
        given.native_every,
    )
    report = run(plan, books, progress)
    print(file=sys.stderr)
    print(report)
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
