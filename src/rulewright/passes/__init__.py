"""The passes between the front end and the back ends, in one flat list.

Each takes a program and gives its functions anew; none changes what a function means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rulewright.ir.program import Function, Program

from .inline import inline
from .prune import prune

PASSES: Final[tuple[tuple[str, Callable[[Program], dict[str, Function]]], ...]] = (
    ("inline", lambda program: inline(program.functions)),
    ("prune", prune),
)


def run(program: Program) -> Program:
    """The program after every pass."""
    for _, work in PASSES:
        program = replace(program, functions=MappingProxyType(work(program)))
    return program
