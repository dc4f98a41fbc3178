"""Which functions are made in place of their calls, and which are not made at all.

LLVM's own way of finding out goes through every function several times, and takes more than half of
all compiling; small functions, and those called from one place, are what it would choose as well.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from llvmlite import ir as ll

# Up to so many instructions, wherever it is called; and where it is called once.
SMALL, CALLED_ONCE = 60, 300


def inline_small(module: ll.Module) -> None:
    """Mark the functions of a module whose calls are to be replaced by what they do."""
    called = Counter(
        each.callee.name
        for function in module.functions
        for each in _instructions(function)
        if isinstance(each, ll.CallInstr) and isinstance(each.callee, ll.Function)
    )
    for function in module.functions:
        if function.is_declaration or {"noinline", "alwaysinline"} & set(function.attributes):
            continue
        size = sum(1 for _ in _instructions(function))
        once = called[function.name] == 1 and function.linkage == "internal"
        if size <= (CALLED_ONCE if once else SMALL):
            function.attributes.add("alwaysinline")


def drop_unused(module: ll.Module) -> None:
    """Take out the functions of a module that nothing from outside leads to.

    Some are only made to see whether they can fail.
    """
    named = {function.name: function for function in module.functions}
    waiting = [f for f in module.functions if f.linkage != "internal"]
    used: set[str] = set()
    while waiting:
        function = waiting.pop()
        if function.name in used:
            continue
        used.add(function.name)
        for each in _instructions(function):
            operands = [*each.operands, getattr(each, "callee", None)]
            waiting += [one for one in operands if isinstance(one, ll.Function)]
    for name in named.keys() - used:
        del module.globals[name]


def _instructions(function: ll.Function) -> Any:
    return (each for block in function.blocks for each in block.instructions)
