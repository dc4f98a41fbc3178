"""Plans of which sentence stands, and definitions with their exceptions, as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from rulewright.ir import nodes as ir
from rulewright.ir.program import Function
from rulewright.ir.types import BOOL, EnumT, FixedT, RecordT, Type, UnionT, words
from rulewright.words.duties import DutyKind
from rulewright.words.errors import RulesError, place_of
from rulewright.words.forces import AnyRule, Clause, Definition, Rule, Silent
from rulewright.words.resolution import Counts, Every, Neither, Plan, Speaks, in_order

from . import shapes

if TYPE_CHECKING:
    from .unit import Signature, Unit

TRUE = ir.Const(True, BOOL)
FALSE = ir.Const(False, BOOL)


def variables(params: tuple[tuple[str, Type], ...]) -> tuple[ir.Var, ...]:
    """The parameters of a function as variables."""
    return tuple(ir.Var(name, kind) for name, kind in params)


def passed(params: tuple[tuple[str, Type], ...]) -> tuple[tuple[str, Type], ...]:
    """The parameters that are passed in the program: all but the fixed ones."""
    return tuple((name, kind) for name, kind in params if not isinstance(kind, FixedT))


def conjunction(parts: list[ir.Expr]) -> ir.Expr:
    """`and` of the parts, with those that are certain left out."""
    kept = [part for part in parts if not (isinstance(part, ir.Const) and part.value is True)]
    if any(isinstance(part, ir.Const) for part in kept[:1]):
        return FALSE
    return TRUE if not kept else kept[0] if len(kept) == 1 else ir.And(tuple(kept))


def disjunction(parts: list[ir.Expr]) -> ir.Expr:
    """`or` of the parts, with those that are impossible left out."""
    kept = [part for part in parts if not (isinstance(part, ir.Const) and part.value is False)]
    if any(isinstance(part, ir.Const) for part in kept[:1]):
        return TRUE
    return FALSE if not kept else kept[0] if len(kept) == 1 else ir.Or(tuple(kept))


def as_type(value: ir.Expr, target: Type) -> tuple[ir.Expr, ir.Expr] | None:
    """Whether a value is of a type, and it as one; None where it can never be."""
    kind = value.type
    if shapes.same(kind, target):
        return TRUE, value
    if isinstance(target, UnionT) and not isinstance(kind, UnionT):
        tag = next((i for i, alt in enumerate(target.alts) if shapes.same(alt, kind)), -1)
        return None if tag < 0 else (TRUE, ir.Inject(value, tag, target))
    if not isinstance(kind, UnionT):
        return None
    wanted = target.alts if isinstance(target, UnionT) else (target,)
    tags = tuple(
        next((i for i, w in enumerate(wanted) if shapes.same(alt, w)), -1) for alt in kind.alts
    )
    own = tuple(i for i, tag in enumerate(tags) if tag >= 0)
    if not own:
        return None
    if isinstance(target, UnionT):
        return ir.Is(value, own), ir.Retag(value, tags, target)
    return ir.Is(value, own), ir.Payload(value, own[0], target)


def counts(unit: Unit, rule: AnyRule, clauses: tuple[Clause, ...], state: ir.Expr) -> ir.Expr:
    """Where one of the clauses of a rule counts under the terms that the state holds."""
    return disjunction([_counts(unit, rule, clause, state) for clause in clauses])


def _counts(unit: Unit, rule: AnyRule, clause: Clause, state: ir.Expr) -> ir.Expr:
    if clause.under is None:
        return TRUE
    kind = state.type
    terms = kind.field("terms") if isinstance(kind, RecordT) and kind.index("terms") >= 0 else None
    if isinstance(terms, RecordT) and isinstance(kind, RecordT):
        held = ir.Get(state, kind.index("terms"), terms)
        cls = type(clause.under)
        index = list(cls).index(clause.under)
        found = [
            ir.Equal(ir.Get(held, at, part), ir.Const(index, part))
            for at, (_, part) in enumerate(terms.fields)
            if isinstance(part, EnumT) and part.cls is cls
        ]
        if found:
            return disjunction(list(found))
    raise RulesError(
        "RW058",
        unit.sources.clause_place(rule.speaks, clause),
        f"{clause.cite} is read under {clause.under}, which is none of the terms of the game",
        f"give the terms a field of type {type(clause.under).__name__}, the state a field `terms`",
    )


def plan(unit: Unit, wanted: Plan, args: tuple[ir.Expr, ...]) -> ir.Expr:
    """A plan as an expression over the arguments of the rule it was made for."""
    match wanted:
        case Counts(clauses, rule):
            return counts(unit, rule, clauses, args[0])
        case Speaks(rule):
            return speaks(unit, rule, args)
        case Every(parts):
            return conjunction([plan(unit, part, args) for part in parts])
        case Neither(parts):
            some = disjunction([plan(unit, part, args) for part in parts])
            return TRUE if some is FALSE else ir.Not(some)
        case _:
            assert_never(wanted)


def speaks(unit: Unit, rule: Rule[Any], args: tuple[ir.Expr, ...]) -> ir.Expr:
    """Where a rule's predicate holds of these arguments; nowhere, for moves it is not about."""
    signature = unit.function(rule.speaks)
    params = passed(signature.params)
    if len(params) != len(args):
        raise RulesError(
            "RW063",
            place_of(rule.speaks),
            f"{rule.name} takes {len(params)} values, and the rule it stands instead of takes "
            f"{len(args)}",
            "give an exception the same parameters as its rule",
        )
    tests: list[ir.Expr] = []
    given: list[ir.Expr] = []
    for value, (_, kind) in zip(args, params, strict=True):
        found = as_type(value, kind)
        if found is None:
            return FALSE
        tests.append(found[0])
        given.append(found[1])
    return conjunction([*tests, ir.Call(signature.name, tuple(given), BOOL)])


def definition(unit: Unit, base: Definition[Any, Any]) -> tuple[Function, Signature]:
    """The function that gives the value that stands: the first sentence that is not silent."""
    from .unit import Signature

    asked = [(each, unit.function(each.speaks)) for each in in_order(base)]
    own = unit.function(base.speaks)
    params = passed(own.params)
    args = variables(params)
    result = _spoken(own.result)
    for each, signature in asked:
        kind = _spoken(signature.result)
        _check_exception(base, each, params, passed(signature.params))
        try:
            result = shapes.join(result, kind)
        except shapes.Clash:
            raise RulesError(
                "RW067",
                place_of(each.speaks),
                f"{each.name} gives {words(kind)}, and {base.name} gives {words(result)}",
                "make all of them give the same type, or SILENT",
            ) from None
    name = f"value/{base.name}"
    whole: ir.Expr = ir.Fail(
        DutyKind.DEFINED, f"{base.name} says nothing of this case", place_of(base.speaks), result
    )
    for number, (each, signature) in reversed(list(enumerate(asked))):
        asking: ir.Expr = ir.Call(signature.name, args, signature.result)
        here = counts(unit, each, each.clauses, args[0])
        held = ir.Var(f"said#{number}", signature.result)
        says, value = _said(held, result, _numbered(number))
        if says is TRUE:
            spoken: ir.Expr = ir.Let(held.name, asking, value, result)
            whole = spoken if here is TRUE else ir.If(here, spoken, whole, result)
            continue
        if here is not TRUE:
            asking = ir.If(here, asking, _silence(signature.result), signature.result)
        whole = ir.Let(held.name, asking, ir.If(says, value, whole, result), result)
    return Function(name, params, whole), Signature(name, own.params, result)


def _spoken(kind: Type) -> Type:
    """A definition's result without the answer SILENT."""
    if isinstance(kind, UnionT):
        return shapes.union(tuple(alt for alt in kind.alts if alt != EnumT(Silent)))
    return kind


def _numbered(number: int) -> shapes.Fresh:
    return lambda name: f"{name}#{number}"


def _silence(kind: Type) -> ir.Expr:
    """SILENT as the answer of a definition that may give it."""
    silent = ir.Const(0, EnumT(Silent))
    return shapes.coerce(silent, kind, lambda name: name)


def _check_exception(
    base: Definition[Any, Any],
    each: Definition[Any, Any],
    params: tuple[tuple[str, Type], ...],
    own: tuple[tuple[str, Type], ...],
) -> None:
    """An exception is asked with what its definition is asked with."""
    like = len(own) == len(params) and all(
        shapes.same(a, b) for (_, a), (_, b) in zip(own, params, strict=True)
    )
    if not like:
        raise RulesError(
            "RW063",
            place_of(each.speaks),
            f"{each.name} takes other values than {base.name}, which yields to it",
            f"give it the same parameters: {', '.join(words(kind) for _, kind in params)}",
        )


def _said(held: ir.Var, result: Type, fresh: shapes.Fresh) -> tuple[ir.Expr, ir.Expr]:
    """Whether an answer is not SILENT, and the answer as the definition's value."""
    kind = held.type
    if not isinstance(kind, UnionT) or EnumT(Silent) not in kind.alts:
        return TRUE, shapes.coerce(held, result, fresh)
    silent = kind.alts.index(EnumT(Silent))
    spoken = tuple(i for i in range(len(kind.alts)) if i != silent)
    if len(spoken) == 1:
        value: ir.Expr = ir.Payload(held, spoken[0], kind.alts[spoken[0]])
    else:
        left = UnionT(tuple(kind.alts[i] for i in spoken))
        tags = tuple(spoken.index(i) if i in spoken else -1 for i in range(len(kind.alts)))
        value = ir.Retag(held, tags, left)
    return ir.Not(ir.Is(held, (silent,))), shapes.coerce(value, result, fresh)
