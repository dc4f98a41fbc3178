"""A small project to run commands on: two players take one or two stones from a pile in turn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PYPROJECT = """\
[tool.rulewright.games.nim]
book = "spec.nim:BOOK"
proofs = "proofs.nim"
"""

MODEL = '''\
"""Nim: whoever takes the last stone ends the game."""

from dataclasses import dataclass, replace
from typing import Annotated

from rulewright import Game, Move, Parameters, Scope, between


@dataclass(frozen=True)
class Box(Parameters):
    stones: Annotated[int, between(1, 9)] = 3
    players: Annotated[int, between(2, 2)] = 2

    def refusal(self) -> str:
        return "the box holds 8 stones" if self.stones > 8 else ""


@dataclass(frozen=True)
class Pile:
    box: Box
    stones: Annotated[int, between(0, "stones")]
    turn: Annotated[int, between(0, "players - 1")]


@dataclass(frozen=True)
class TakeStones(Move, by="turn"):
    number: Annotated[int, between(1, 2)]


def start(box: Box) -> Pile:
    return Pile(box, box.stones, 0)


def step(pile: Pile, move: TakeStones) -> Pile:
    return replace(pile, stones=pile.stones - move.number, turn=1 - pile.turn)


def over(pile: Pile) -> bool:
    return pile.stones == 0


GAME = Game(
    name="nim",
    state=Pile,
    moves=(TakeStones,),
    start=start,
    step=step,
    over=over,
    scopes=(Scope("tiny", Box(stones=3)), Scope("big", Box(stones=5))),
)
'''

SPEC = '''\
"""The rules of Nim."""

from model.nim import GAME, Pile, TakeStones
from rulewright import Rulebook, may, must, rules_of


@may("N-1")
def take_one_or_two(pile: Pile, move: TakeStones) -> bool:
    """One or two stones are taken, as far as there are any."""
    return move.number <= pile.stones


@must("N-2")
def the_pile_shrinks(before: Pile, move: TakeStones, after: Pile) -> bool:
    """The stones taken leave the pile."""
    return after.stones == before.stones - move.number


BOOK = Rulebook("Nim", GAME, sentences="spec/nim.tsv", rules=rules_of(__name__))
'''

SENTENCES = """\
id\tsection\tplace\tparaphrase\topen
N-1\tPlay\t1\tTake one or two stones.\t
N-2\tPlay\t2\tStones that are taken leave the pile.\t
"""

PROOFS = '''\
"""What is claimed of Nim."""

from model.nim import Pile, TakeStones
from rulewright import Expect, always, at_most, never, sometimes, terminates
from spec import nim as rules


@always()
def there_is_something_to_take(pile: Pile, move: TakeStones) -> bool:
    """Nobody takes from an empty pile."""
    return pile.stones > 0 and rules.take_one_or_two(pile, move)


@sometimes()
def the_second_player_empties_the_pile(pile: Pile) -> bool:
    """The second player can take the last stone."""
    return pile.stones == 0 and pile.turn == 0


@terminates()
def stones_run_out(pile: Pile) -> int:
    """Every game ends."""
    return pile.stones
'''

GOOD = {
    "pyproject.toml": PYPROJECT,
    "model/__init__.py": "",
    "model/nim.py": MODEL,
    "spec/__init__.py": "",
    "spec/nim.py": SPEC,
    "spec/nim.tsv": SENTENCES,
    "proofs/__init__.py": "",
    "proofs/nim.py": PROOFS,
}


@dataclass(frozen=True)
class Ran:
    """What a command gave: its exit code and its output."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Nim:
    """The project in a folder of its own."""

    root: Path

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def add(self, name: str, text: str) -> None:
        self.write(name, (self.root / name).read_text(encoding="utf-8") + text)

    def run(self, *arguments: str, **environment: str) -> Ran:
        ran = rulewright(*arguments, cwd=self.root, **environment)
        assert "Traceback" not in ran.err + ran.out
        return ran


def environment(**more: str) -> dict[str, str]:
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("RULEWRIGHT", "PYTHON", "LC_"))
    }
    return kept | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"} | more


def rulewright(*arguments: str, cwd: Path = ROOT, **more: str) -> Ran:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "rulewright", *arguments]
    ran = subprocess.run(
        command, cwd=cwd, env=environment(**more), capture_output=True, timeout=300, check=False
    )
    return Ran(ran.returncode, ran.stdout.decode("utf-8"), ran.stderr.decode("utf-8"))


def masked(text: str) -> str:
    """The text with times masked, and the blanks that align them."""
    return re.sub(r" *\d+\.\d s\b", " 0.0 s", text)
