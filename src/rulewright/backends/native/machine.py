"""Functions of a program run natively on IR values, one at a time: for tests, not for searches."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from llvmlite import ir as ll

from rulewright.ir.program import Program

from . import memory
from .build import I1, PTR, Block, int1
from .functions import Functions, Made
from .layout import layout, read, write
from .shapes import Refused, Shape, of_type


class Fails(Exception):
    """A duty failed; which one, the interpreter can tell."""


class Machine:
    """The named functions of a program as native code; Refused where one cannot be made so."""

    def __init__(self, program: Program, names: tuple[str, ...]) -> None:
        from .jit import compiled

        self._program = program
        module = ll.Module("machine")
        functions = Functions(program, module)
        self._made: dict[str, tuple[tuple[Shape, ...], Made]] = {}
        self._doors = {name: f"door{at}" for at, name in enumerate(names)}
        for name in names:
            shapes = tuple(of_type(kind) for _, kind in program.functions[name].params)
            made = functions.made(name, shapes)
            self._made[name] = (shapes, made)
            _door(module, self._doors[name], shapes, made)
        self._library = compiled(module, None)

    def function(self, name: str) -> Callable[..., Any]:
        """The function of this name over IR values; Fails where a duty fails."""
        shapes, made = self._made[name]
        door = ctypes.CFUNCTYPE(ctypes.c_bool, *[ctypes.c_char_p] * len(shapes), ctypes.c_void_p)(
            self._library.address(self._doors[name])
        )
        function = self._program.functions[name]
        kinds = [kind for _, kind in function.params]

        def run(*args: Any) -> Any:
            given = []
            for kind, shape, value in zip(kinds, shapes, args, strict=True):
                room = bytearray(max(1, layout(shape).size))
                write(kind, shape, value, room, 0)
                given.append(bytes(room))
            size = 1 if made.result is None else max(1, layout(made.result).size)
            result = ctypes.create_string_buffer(size)
            if door(*given, ctypes.cast(result, ctypes.c_void_p)):
                raise Fails
            if made.result is None:
                raise Refused(f"{name} always fails and did not")
            return read(function.body.type, made.result, result.raw, 0)

        return run


def _door(module: ll.Module, name: str, shapes: tuple[Shape, ...], made: Made) -> None:
    """A function that takes the addresses of all arguments, for the outside world."""
    door = ll.Function(module, ll.FunctionType(I1, [PTR] * (len(shapes) + 1)), name)
    block = Block(door)
    *addresses, result = door.args
    given = [memory.taken(block, s, a) for s, a in zip(shapes, addresses, strict=True)]
    wanted = [memory.converted(block, v, s) for v, s in zip(given, made.params, strict=True)]
    failed = block.b.call(made.code, [*(v.held for v in wanted if v.held is not None), result])
    if made.failing:
        block.owe(block.b.not_(failed))
    block.b.ret(int1(False))
    block.finish()
