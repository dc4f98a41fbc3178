"""Bytes squeezed into bits and spread again, for every number of bits and bytes."""

from __future__ import annotations

import ctypes
import random

import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir as ll

from rulewright.backends.native import swar
from rulewright.backends.native.build import I64, PTR, Block
from rulewright.backends.native.jit import compiled
from rulewright.backends.native.packing import Digit

SIZES = (2, 4, 8)


def _name(size: int, bits: int, least: int) -> str:
    return f"{size}.{bits}.{'m' if least < 0 else 'p'}{abs(least)}"


@pytest.mark.parametrize("least", [0, 1, -1, -4, -100])
def test_bytes_go_there_and_back(least: int) -> None:
    module = ll.Module("bytes")
    cases = [
        (size, bits) for size in SIZES for bits in range(1, 8) if least + (1 << bits) - 1 < 128
    ]
    for size, bits in cases:
        for way in ("squeeze", "spread"):
            kind = ll.FunctionType(I64, [PTR, I64])
            code = ll.Function(module, kind, f"{way}.{_name(size, bits, least)}")
            k, digit = Block(code), Digit(least, bits)
            if way == "squeeze":
                k.b.ret(swar.squeezed(k, code.args[0], size, digit))
            else:
                swar.spread(k, code.args[1], code.args[0], size, digit)
                k.b.ret(code.args[1])
            k.finish()
    library = compiled(module, None)
    dice = random.Random(5)
    for size, bits in cases:
        name = _name(size, bits, least)
        takes = (ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64)
        squeeze = library.function(f"squeeze.{name}", *takes)
        spread = library.function(f"spread.{name}", *takes)
        for _ in range(40):
            values = [least + dice.randrange(1 << bits) for _ in range(size)]
            held = (ctypes.c_int8 * size)(*values)
            wanted = sum((v - least) << (bits * at) for at, v in enumerate(values))
            assert squeeze(ctypes.addressof(held), 0) == wanted, (size, bits, values)
            back = (ctypes.c_int8 * size)()
            spread(ctypes.addressof(back), wanted)
            assert list(back) == values, (size, bits)
