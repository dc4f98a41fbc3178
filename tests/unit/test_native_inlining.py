"""Which native functions are made in place of their calls, and which are taken out."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir as ll

from rulewright.backends.native.inlining import CALLED_ONCE, SMALL, drop_unused, inline_small

I64 = ll.IntType(64)


def function(module: ll.Module, name: str, *called: ll.Function, length: int = 0) -> ll.Function:
    """A function that calls some others, of so many instructions besides."""
    made = ll.Function(module, ll.FunctionType(I64, [I64]), name)
    made.linkage = "internal"
    builder = ll.IRBuilder(made.append_basic_block())
    value = made.args[0]
    for _ in range(length):
        value = builder.add(value, value)
    for each in called:
        value = builder.call(each, [value])
    builder.ret(value)
    return made


def test_what_nothing_outside_leads_to_is_taken_out() -> None:
    module = ll.Module()
    far = function(module, "far")
    near = function(module, "near", far)
    function(module, "caller_of_far", far)
    declared = ll.Function(module, ll.FunctionType(I64, [I64]), "declared")
    unused = ll.Function(module, ll.FunctionType(I64, [I64]), "not_called")
    door = function(module, "door", near, declared)
    door.linkage = ""
    held = ll.GlobalVariable(module, I64, "held")
    drop_unused(module)
    names = {each.name for each in module.functions}
    assert names - {unused.name} == {"far", "near", "declared", "door"}
    assert "caller_of_far" not in str(module)
    assert held.name in module.globals


def test_a_function_that_is_handed_over_is_used() -> None:
    module = ll.Module()
    far = function(module, "far")
    door = ll.Function(module, ll.FunctionType(I64, []), "door")
    builder = ll.IRBuilder(door.append_basic_block())
    builder.ret(builder.ptrtoint(far, I64))
    drop_unused(module)
    assert {each.name for each in module.functions} == {"far", "door"}


def test_small_functions_and_those_called_once_are_made_in_place() -> None:
    module = ll.Module()
    small, medium = function(module, "small"), function(module, "medium", length=SMALL + 1)
    large = function(module, "large", length=CALLED_ONCE + 1)
    twice = function(module, "twice", length=SMALL + 1)
    function(module, "caller", small, small, medium, large, twice, twice, length=SMALL)
    inline_small(module)
    marked = {f.name for f in module.functions if "alwaysinline" in set(f.attributes)}
    assert marked == {"small", "medium"}
