"""The interpreter on folds, bags, sets and tables, against what Python says."""

from __future__ import annotations

from enum import Enum

import pytest

from rulewright.ir import nodes as ir
from rulewright.ir.types import BOOL, INT, BagT, EnumT, IntT, UnionT
from rulewright.words.duties import DutyKind
from tests.unit.interp_nodes import (
    BAG,
    ELSEWHERE,
    HERE,
    INTS,
    SET,
    SMALL,
    X,
    bad_index,
    boom,
    fault,
    fold,
    items,
    num,
    run,
    var,
)


class TestFolds:
    OVER = items(1, 2, 3, 4)
    EVEN = ir.Equal(ir.Arith(ir.ArithOp.MOD, X, num(2)), num(0))
    TWICE = ir.Arith(ir.ArithOp.MUL, X, num(2))

    def test_all_and_any_stop_at_the_item_that_decides(self) -> None:
        kind = ir.FoldKind
        two = ir.Equal(X, num(2))
        guarded = ir.If(ir.Compare(ir.Order.GT, X, num(2)), boom(), two, BOOL)
        assert run(fold(kind.ANY, self.OVER, guarded)) is True
        assert run(fold(kind.ALL, self.OVER, ir.Not(guarded))) is False
        assert run(fold(kind.ALL, self.OVER, self.EVEN)) is False
        assert run(fold(kind.ALL, self.OVER, self.EVEN, where=self.EVEN)) is True
        assert run(fold(kind.ANY, self.OVER, self.EVEN, where=ir.Not(self.EVEN))) is False
        assert run(fold(kind.ANY, self.OVER, two, where=self.EVEN)) is True
        assert run(fold(kind.ALL, items(), boom())) is True
        assert run(fold(kind.ANY, items(), boom())) is False

    def test_what_is_left_out_is_not_worked_out(self) -> None:
        guarded = ir.If(self.EVEN, X, boom(), INT)
        for kind in (ir.FoldKind.SUM, ir.FoldKind.MAX):
            assert run(fold(kind, items(1, 4, 3), guarded, where=self.EVEN)) == 4

    def test_numbers(self) -> None:
        kind = ir.FoldKind
        assert run(fold(kind.SUM, self.OVER, self.TWICE)) == 20
        assert run(fold(kind.SUM, self.OVER, self.EVEN)) == 2
        assert run(fold(kind.SUM, items(), X)) == 0
        assert run(fold(kind.MIN, self.OVER, self.TWICE)) == 2
        assert run(fold(kind.MAX, self.OVER, self.TWICE, where=self.EVEN)) == 8

    @pytest.mark.parametrize("kind", [ir.FoldKind.MIN, ir.FoldKind.MAX])
    def test_the_least_of_nothing(self, kind: ir.FoldKind) -> None:
        failed = fault(fold(kind, items(), X))
        assert (failed.kind, failed.place) == (DutyKind.DEFINED, HERE)
        assert run(fold(kind, items(), X, default=num(7))) == 7
        assert run(fold(kind, items(3), X, default=num(7))) == 3
        assert fault(fold(kind, items(3), bad_index(HERE), default=boom())).reason == "boom"

    def test_the_asks_for_exactly_one(self) -> None:
        the = ir.FoldKind.THE
        assert run(fold(the, self.OVER, self.TWICE, where=ir.Equal(X, num(3)))) == 6
        for over in (items(), items(1, 1)):
            failed = fault(fold(the, over, X))
            assert (failed.kind, failed.place) == (DutyKind.EXACTLY_ONE, HERE)

    def test_the_works_every_item_out(self) -> None:
        body = ir.If(ir.Equal(X, num(4)), bad_index(ELSEWHERE), X, INT)
        assert fault(fold(ir.FoldKind.THE, self.OVER, body)).place is ELSEWHERE

    def test_tuples(self) -> None:
        kind = ir.FoldKind
        assert run(fold(kind.TUPLE, self.OVER, self.TWICE, where=self.EVEN)) == (4, 8)
        pairs = ir.Items((X, self.TWICE), INTS)
        assert run(fold(kind.FLAT, items(1, 5), pairs)) == (1, 2, 5, 10)

    def test_folds_in_folds_keep_their_names_apart(self) -> None:
        inner = ir.Fold(
            ir.FoldKind.SUM,
            "y",
            ir.Range(num(0), X, 1, INTS),
            None,
            ir.Arith(ir.ArithOp.ADD, X, var("y")),
            None,
            None,
            INT,
        )
        said = tuple(sum(x + y for y in range(x)) for x in (1, 2, 3))
        assert run(fold(ir.FoldKind.TUPLE, items(1, 2, 3), inner)) == said


class TestBags:
    HELD = ir.Const((2, 0, 1, 0), BAG)

    def change(self, value: ir.Expr, copies: ir.Expr, sign: int) -> ir.BagChange:
        return ir.BagChange(self.HELD, value, copies, sign, HERE, BAG)

    def test_plus_and_minus(self) -> None:
        assert run(self.change(num(1), num(3), 1)) == (2, 3, 1, 0)
        assert run(self.change(num(0), num(2), -1)) == (0, 0, 1, 0)
        # As in Python, a bag may count below 0 on the way; a state with it does not fit its type.
        assert run(self.change(num(1), num(-3), 1)) == (2, -3, 1, 0)

    def test_minus_owes_that_the_bag_holds_them(self) -> None:
        failed = fault(self.change(num(2), num(2), -1))
        assert (failed.kind, failed.place) == (DutyKind.DEFINED, HERE)

    def test_items_that_are_foreign_to_the_bag(self) -> None:
        assert fault(self.change(num(9), num(1), 1)).kind is DutyKind.IN_BOUNDS
        assert fault(self.change(num(9), num(-1), 1)).kind is DutyKind.IN_BOUNDS
        assert fault(self.change(num(9), num(-1), -1)).kind is DutyKind.IN_BOUNDS
        assert fault(self.change(num(9), num(1), -1)).kind is DutyKind.DEFINED
        assert run(self.change(num(9), num(0), 1)) == (2, 0, 1, 0)
        assert run(self.change(num(9), num(0), -1)) == (2, 0, 1, 0)
        assert run(ir.Count(self.HELD, num(9))) == 0
        assert run(ir.Has(self.HELD, num(9))) is False

    def test_bag_then_value_then_copies(self) -> None:
        bag = ir.Fail(DutyKind.DEFINED, "bag", HERE, BAG)
        value = ir.Fail(DutyKind.DEFINED, "value", HERE, SMALL)
        copies = ir.Fail(DutyKind.DEFINED, "copies", HERE, INT)
        assert fault(ir.BagChange(bag, value, copies, 1, HERE, BAG)).reason == "bag"
        assert fault(ir.BagChange(self.HELD, value, copies, -1, HERE, BAG)).reason == "value"
        # What is put in is worked out before it is seen that it does not belong.
        assert fault(ir.BagChange(self.HELD, num(9), copies, 1, HERE, BAG)).reason == "copies"

    def test_size_count_has(self) -> None:
        assert run(ir.Size(self.HELD)) == 3
        assert [run(ir.Count(self.HELD, num(i))) for i in range(4)] == [2, 0, 1, 0]
        assert [run(ir.Has(self.HELD, num(i))) for i in range(4)] == [True, False, True, False]

    def test_a_bag_from_a_fold_is_a_dict_display(self) -> None:
        double = ir.Arith(ir.ArithOp.MUL, X, num(2))
        small = ir.Compare(ir.Order.LT, X, num(3))
        made = fold(ir.FoldKind.BAG, items(1, 3, 2), double, where=small, type=BAG)
        assert run(made) == (0, 2, 4, 0)
        again = fold(ir.FoldKind.BAG, items(1, 1), num(3), type=BAG)
        assert run(again) == (0, 3, 0, 0)
        below = fault(fold(ir.FoldKind.BAG, items(1), num(-1), type=BAG))
        assert (below.kind, below.place) == (DutyKind.IN_BOUNDS, HERE)
        foreign = fault(fold(ir.FoldKind.BAG, items(8), num(1), type=BAG))
        assert (foreign.kind, foreign.place) == (DutyKind.IN_BOUNDS, HERE)
        assert run(fold(ir.FoldKind.BAG, items(8), num(0), type=BAG)) == (0, 0, 0, 0)

    def test_items_need_not_be_numbers(self) -> None:
        class Colour(Enum):
            RED = 1
            BLUE = 2

        kind = BagT(UnionT((EnumT(Colour), IntT(5, 6))), 9)
        held = ir.Const((0, 1, 0, 2), kind)
        assert run(ir.Count(held, ir.Const((1, 6), kind.item))) == 2
        assert run(ir.Count(held, ir.Const((0, 1), kind.item))) == 1


class TestSetsAndTables:
    HELD = ir.Const((True, False, True, False), SET)

    def test_sets(self) -> None:
        other = ir.Const((True, True, False, False), SET)
        said = {
            ir.SetOp.UNION: (True, True, True, False),
            ir.SetOp.INTERSECTION: (True, False, False, False),
            ir.SetOp.DIFFERENCE: (False, False, True, False),
        }
        for op, value in said.items():
            assert run(ir.SetMerge(op, self.HELD, other, SET)) == value
        assert run(ir.Size(self.HELD)) == 2
        assert run(ir.Has(self.HELD, num(2))) is True
        assert run(ir.Has(self.HELD, num(9))) is False
        assert run(fold(ir.FoldKind.SET, items(2, 0, 2), X, type=SET)) == self.HELD.value
        foreign = fault(fold(ir.FoldKind.SET, items(4), X, type=SET))
        assert (foreign.kind, foreign.place) == (DutyKind.IN_BOUNDS, HERE)

    def test_the_items_of_a_set_are_folded_in_the_order_of_their_type(self) -> None:
        assert run(fold(ir.FoldKind.TUPLE, self.HELD, X)) == (0, 2)

    def test_lookup(self) -> None:
        table = ((1, 10), (2, 20))
        assert run(ir.Lookup(table, var("k"), HERE, INT), k=2) == 20
        failed = fault(ir.Lookup(table, var("k"), HERE, INT), k=3)
        assert (failed.kind, failed.place) == (DutyKind.DEFINED, HERE)

    def test_fail(self) -> None:
        failed = fault(boom(HERE))
        assert (failed.kind, failed.reason, failed.place) == (DutyKind.EXACTLY_ONE, "boom", HERE)
        assert "rules.py:7" in str(failed)
