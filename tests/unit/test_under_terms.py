"""A program under known terms: what is put in place, what must stay, and what terms last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from rulewright import Rulebook
from rulewright.backends.interp import Interpreter, worked_out
from rulewright.engines.simulate_choose import own_terms
from rulewright.engines.subject import Subject
from rulewright.ir import nodes as ir
from rulewright.ir.program import Function, Program
from rulewright.ir.types import BOOL, INT, IntT, TupleT, Type, UnionT
from rulewright.ir.walk import every
from rulewright.passes import under_terms as by_terms
from rulewright.passes.under_terms import lasting, under_terms
from rulewright.passes.wellformed import faults
from spec import skyjo_action, star_grid
from tests.games import brittle, raffle

YES, NO = ir.Const(True, BOOL), ir.Const(False, BOOL)
ROW = TupleT(INT)


def of(book: Rulebook) -> Subject:
    scope = book.game.scopes[0]
    return Subject.of(book, scope, scope.box)


@pytest.fixture(scope="module")
def game() -> Subject:
    return of(raffle.BOOK)


def number(value: int) -> ir.Const:
    return ir.Const(value, IntT(value, value))


def row(*values: int) -> ir.Const:
    return ir.Const(values, TupleT(INT, len(values), len(values)))


def state_of(game: Subject) -> ir.Var:
    return ir.Var(game.program.functions[game.program.over].params[0][0], game.program.state)


def with_over(program: Program, body: ir.Expr) -> Program:
    """The program with another `over`."""
    function = Function(program.over, program.functions[program.over].params, body)
    return replace(
        program, functions=MappingProxyType({**program.functions, program.over: function})
    )


def fixed(game: Subject, e: ir.Expr, terms: Any = None) -> ir.Expr:
    """The expression as it is as a part of the program under terms."""
    program = with_over(game.program, e)
    work_out = partial(worked_out, Interpreter(program))
    found = under_terms(program, terms or own_terms(game), work_out)
    assert list(faults(found, "front")) == []
    return found.functions[program.over].body


def value_of(e: ir.Expr) -> Any:
    assert isinstance(e, ir.Const), e
    return e.value


def over_each(kind: ir.FoldKind, body: ir.Expr, *values: int, result: Type = BOOL) -> ir.Fold:
    return ir.Fold(kind, "item", row(*values), None, body, None, None, result)


ITEM = ir.Var("item", INT)


def terms_of(game: Subject) -> ir.Expr:
    at = game.program.state.index("terms")
    return ir.Get(state_of(game), at, game.program.state.fields[at][1])


def drawn_last(game: Subject) -> ir.Expr:
    """Something of the state that may be anything, and fails where there is none."""
    at = game.program.state.index("made")
    made = ir.Get(state_of(game), at, INT)
    return ir.Arith(ir.ArithOp.DIV, number(1), made)


def test_terms_are_put_in_place_and_what_hangs_on_them_is_worked_out(game: Subject) -> None:
    rush = ir.Get(terms_of(game), 0, game.program.state.fields[game.terms_at][1].fields[0][1])  # type: ignore[attr-defined]
    calm, hurried = game.start_terms if len(game.start_terms) > 1 else ((0,), (1,))
    asked = ir.Equal(rush, ir.Const(calm[0], rush.type))
    assert value_of(fixed(game, asked, calm)) is True
    assert value_of(fixed(game, asked, hurried)) is False
    chosen = ir.If(asked, ir.Compare(ir.Order.LT, number(1), number(2)), NO, BOOL)
    assert value_of(fixed(game, chosen, calm)) is True
    assert not isinstance(fixed(game, ir.Equal(drawn_last(game), number(1))), ir.Const)


def test_a_state_without_terms_keeps_its_fields(game: Subject) -> None:
    program = with_over(game.program, ir.Equal(terms_of(game), terms_of(game)))
    work_out = partial(worked_out, game.interpreter)
    body = under_terms(program, None, work_out).functions[program.over].body
    assert any(isinstance(e, ir.Get) for e in every(body))


def test_a_duty_that_fails_is_left_where_it_stands(game: Subject) -> None:
    fails = ir.Compare(ir.Order.LT, ir.Arith(ir.ArithOp.DIV, number(1), number(0)), number(5))
    for e in (fails, ir.And((fails, NO)), ir.Or((fails, YES))):
        assert any(isinstance(part, ir.Arith) for part in every(fixed(game, e)))
    beyond = ir.At(row(1, 2), number(2), None, INT)
    assert isinstance(fixed(game, ir.Equal(beyond, number(1))), ir.Equal)
    assert value_of(fixed(game, ir.And((NO, fails)))) is False
    assert value_of(fixed(game, ir.Or((YES, fails)))) is True
    assert value_of(fixed(game, ir.If(NO, fails, YES, BOOL))) is True


def test_what_may_fail_stays_in_front_of_what_is_certain(game: Subject) -> None:
    risky = ir.Equal(drawn_last(game), number(1))
    found = fixed(game, ir.And((risky, ir.Compare(ir.Order.LT, number(2), number(1)), risky)))
    assert isinstance(found, ir.And)
    assert len(found.parts) == 2
    assert isinstance(found.parts[0], ir.Equal)
    named = ir.Let("name", drawn_last(game), YES, BOOL)
    assert any(isinstance(e, ir.Arith) for e in every(fixed(game, named)))


def test_short_folds_over_constants_are_written_out(game: Subject) -> None:
    small = ir.Compare(ir.Order.LT, ITEM, number(3))
    assert value_of(fixed(game, over_each(ir.FoldKind.ALL, small, 1, 2))) is True
    assert value_of(fixed(game, over_each(ir.FoldKind.ALL, small, 1, 3))) is False
    assert value_of(fixed(game, over_each(ir.FoldKind.ANY, small, 4, 3))) is False
    assert value_of(fixed(game, over_each(ir.FoldKind.ANY, small, 4, 2))) is True
    total = ir.Equal(over_each(ir.FoldKind.SUM, ITEM, 4, 2, 9, result=INT), number(15))
    assert value_of(fixed(game, total)) is True
    times = ir.Equal(over_each(ir.FoldKind.SUM, small, 1, 7, 2, result=INT), number(2))
    assert value_of(fixed(game, times)) is True
    once = ir.Equal(over_each(ir.FoldKind.SUM, small, 1, result=INT), number(1))
    assert value_of(fixed(game, once)) is True
    doubled = ir.Arith(ir.ArithOp.MUL, ITEM, number(2))
    made = over_each(ir.FoldKind.TUPLE, doubled, 3, 1, result=ROW)
    assert value_of(fixed(game, ir.Equal(made, row(6, 2)))) is True


def test_a_fold_written_out_stops_at_the_item_that_decides(game: Subject) -> None:
    """The second item would fail a duty; it is only met where the first does not decide."""
    body = ir.Compare(ir.Order.LT, ir.Arith(ir.ArithOp.DIV, number(6), ITEM), number(4))
    assert value_of(fixed(game, over_each(ir.FoldKind.ANY, body, 2, 0))) is True
    assert value_of(fixed(game, over_each(ir.FoldKind.ALL, body, 1, 0))) is False
    for kind, first in ((ir.FoldKind.ANY, 1), (ir.FoldKind.ALL, 2)):
        found = fixed(game, over_each(kind, body, first, 0))
        assert any(isinstance(e, ir.Arith) for e in every(found))


def test_names_stay_unique_where_items_are_written_out(game: Subject) -> None:
    """`fixed` asks that of the whole program."""
    inner = ir.Fold(ir.FoldKind.SUM, "inner", row(*range(20)), None, ITEM, None, None, INT)
    named = ir.Let(
        "held", drawn_last(game), ir.Arith(ir.ArithOp.ADD, ir.Var("held", INT), inner), INT
    )
    outer = over_each(ir.FoldKind.ANY, ir.Equal(named, ITEM), 1, 2, 3)
    found = fixed(game, outer)
    lets = [e.name for e in every(found) if isinstance(e, ir.Let)]
    folds = [e.name for e in every(found) if isinstance(e, ir.Fold)]
    assert (len(set(lets)), len(set(folds))) == (3, 3)


@pytest.mark.parametrize(
    ("items", "nodes", "written"), [(16, 800, True), (15, 800, False), (16, 47, False)]
)
def test_long_folds_and_large_ones_stay(
    game: Subject, items: int, nodes: int, written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_terms, "MOST_ITEMS", items)
    monkeypatch.setattr(by_terms, "MOST_NODES", nodes)
    body = ir.Equal(ir.Get(state_of(game), game.program.state.index("made"), INT), ITEM)
    found = fixed(game, over_each(ir.FoldKind.ANY, body, *range(16)))
    assert isinstance(found, ir.Or) is written
    assert isinstance(found, ir.Fold) is not written


def test_what_a_fold_leaves_out_is_no_part_of_it(game: Subject) -> None:
    small = ir.Compare(ir.Order.LT, ITEM, number(3))
    fold = replace(over_each(ir.FoldKind.ALL, small, 1, 9), where=small)
    assert isinstance(fixed(game, fold), ir.Fold)
    nothing = over_each(ir.FoldKind.ANY, small)
    assert isinstance(fixed(game, nothing), ir.Fold)


# ── terms that last ──────────────────────────────────────────────────────────────────────────


def test_the_terms_of_games_last() -> None:
    for book in (raffle.BOOK, brittle.BOOK, skyjo_action.BOOK):
        assert lasting(of(book).program)
    assert not lasting(of(star_grid.BOOK).program)  # it has none


def changed_states(game: Subject) -> Iterator[tuple[str, ir.Expr]]:
    """Expressions that are, or may hold, a state under other terms."""
    program, state = game.program, state_of(game)
    kind, at = program.state, game.terms_at
    start = game.start(own_terms(game), None)
    other = ir.Const((1,), kind.fields[at][1])
    yield "changed", ir.With(state, ((0, ir.Get(state, 0, kind.fields[0][1])), (at, other)), kind)
    yield "known", ir.Const(start, kind)
    fields = tuple(ir.Get(state, i, each) for i, (_, each) in enumerate(kind.fields))
    yield "made", ir.Make((*fields[:at], other, *fields[at + 1 :]), kind)
    yield "kept", ir.At(ir.Const((start,), TupleT(kind, 1, 1)), number(0), None, kind)
    union = UnionT((INT, kind))
    yield "either", ir.Payload(ir.Const((1, start), union), 1, kind)


def test_terms_that_may_change_are_seen(game: Subject) -> None:
    program, asked = game.program, 0
    made = program.state.index("made")
    for _, state in changed_states(game):
        body = ir.Equal(ir.Get(state, made, INT), number(3))
        assert not lasting(with_over(program, body))
        asked += 1
    assert asked == 5
    kept = ir.With(state_of(game), ((made, number(3)),), program.state)
    assert lasting(with_over(program, ir.Equal(ir.Get(kept, made, INT), number(3))))


def test_a_rule_that_looks_at_states_of_other_terms_is_seen(game: Subject) -> None:
    """Not only what moves do: a rule may ask what would be so under other terms."""
    program = game.program
    entry = next(e for e in program.rules if not e.kinds)
    old = program.functions[entry.speaks]
    (name, kind), *_ = old.params
    other = ir.With(
        ir.Var(name, kind),
        ((game.terms_at, ir.Const((1,), program.state.fields[game.terms_at][1])),),
        program.state,
    )
    body = ir.Equal(ir.Get(other, program.state.index("made"), INT), number(1))
    functions = {**program.functions, entry.speaks: replace(old, body=body)}
    assert not lasting(replace(program, functions=MappingProxyType(functions)))
