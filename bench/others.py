"""Other explorers of Star Grid: those of this folder, and model checkers where they are installed.

Each is asked that cards are conserved and that play ends only where it is over, and each is exact:
no state is taken for another whose hash is the same. What is compiled is compiled once a size.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
NAMES = "PCRVKS"  # of the sizes, in the models and in the explorer in C++


@dataclass(frozen=True)
class Run:
    """One search: what was found, CPU and wall seconds, the most memory held in bytes, and the CPU
    seconds of compiling before it (0 where it was compiled already)."""

    states: int
    transitions: int
    cpu: float
    wall: float
    memory: int
    compiling: float = 0.0


@dataclass(frozen=True)
class Size:
    """A size of Star Grid, with the numbers on which independent programs agree.

    transitions: the first states included, as the others count. final: states where play is over.
    """

    text: str
    states: int
    transitions: int
    final: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """Players, columns, rows, values, copies and Stars."""
        return tuple(map(int, self.text.split(",")))

    @property
    def starts(self) -> int:
        """How many first states there are: one for each value, Stars among them."""
        return self.numbers[3] + 1


@dataclass(frozen=True)
class Searcher:
    """Something that searches; it is left out where there are more states than `most`."""

    name: str
    search: Callable[[Size], Run]
    most: int = sys.maxsize


@dataclass(frozen=True)
class Ran:
    """A command that has ended: what it wrote, and what it took."""

    text: str
    cpu: float
    wall: float
    memory: int


def ran(command: Sequence[str], folder: Path = ROOT) -> Ran:
    """Run a command, and measure it and it alone."""
    began = perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    text = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}: {text[-500:]}")
    wall = perf_counter() - began
    return Ran(text, used.ru_utime + used.ru_stime, wall, used.ru_maxrss * 1024)


def number(text: str, pattern: str) -> int:
    """The number that a pattern finds in what was written."""
    found = re.search(pattern, text)
    if found is None:
        raise SystemExit(f"there is no {pattern} in: {text[-500:]}")
    return int(found[1])


def plain(size: Size) -> Run:
    """The explorer in plain Python."""
    done = ran([sys.executable, str(BENCH / "star_grid_plain.py"), *map(str, size.numbers)])
    states, transitions = (
        number(done.text, r"distinct=(\d+)"),
        number(done.text, r"generated=(\d+)"),
    )
    return Run(states, transitions, done.cpu, done.wall, done.memory)


class Compiled:
    """A searcher that is compiled for a size as it asks, in a folder of its own."""

    def __init__(
        self,
        folder: Path,
        build: Callable[[Size, Path], list[list[str]]],
        run: Callable[[Size], list[str]],
        read: Callable[[Size, str], tuple[int, int]],
    ) -> None:
        """build: the commands that make `search` in a folder. run: how it is then called. read:
        the states and transitions in what it writes."""
        self._folder = folder
        self._build = build
        self._run = run
        self._read = read

    def __call__(self, size: Size) -> Run:
        folder = self._folder / size.text.replace(",", "_")
        compiling = 0.0
        if not folder.exists():
            folder.mkdir(parents=True)
            compiling = sum(ran(command, folder).cpu for command in self._build(size, folder))
        done = ran(self._run(size), folder)
        states, transitions = self._read(size, done.text)
        return Run(states, transitions, done.cpu, done.wall, done.memory, compiling)


def reference(compiler: str, folder: Path) -> Compiled:
    """The explorer in C++."""

    def build(size: Size, _: Path) -> list[list[str]]:
        source = str(BENCH / "star_grid.cpp")
        return [[compiler, "-O2", "-march=native", *_macros(size), source, "-o", "search"]]

    def read(_: Size, text: str) -> tuple[int, int]:
        return number(text, r"distinct=(\d+)"), number(text, r"generated=(\d+)")

    return Compiled(folder, build, lambda _: ["./search"], read)


def murphi(compiler: str, folder: Path) -> Compiled:
    """Rumur, which makes a C program of a Murphi model; one thread."""

    def build(size: Size, made: Path) -> list[list[str]]:
        (made / "model.m").write_text(murphi_model(size), encoding="utf-8")
        how = ["--deadlock-detection", "stuck", "--threads", "1", "--symmetry-reduction", "off"]
        how += ["--output-format", "machine-readable", "--output", "search.c"]
        # A processor without an exchange of 16 bytes does without the option.
        wide = ["-mcx16"] if os.uname().machine == "x86_64" else []
        made_by = [compiler, "-O2", "-march=native", *wide, "search.c", "-o", "search"]
        return [["rumur", *how, "model.m"], [*made_by, "-lpthread"]]

    def read(size: Size, text: str) -> tuple[int, int]:
        if number(text, r'<summary [^>]*errors="(\d+)"'):
            raise SystemExit(f"Murphi finds an error: {text[-500:]}")
        fired = number(text, r'<summary [^>]*rules_fired="(\d+)"')
        # It counts no first states, and the rule by which a finished game stays as it is.
        transitions = fired + size.starts - size.final
        return number(text, r'<summary states="(\d+)"'), transitions

    return Compiled(folder, build, lambda _: ["./search"], read)


def murphi_model(size: Size) -> str:
    """The Murphi model at a size."""
    text = (BENCH / "star_grid.m").read_text(encoding="utf-8")
    most = max(size.numbers[4:])
    for name, value in (*zip(NAMES, size.numbers, strict=True), ("MAXPOOL", most)):
        text, found = re.subn(rf"^  {name}: \d+;", f"  {name}: {value};", text, flags=re.MULTILINE)
        assert found == 1, f"the model has no constant {name}"
    return text


def spin(compiler: str, folder: Path) -> Compiled:
    """Spin: every state kept whole, safety only."""

    def build(size: Size, _: Path) -> list[list[str]]:
        model = str(BENCH / "star_grid.pml")
        options = ["-O2", "-march=native", "-DSAFETY", "-DMEMLIM=60000"]
        return [
            ["spin", "-a", *_macros(size), model],
            [compiler, *options, "pan.c", "-o", "search"],
        ]

    def run(size: Size) -> list[str]:
        # The table is made at once: two places a state. No play is as long as the stack is deep.
        return ["./search", "-m100000", f"-w{size.states.bit_length() + 1}"]

    def read(size: Size, text: str) -> tuple[int, int]:
        if number(text, r"errors: (\d+)") or "too small" in text:
            raise SystemExit(f"Spin finds an error: {text[-1500:]}")
        # One state, and one transition, come before the first top card; a finished game loops.
        states = number(text, r"(\d+) states, stored") - 1
        return states, number(text, r"(\d+) transitions") - 1 - size.final

    return Compiled(folder, build, run, read)


def _macros(size: Size) -> list[str]:
    return [f"-D{name}={value}" for name, value in zip(NAMES, size.numbers, strict=True)]


def installed(folder: Path) -> list[Searcher]:
    """The compiled searchers that can be had here, the explorer in C++ first."""
    found = []
    plus = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    plain_c = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if plus is not None:
        found.append(Searcher("C++ explorer", reference(plus, folder / "reference")))
    if plain_c is not None and shutil.which("spin"):
        found.append(Searcher("Spin", spin(plain_c, folder / "spin")))
    if plain_c is not None and shutil.which("rumur"):
        found.append(Searcher("Murphi (rumur)", murphi(plain_c, folder / "murphi"), 1_000_000))
    return found
