"""Searches side by side: `python -m bench.run`, from the project's root.

Each round runs every searcher once, one after the other, so that a busy machine is busy for all;
what counts is the least CPU time of the rounds. One that takes over 15 seconds runs once. A
searcher that is not installed is left out, and one whose counts are not the known ones ends the
run. `--docs` writes the tables into docs/speed.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from .others import ROOT, Run, Searcher, Size, installed, plain, ran

PAGE = ROOT / "docs" / "speed.md"
SIZES = (
    Size("2,1,2,2,3,1", 4_575, 15_103, 928),
    Size("2,2,2,2,4,2", 483_984, 3_323_504, 29_180),
    Size("2,2,2,2,5,2", 2_204_928, 17_731_196, 94_216),
    Size("2,2,2,3,3,2", 11_034_136, 91_408_800, 732_392),
)
FIELDS = ("players", "columns", "rows", "values", "copies", "stars")
FEW_STATES = 100_000  # searchers in Python are not asked for more
HEAD = (
    "| size | states | searcher | CPU s | wall s | states a CPU s | against C++ "
    "| bytes a state | compiling, CPU s |\n|---|--:|---|--:|--:|--:|--:|--:|--:|"
)
# Skyjo Action's tiny scopes, and some made larger so that there is something to measure.
SCOPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((name, ()) for name in ("columns", "shortened", "lap", "starts")),
    ("starts", ("copies=3", "stars=2")),
    ("lap", ("copies_of_least=6", "copies=5", "stars=2")),
    ("crossing", ("greatest=3", "copies_of_least=4", "copies=4", "stars=2")),
)
SCOPE_HEAD = (
    "| game | scope | states | transitions | CPU s | transitions a CPU s |\n"
    "|---|---|--:|--:|--:|--:|"
)
LONG = 15.0  # CPU seconds of a search that is made once
REPEATED = 20_000  # searches of fewer states are made several times, and the best counts


def ours(*more: str) -> Callable[[Size], Run]:
    """A search by Rulewright."""

    def search(size: Size) -> Run:
        pairs = zip(FIELDS, size.numbers, strict=True)
        settings = [part for name, value in pairs for part in ("--set", f"{name}={value}")]
        done = ran([sys.executable, "-m", "bench.ours", "star-grid", *settings, *more])
        return _read(done.text.splitlines()[0], done.memory)

    return search


def _read(line: str, memory: int) -> Run:
    data = json.loads(line)
    figures = (data["states"], data["transitions"], data["cpu"], data["wall"])
    return Run(*figures, memory, data["compile"])


def searchers(folder: Path) -> list[Searcher]:
    """All that can search here, the one that is compared against first."""
    own = [
        Searcher(f"Rulewright, {asked}, {count} thread{'s' * (count > 1)}", ours(*how))
        for asked, laws in (("laws", ("--laws",)), ("everything", ()))
        for count in (1, 2)
        for how in [(*laws, "--threads", str(count))]
    ]
    slow = [
        Searcher("Rulewright, everything, interpreter", ours("--interpreter"), FEW_STATES),
        Searcher("plain Python", plain, FEW_STATES),
    ]
    others = installed(folder)
    return [*others[:1], *own, *others[1:], *slow]


def best_of(searcher: Searcher, size: Size, kept: Run | None) -> Run:
    """One more search, with the better of its figures and those kept."""
    run = searcher.search(size)
    print(f"{size.text} {searcher.name}: {run}", file=sys.stderr, flush=True)
    if (run.states, run.transitions) != (size.states, size.transitions):
        raise SystemExit(f"{searcher.name} finds {run} at {size.text}")
    if kept is None:
        return run
    least = min(run, kept, key=lambda one: one.cpu)
    # Only the first round compiles; later ones find it done.
    compiling = max(run.compiling, kept.compiling)
    wall, memory = min(run.wall, kept.wall), min(run.memory, kept.memory)
    return Run(least.states, least.transitions, least.cpu, wall, memory, compiling)


def measured(all_: Sequence[Searcher], sizes: Sequence[Size], rounds: int) -> list[str]:
    """The rows of the first table."""
    rows = []
    for size in sizes:
        here = [searcher for searcher in all_ if size.states <= searcher.most]
        best: dict[str, Run] = {}
        for _ in range(rounds):
            for searcher in here:
                if searcher.name in best and best[searcher.name].cpu > LONG:
                    continue
                best[searcher.name] = best_of(searcher, size, best.get(searcher.name))
        against = best.get("C++ explorer")
        for name, run in best.items():
            ratio = "–" if against is None else f"{against.cpu / run.cpu:.2f}"
            # A process takes up some tens of megabytes before it has met a state.
            held = f"{run.memory / size.states:,.0f}" if size.states > FEW_STATES else "–"
            rows.append(
                f"| {size.text} | {size.states:,} | {name} | {run.cpu:.2f} | {run.wall:.2f} "
                f"| {run.states / run.cpu:,.0f} | {ratio} | {held} "
                f"| {run.compiling:.1f} |"
            )
        rows += [
            f"| {size.text} | {size.states:,} | {searcher.name} | left out |  |  |  |  |  |"
            for searcher in all_
            if searcher not in here
        ]
    return rows


def scopes(
    chosen: Sequence[tuple[str, tuple[str, ...]]], rounds: int, sizes: Sequence[Size] = SIZES[:2]
) -> list[str]:
    """The rows of the second table: one thread, everything asked, of both games."""
    boxes = [tuple(f"{n}={v}" for n, v in zip(FIELDS, s.numbers, strict=True)) for s in sizes]
    asked = [("star-grid", "tiny", settings) for settings in boxes]
    asked += [("skyjo-action", name, settings) for name, settings in chosen]
    best: dict[tuple[str, str, tuple[str, ...]], Run] = {}
    for _ in range(rounds):
        for one in asked:
            game, name, settings = one
            more = [part for setting in settings for part in ("--set", setting)]
            few = 1 if one in best and best[one].states > REPEATED else 5
            command = [sys.executable, "-m", "bench.ours", game, "--scope", name, *more]
            done = ran([*command, "--times", str(few)])
            runs = [_read(line, done.memory) for line in done.text.splitlines()]
            best[one] = min((*runs, *filter(None, [best.get(one)])), key=lambda run: run.cpu)
            print(f"{one}: {best[one]}", file=sys.stderr, flush=True)
    rows = []
    for (game, name, settings), run in best.items():
        told = ", ".join((name, *settings)) if game != "star-grid" else _short(settings)
        rows.append(
            f"| {game} | {told} | {run.states:,} | {run.transitions:,} | {run.cpu:.3f} "
            f"| {run.transitions / run.cpu:,.0f} |"
        )
    return rows


def _short(settings: Sequence[str]) -> str:
    return ",".join(setting.partition("=")[2] for setting in settings)


def written(page: str, name: str, table: str) -> str:
    """The page with a table in its place, between two comments that name it."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, found, rest = page.partition(begin)
    _, found_too, after = rest.partition(end)
    if not found or not found_too:
        raise SystemExit(f"the page has no place for {name}")
    return f"{before}{begin}{table}\n{end}{after}"


def _tell(name: str, head: str, rows: Sequence[str], *, docs: bool) -> None:
    table = "\n".join((head, *rows))
    print(f"{table}\n", flush=True)
    if docs:
        PAGE.write_text(written(PAGE.read_text("utf-8"), name, table), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    names = [size.text for size in SIZES]
    parser.add_argument("--size", action="append", choices=names, help="may be repeated")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-scopes", action="store_true", help="leave out the second table")
    parser.add_argument("--docs", action="store_true", help=f"write into {PAGE.name}")
    given = parser.parse_args(arguments)
    sizes = [size for size in SIZES if size.text in (given.size or names[:3])]
    with tempfile.TemporaryDirectory() as folder:
        # Ours is compiled anew as well, and then kept for the rounds that follow.
        os.environ["RULEWRIGHT_CACHE"] = str(Path(folder) / "ours")
        all_ = searchers(Path(folder))
        _tell("sizes", HEAD, measured(all_, sizes, given.rounds), docs=given.docs)
        if not given.no_scopes:
            _tell("scopes", SCOPE_HEAD, scopes(SCOPES, given.rounds), docs=given.docs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
