"""What the native code of a program is to be: all that its users must know, and nothing compiled.

The object is kept under a key of the program and of this package's own sources, so that a warm
start neither writes LLVM code nor compiles any.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache as once
from functools import cached_property
from pathlib import Path
from typing import Any

from rulewright.ir.digest import digest
from rulewright.ir.nodes import Expr
from rulewright.ir.program import ClaimEntry, Program
from rulewright.ir.symmetry import Symmetry
from rulewright.ir.types import size

from .jit import Library, compiled
from .packing import Packing
from .watch import BY_CASE, WatchMap


@dataclass(frozen=True)
class Wanted:
    """What the native code of a program is to watch.

    terms: the IR values of the terms that play may be under; one None where the game has none.
    owable: for each kind whether a move of it can be owed. premises: of claims that have one.
    coverage: whether it is counted how often each rule speaks, of all moves that are possible;
    without, only rules that must be obeyed are asked, and only whether any is broken.
    symmetry: what is taken as unordered, None for nothing.
    """

    terms: tuple[Any, ...]
    claims: tuple[ClaimEntry, ...]
    owable: tuple[bool, ...]
    premises: Mapping[ClaimEntry, Expr]
    coverage: bool = True
    symmetry: Symmetry | None = None


class Plan:
    """A program, what is watched of it, how its states are packed, and where things are counted.

    most: no state has more successors.
    """

    def __init__(self, program: Program, wanted: Wanted) -> None:
        self.program = program
        self.wanted = wanted
        self.packing = Packing(program.state)
        self.most = sum(size(kind.type) for kind in program.kinds)
        claims = tuple(e for e in wanted.claims if e.claim.kind in BY_CASE)
        self.where = WatchMap(program, claims, len(wanted.terms))

    @cached_property
    def key(self) -> str:
        """What the object code depends on, this processor and compiler aside."""
        wanted = self.wanted
        names = [(e.function, e.claim.kind.name) for e in self.where.claims]
        rules = [
            (e.speaks, [(str(c.force), str(c.under)) for c in e.rule.clauses])
            for e in self.program.rules
        ]
        premises = [wanted.premises.get(e) for e in self.where.claims]
        more = (
            wanted.terms,
            wanted.owable,
            wanted.coverage,
            names,
            rules,
            premises,
            wanted.symmetry,
            sources(),
        )
        return digest(self.program, more)


def library(
    plan: Plan, cache: Path | None, progress: Callable[[str], None] | None = None
) -> Library:
    """The compiled search of a plan: its own functions with the kernel's."""

    def module() -> object:
        from .expand import Model
        from .inlining import inline_small
        from .kernel import add_kernel

        model = Model(plan)
        add_kernel(model.module, plan.packing.words, plan.most)
        inline_small(model.module)
        return model.module

    return compiled(module, cache, progress, key=plan.key)


@once
def sources() -> str:
    """A digest of the sources that make code of a program: others may make other code.

    Those are this package, the back end that works constants out, the passes, and the IR.
    """
    digest = hashlib.sha256()
    backends, root = Path(__file__).parents[1], Path(__file__).parents[2]
    made_by = [*backends.glob("*.py"), *Path(__file__).parent.rglob("*.py")]
    for path in sorted([*made_by, *(root / "passes").glob("*.py"), *(root / "ir").glob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where compiled objects are kept between runs: RULEWRIGHT_CACHE, or the user's own cache."""
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "rulewright"


__all__ = ["Plan", "Wanted", "cache_folder", "library"]
