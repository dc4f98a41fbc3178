"""Searches of Star Grid side by side: `python -m bench.run`, from the project's root.

Each round runs every searcher once, one after the other, so that a busy machine is busy for all;
what counts is the least CPU time of the rounds. A searcher that is not installed is left out, and
one whose counts are not the known ones ends the run.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Sizes, with the states and transitions (starts included) that independent programs agree on.
KNOWN = {
    "2,1,2,2,3,1": (4_575, 15_103),
    "2,2,2,2,4,2": (483_984, 3_323_504),
    "2,2,2,2,5,2": (2_204_928, 17_731_196),
    "2,2,2,3,3,2": (11_034_136, 91_408_800),
}
SLOW_STATES = 100_000  # searchers in Python are not asked for more


@dataclass(frozen=True)
class Run:
    """One search: what was found, CPU and wall seconds, and the most memory held in bytes."""

    states: int
    transitions: int
    cpu: float
    wall: float
    memory: int


@dataclass(frozen=True)
class Searcher:
    """Something that searches. `slow` ones are left out where there are many states."""

    name: str
    search: Callable[[str], Run]
    slow: bool = False


def ran(command: list[str]) -> tuple[str, float, int]:
    """What a command writes, its CPU seconds, and the most memory it held in bytes."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    text = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def ours(*more: str) -> Callable[[str], Run]:
    """A search by Rulewright."""

    def search(size: str) -> Run:
        text, _, memory = ran([sys.executable, "-m", "bench.ours", size, *more])
        data = json.loads(text)
        return Run(data["states"], data["transitions"], data["cpu"], data["wall"], memory)

    return search


def reference(compiler: str, folder: Path) -> Callable[[str], Run]:
    """The explorer in C++, compiled for one size as it asks."""

    def search(size: str) -> Run:
        program = folder / f"star_grid_{size.replace(',', '_')}"
        if not program.exists():
            letters = zip("PCRVKS", size.split(","), strict=True)
            macros = [f"-D{letter}={number}" for letter, number in letters]
            source = str(ROOT / "bench" / "star_grid.cpp")
            ran([compiler, "-O2", "-march=native", *macros, source, "-o", str(program)])
        text, cpu, memory = ran([str(program)])
        return Run(_number(text, "distinct"), _number(text, "generated"), cpu, cpu, memory)

    return search


def plain(size: str) -> Run:
    """The explorer in plain Python."""
    command = [sys.executable, str(ROOT / "bench" / "star_grid_plain.py"), *size.split(",")]
    text, cpu, memory = ran(command)
    return Run(_number(text, "distinct"), _number(text, "generated"), cpu, cpu, memory)


def _number(text: str, name: str) -> int:
    found = re.search(rf"{name}=(\d+)", text)
    if found is None:
        raise SystemExit(f"there is no {name} in: {text}")
    return int(found[1])


def measured(searchers: list[Searcher], sizes: list[str], rounds: int) -> list[str]:
    """The rows of the table."""
    rows = []
    for size in sizes:
        states, transitions = KNOWN[size]
        here = [s for s in searchers if not (s.slow and states > SLOW_STATES)]
        best: dict[str, Run] = {}
        for _ in range(rounds):
            for searcher in here:
                run = searcher.search(size)
                if (run.states, run.transitions) != (states, transitions):
                    raise SystemExit(f"{searcher.name} finds {run} at {size}")
                kept = best.get(searcher.name)
                if kept is None or run.cpu < kept.cpu:
                    best[searcher.name] = run
                print(f"{size} {searcher.name}: {run}", file=sys.stderr)
        first = best[here[0].name]
        for name, run in best.items():
            rows.append(
                f"| {size} | {states:,} | {name} | {run.cpu:.2f} | {run.wall:.2f} "
                f"| {first.cpu / run.cpu:.2f} | {run.memory / states:,.0f} |"
            )
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", action="append", choices=list(KNOWN), help="may be repeated")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        searchers = [
            Searcher("Rulewright, native, 1 thread", ours()),
            Searcher("Rulewright, native, 2 threads", ours("--threads", "2")),
            Searcher("Rulewright, interpreter", ours("--interpreter"), slow=True),
            Searcher("plain Python", plain, slow=True),
        ]
        compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
        if compiler is not None:
            searchers.insert(0, Searcher("C++ explorer", reference(compiler, Path(folder))))
        rows = measured(searchers, given.size or list(KNOWN)[:2], given.rounds)
    print("| size | states | searcher | CPU s | wall s | times as fast | bytes a state |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
