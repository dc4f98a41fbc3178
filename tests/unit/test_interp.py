"""The interpreter, node by node, against what Python says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.backends.interp import Interpreter
from rulewright.ir import nodes as ir
from rulewright.ir.program import Function
from rulewright.ir.types import BOOL, INT, NoneT, UnionT
from rulewright.words.duties import DutyKind
from tests.unit.interp_nodes import (
    BAG,
    ELSEWHERE,
    HERE,
    INTS,
    PAIR,
    X,
    bad_index,
    boom,
    fault,
    items,
    num,
    program,
    run,
    var,
    yes,
)


class TestNames:
    def test_let_binds_for_its_body_only_after_the_value(self) -> None:
        inner = ir.Let("b", ir.Arith(ir.ArithOp.ADD, var("a"), num(1)), var("b"), INT)
        assert run(ir.Let("a", num(4), inner, INT)) == 5

    def test_a_value_of_a_let_is_worked_out_even_when_unused(self) -> None:
        assert fault(ir.Let("a", boom(), num(1), INT)).kind is DutyKind.EXACTLY_ONE

    def test_an_unbound_name_is_no_silent_none(self) -> None:
        with pytest.raises(KeyError):
            run(var("nobody"))

    def test_a_long_chain_of_lets_does_not_nest(self) -> None:
        body: ir.Expr = var("n400")
        for n in range(400, 0, -1):
            value = ir.Arith(ir.ArithOp.ADD, var(f"n{n - 1}"), num(1))
            body = ir.Let(f"n{n}", value, body, INT)
        assert run(body, n0=0) == 400

    def test_every_call_has_a_frame_of_its_own(self) -> None:
        double = Function(
            "double",
            (("x", INT),),
            ir.Let("y", ir.Arith(ir.ArithOp.ADD, X, X), var("y"), INT),
        )
        called = ir.Call("double", (ir.Call("double", (var("x"),), INT),), INT)
        total = ir.Arith(ir.ArithOp.ADD, called, var("x"))
        assert run(total, double, x=3) == 15

    @pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
    def test_arguments_arrive_in_order(self, number: int) -> None:
        names = [f"a{i}" for i in range(number)]
        made = Function(
            "made",
            tuple((n, INT) for n in names),
            ir.Let("z", num(9), ir.Items((*(var(n) for n in names), var("z")), INTS), INTS),
        )
        constants = ir.Call("made", tuple(num(i) for i in range(number)), INTS)
        assert run(constants, made) == (*range(number), 9)
        named = ir.Call("made", tuple(var(n) for n in names), INTS)
        values = {n: i for i, n in enumerate(names)}
        assert run(named, made, **values) == (*range(number), 9)


class TestTruth:
    def test_if_works_out_one_side(self) -> None:
        assert run(ir.If(yes(True), num(1), boom(), INT)) == 1
        assert run(ir.If(yes(False), boom(), num(2), INT)) == 2

    @pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5])
    def test_and_or_stop_at_the_part_that_decides(self, number: int) -> None:
        for at in range(number):
            for decisive, node in ((False, ir.And), (True, ir.Or)):
                parts = [yes(not decisive)] * at + [yes(decisive)]
                rest: list[ir.Expr] = [boom()] * (number - at - 1)
                assert run(node((*parts, *rest))) is decisive
        assert run(ir.And((yes(True),) * number)) is True
        assert run(ir.Or((yes(False),) * number)) is False

    def test_implies_works_out_both_sides(self) -> None:
        assert fault(ir.Implies(yes(False), boom())).reason == "boom"
        assert [run(ir.Implies(yes(p), yes(c))) for p in (False, True) for c in (False, True)] == [
            True,
            True,
            False,
            True,
        ]

    @pytest.mark.parametrize("constant", [True, False])
    def test_equal_and_its_opposite(self, constant: bool) -> None:
        for left, right in ((3, 3), (3, 4)):
            sides = (var("a"), num(right) if constant else var("b"))
            for pair in (sides, sides[::-1]):
                assert run(ir.Equal(*pair), a=left, b=right) is (left == right)
                assert run(ir.Not(ir.Equal(*pair)), a=left, b=right) is (left != right)

    def test_equal_looks_into_parts_and_alternatives(self) -> None:
        union = UnionT((INT, NoneT()))
        some = ir.Equal(ir.Get(var("p", PAIR), 1, union), ir.Inject(num(5), 0, union))
        assert run(some, p=(0, (0, 5))) is True
        assert run(some, p=(0, (0, 6))) is False
        assert run(ir.Not(some), p=(0, (1, ()))) is True


class TestNumbers:
    @given(st.integers(-20, 20), st.integers(-20, 20))
    def test_arithmetic_is_pythons(self, a: int, b: int) -> None:
        said = {
            ir.ArithOp.ADD: a + b,
            ir.ArithOp.SUB: a - b,
            ir.ArithOp.MUL: a * b,
            ir.ArithOp.MIN: min(a, b),
            ir.ArithOp.MAX: max(a, b),
        }
        if b:
            said |= {ir.ArithOp.DIV: a // b, ir.ArithOp.MOD: a % b}
        for op, value in said.items():
            assert run(ir.Arith(op, var("a"), var("b"), HERE), a=a, b=b) == value
        for order, truth in zip(ir.Order, (a < b, a <= b, a > b, a >= b), strict=True):
            assert run(ir.Compare(order, var("a"), var("b")), a=a, b=b) is truth
            assert run(ir.Compare(order, var("a"), num(b)), a=a) is truth

    @pytest.mark.parametrize("op", [ir.ArithOp.DIV, ir.ArithOp.MOD])
    def test_division_by_zero_is_a_duty(self, op: ir.ArithOp) -> None:
        failed = fault(ir.Arith(op, num(1), num(0), HERE))
        assert (failed.kind, failed.place) == (DutyKind.DEFINED, HERE)

    def test_the_left_side_fails_first(self) -> None:
        sum_ = ir.Arith(ir.ArithOp.DIV, bad_index(HERE), bad_index(ELSEWHERE), HERE)
        assert fault(sum_).place is HERE


class TestRecordsAndUnions:
    def test_make_get_with(self) -> None:
        for number in range(5):
            made = ir.Make(tuple(num(i) for i in range(number)), PAIR)
            assert run(made) == tuple(range(number))
        assert run(ir.Get(var("p", PAIR), 1, INT), p=(1, 2)) == 2
        one = ir.With(var("p", PAIR), ((0, num(7)),), PAIR)
        both = ir.With(var("p", PAIR), ((1, num(8)), (0, var("n"))), PAIR)
        assert run(one, p=(1, 2)) == (7, 2)
        assert run(both, p=(1, 2), n=9) == (9, 8)

    @pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6])
    @pytest.mark.parametrize("named", [True, False])
    def test_paths_of_any_depth(self, depth: int, named: bool) -> None:
        value: Any = 42
        for at in range(depth, 0, -1):
            value = (value, 0) if at % 2 else (0, value)
        path: ir.Expr = var("p", PAIR)
        if not named:
            path = ir.If(yes(True), path, path, PAIR)
        for at in range(1, depth + 1):
            path = ir.Payload(path, 0, PAIR) if at % 2 == 0 else ir.Get(path, 0, PAIR)
        assert run(path, p=value) == 42

    def test_unions(self) -> None:
        union = UnionT((INT, NoneT(), BOOL))
        value = ir.Inject(var("n"), 0, union)
        assert run(value, n=5) == (0, 5)
        assert run(ir.Is(value, (0,)), n=5) is True
        assert run(ir.Is(value, (1, 2)), n=5) is False
        assert run(ir.Is(value, (2, 0)), n=5) is True
        assert run(ir.Payload(value, 0, INT), n=5) == 5
        assert run(ir.Retag(value, (3, 1, -1), union), n=5) == (3, 5)

    def test_retag_of_what_cannot_be_is_no_silent_answer(self) -> None:
        with pytest.raises(AssertionError):
            run(ir.Retag(ir.Inject(num(1), 0, INT), (-1, 0), INT))


class TestTuples:
    def test_items_and_spread(self) -> None:
        parts = (num(1), ir.Spread(items(2, 3)), num(4), ir.Spread(items()))
        assert run(ir.Items(parts, INTS)) == (1, 2, 3, 4)
        assert run(ir.Items((), INTS)) == ()
        assert run(ir.Items((num(1), num(2), num(3)), INTS)) == (1, 2, 3)

    @given(st.integers(-4, 4), st.integers(-4, 4), st.sampled_from([-2, -1, 1, 3]))
    def test_range(self, start: int, stop: int, step: int) -> None:
        made = ir.Range(var("a"), var("b"), step, INTS)
        assert run(made, a=start, b=stop) == tuple(range(start, stop, step))

    @given(st.lists(st.integers(0, 9), max_size=5), st.integers(-7, 7))
    def test_at_and_put(self, values: list[int], at: int) -> None:
        held = tuple(values)
        for index in (var("i"), num(at)):
            item = ir.At(var("t", INTS), index, HERE, INT)
            if -len(held) <= at < len(held):
                assert run(item, t=held, i=at) == held[at]
            else:
                failed = fault(item, t=held, i=at)
                assert (failed.kind, failed.place) == (DutyKind.DEFINED, HERE)
        changed = ir.Put(var("t", INTS), var("i"), num(77), HERE, INTS)
        if 0 <= at < len(held):
            assert run(changed, t=held, i=at) == (*held[:at], 77, *held[at + 1 :])
        else:
            failed = fault(changed, t=held, i=at)
            assert (failed.kind, failed.place) == (DutyKind.DEFINED, HERE)

    def test_put_works_its_value_out_before_it_looks_for_the_place(self) -> None:
        assert fault(ir.Put(items(), num(0), boom(), HERE, INTS)).reason == "boom"

    @given(
        st.lists(st.integers(0, 9), max_size=6),
        st.none() | st.integers(-8, 8),
        st.none() | st.integers(-8, 8),
        st.integers(1, 3),
    )
    def test_slice(self, values: list[int], low: int | None, high: int | None, step: int) -> None:
        start = None if low is None else num(low)
        stop = None if high is None else num(high)
        part = ir.Slice(var("t", INTS), start, stop, step, INTS)
        assert run(part, t=tuple(values)) == tuple(values)[low:high:step]

    def test_size_count_has(self) -> None:
        held = items(4, 5, 4)
        assert run(ir.Size(held)) == 3
        assert run(ir.Count(held, num(4))) == 2
        assert run(ir.Has(held, num(5))) is True
        assert run(ir.Has(held, num(6))) is False

    def test_in_works_its_left_side_out_first_as_python_does(self) -> None:
        tuples = ir.Has(ir.Fail(DutyKind.DEFINED, "t", HERE, INTS), boom())
        bags = ir.Has(ir.Fail(DutyKind.DEFINED, "b", HERE, BAG), boom())
        assert fault(tuples).reason == fault(bags).reason == "boom"


def test_functions_are_compiled_once_and_only_when_asked_for() -> None:
    broken = Function("broken", (), var("nobody"))
    good = Function("good", (), num(1))
    interpreter = Interpreter(program({"broken": broken, "good": good}))
    assert interpreter.function("good")() == 1
    assert interpreter.function("good") is interpreter.function("good")
    with pytest.raises(KeyError):
        interpreter.function("missing")


def test_a_function_from_outside_can_call_the_program() -> None:
    good = Function("good", (("n", INT),), ir.Arith(ir.ArithOp.ADD, var("n"), num(1)))
    outside = Function("outside", (("n", INT),), ir.Call("good", (var("n"),), INT))
    interpreter = Interpreter(program({"good": good}))
    assert interpreter.compiled(outside)(4) == 5
