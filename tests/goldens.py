"""Small projects with what the front end makes of them: a program, or an error.

    python -m tests.goldens --reset      writes goldens and docs/errors.md anew; review the diff

`good/NAME.py` is a whole game, `good/NAME.out` its program. `bad/RWxxx_NAME.py` holds one mistake
and `bad/RWxxx_NAME.out` the message; a mistake in an index of sentences stands in
`bad/RWxxx_NAME.tsv`, alone or beside the rules that cite it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType, ModuleType

from rulewright.front import compile_book
from rulewright.front.catalogue import page
from rulewright.front.instances import check_scopes
from rulewright.front.sentences import check_citations, load
from rulewright.front.written import check_written
from rulewright.ir.program import Program
from rulewright.ir.text import dump
from rulewright.words import Claim, Rulebook, RulesError

ROOT = Path(__file__).resolve().parent.parent
GOOD = ROOT / "tests" / "good"
BAD = ROOT / "tests" / "bad"


def good() -> list[Path]:
    """The small games, by name."""
    return sorted(GOOD.glob("*.py"))


def bad() -> list[Path]:
    """The mistakes: rules, or an index of sentences that no rules stand beside."""
    rules = sorted(BAD.glob("RW*.py"))
    return rules + sorted(p for p in BAD.glob("RW*.tsv") if p.with_suffix(".py") not in rules)


def loaded(path: Path) -> ModuleType:
    """The module of a golden, loaded anew where an earlier one failed half-way."""
    return importlib.import_module(f"tests.{path.parent.name}.{path.stem}")


def program(path: Path) -> Program:
    """The program of a golden that holds rules."""
    module = loaded(path)
    book: Rulebook = module.BOOK
    claims = [thing for thing in vars(module).values() if isinstance(thing, Claim)]
    helpers = (
        [f for f in vars(module).values() if _written_in(module, f)] if path.parent == GOOD else []
    )
    return compile_book(book, book.game.scopes[0].box, claims, helpers)


def _written_in(module: ModuleType, thing: object) -> bool:
    return isinstance(thing, FunctionType) and thing.__module__ == module.__name__


def message(path: Path) -> str:
    """The whole message of a mistake."""
    index = path.with_suffix(".tsv")
    try:
        sentences = load(index) if index.exists() else None
        if path.suffix == ".py":
            program(path)
            module, book = loaded(path), loaded(path).BOOK
            claims = [thing for thing in vars(module).values() if isinstance(thing, Claim)]
            check_written([module], [book], claims)
            check_scopes(book.game, [str(path)])
            if sentences is not None:
                check_citations(loaded(path).BOOK, sentences)
    except RulesError as error:
        return f"{error}\n"
    return "accepted\n"


def outcome(path: Path) -> str:
    """What the golden of this file must say."""
    return dump(program(path)) if path.parent == GOOD else message(path)


def main(arguments: Sequence[str]) -> int:
    if list(arguments) != ["--reset"]:
        print(__doc__)
        return 2
    for path in (*good(), *bad()):
        write(path.with_suffix(".out"), outcome(path))
    write(ROOT / "docs" / "errors.md", page())
    return 0


def write(golden: Path, told: str) -> None:
    """Write a file that has changed, and tell so."""
    if not golden.exists() or golden.read_text(encoding="utf-8") != told:
        golden.write_text(told, encoding="utf-8")
        print(golden.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
