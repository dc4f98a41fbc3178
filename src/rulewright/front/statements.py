"""Bodies of functions: local names, if, match and return, made into one expression."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.types import BOOL, Type

from .calls import never
from .ctx import Atom, Ctx, atoms_of, key_of, narrowed
from .facts import facts, union_at
from .patterns import pattern
from .refusals import EXPRESSIONS, refuse_expression, refuse_statement
from .source import names_set, place

# What follows an `if` is read once for each way to it. Ten such in a row are a thousand ways.
MOST_STEPS = 20_000


def body(ctx: Ctx, tree: ast.FunctionDef, result: Type) -> ir.Expr:
    """The body of a function as an expression of the type it declares."""
    return _Block(tree, result).of(ctx, tuple(tree.body))


@dataclass(frozen=True)
class _Block:
    """Turns statements into an expression; what follows an `if` is put into each branch that
    falls through it, unless no branch returns: then only the names it sets are carried on."""

    tree: ast.FunctionDef
    result: Type | None

    def of(self, ctx: Ctx, rest: tuple[ast.stmt, ...]) -> ir.Expr:
        if next(ctx.numbers) > MOST_STEPS:
            ctx.refuse(
                "RW004", self.tree, f"there are too many ways through {self.tree.name}",
                "end branches with `return`, or give parts of it to functions of their own",
            )  # fmt: skip
        if not rest:
            ctx.refuse(
                "RW039",
                self.tree,
                f"{self.tree.name} may end without giving a value",
                "end every way through it with `return …`",
            )
        first, rest = rest[0], rest[1:]
        match first:
            case ast.Return(value=value):
                if value is None:
                    ctx.refuse("RW039", first, "`return` gives nothing here", "return a value")
                return ctx.expr(value, self.result)
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return self.of(ctx, rest)
            case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never")) as call):
                return never(ctx, call, self.result)
            case ast.Assign() | ast.AnnAssign():
                return self._assign(ctx, first, rest)
            case ast.If():
                return self._if(ctx, first, rest)
            case ast.Match():
                return self._match(ctx, first, rest)
            case ast.Expr(value=value) if type(value) in EXPRESSIONS:
                refuse_expression(ctx, value)
            case ast.Expr():
                ctx.refuse(
                    "RW072", first, "the value of this line goes nowhere",
                    "give it a name, return it, or leave it out",
                )  # fmt: skip
            case _:
                refuse_statement(ctx, first)

    def _assign(
        self, ctx: Ctx, node: ast.Assign | ast.AnnAssign, rest: tuple[ast.stmt, ...]
    ) -> ir.Expr:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        target = targets[0]
        if node.value is None:
            ctx.refuse(
                "RW019", node, "this name is given no value",
                f"give it one on this line: `{ast.unparse(node)} = …`",
            )  # fmt: skip
        if not isinstance(target, (ast.Name, ast.Tuple)):
            ctx.refuse(
                "RW019", target, f"`{ast.unparse(target)}` is part of a value that cannot change",
                "make a new value: replace(state, part=…), put(items, at, item)",
            )  # fmt: skip
        if len(targets) > 1:
            ctx.refuse("RW070", node, "one value for several names", "give each name a line")
        if isinstance(target, ast.Tuple):
            return self._unpack(ctx, target, node.value, rest)
        expect = None
        if isinstance(node, ast.AnnAssign):
            expect = self._annotated(ctx, node)
        value = ctx.expr(node.value, expect)
        name = ctx.fresh(target.id)
        inner = ctx.bind(target.id, ir.Var(name, value.type))
        whole = self.of(inner, rest)
        return ir.Let(name, value, whole, whole.type)

    def _annotated(self, ctx: Ctx, node: ast.AnnAssign) -> Type:
        where = place(ctx.source.file, node)
        try:
            hint = eval(ast.unparse(node.annotation), dict(ctx.source.names))  # the project's own
        except Exception as error:
            ctx.refuse("RW042", node, f"the annotation cannot be read: {error}", "import the name")
        return ctx.unit.annotations.type_of(hint, where)

    def _unpack(
        self, ctx: Ctx, target: ast.Tuple, value: ast.expr, rest: tuple[ast.stmt, ...]
    ) -> ir.Expr:
        """`a, b = x, y`: each name for the value in its place."""
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        plain = isinstance(value, ast.Tuple) and len(value.elts) == len(names) == len(target.elts)
        if not plain or not isinstance(value, ast.Tuple):
            ctx.refuse(
                "RW070", target, "several names for one value", "take parts by index or field"
            )
        values = [ctx.expr(part) for part in value.elts]
        fresh = [ctx.fresh(name) for name in names]
        inner = ctx
        for name, own, given in zip(names, fresh, values, strict=True):
            inner = inner.bind(name, ir.Var(own, given.type))
        whole = self.of(inner, rest)
        for own, given in reversed(list(zip(fresh, values, strict=True))):
            whole = ir.Let(own, given, whole, whole.type)
        return whole

    def _if(self, ctx: Ctx, node: ast.If, rest: tuple[ast.stmt, ...]) -> ir.Expr:
        test = ctx.test(node.test)
        yes, no = facts(ctx, node.test)
        branches = [(ctx.knowing(yes), node.body), (ctx.knowing(no), node.orelse)]
        if rest and not any(map(returns, (*node.body, *node.orelse))):
            return self._carry(ctx, node, test, branches, rest)
        parts = [
            self.of(inner, (*block, *(() if ends(block) else rest))) for inner, block in branches
        ]
        return self._choice(node, ctx, test, parts[0], parts[1])

    def _carry(
        self,
        ctx: Ctx,
        node: ast.If,
        test: ir.Expr,
        branches: list[tuple[Ctx, list[ast.stmt]]],
        rest: tuple[ast.stmt, ...],
    ) -> ir.Expr:
        """An `if` that only sets names: each is worked out by the branch that is taken."""
        asked = ctx.fresh("asked")
        held = ir.Var(asked, BOOL)
        sets = [names_set(block) for _, block in branches]
        names = [n for n in dict.fromkeys((*sets[0], *sets[1])) if all(
            n in s or n in ctx.names for s in sets)]  # fmt: skip
        # A name set in one branch alone is not carried, but what stands there is looked at all the
        # same: it may be refused, and its duties may fail.
        loads: dict[str, ast.expr] = {n: ast.Name(n, ast.Load()) for n in names}
        if not names:
            loads["lost"] = ast.Constant(True)
        after, lets = ctx, []
        for name, used in loads.items():
            load = ast.copy_location(used, node)
            kinds = [_Carry(self.tree, load).of(inner, tuple(block)) for inner, block in branches]
            kind = ctx.join(node, kinds[0].type, kinds[1].type)
            then, other = (ctx.coerce(node, k, kind) for k in kinds)
            own = ctx.fresh(name)
            lets.append((own, ir.If(held, then, other, kind)))
            after = after.bind(name, ir.Var(own, kind)) if name in names else after
        whole = self.of(after, rest)
        for own, value in reversed(lets):
            whole = ir.Let(own, value, whole, whole.type)
        return ir.Let(asked, test, whole, whole.type)

    def _match(self, ctx: Ctx, node: ast.Match, rest: tuple[ast.stmt, ...]) -> ir.Expr:
        subject = ctx.expr(node.subject)
        name = ctx.fresh("matched")
        held: ir.Expr = ir.Var(name, subject.type)
        left = atoms_of(subject.type)
        whole = self._cases(ctx, node, held, left, list(node.cases), rest)
        return ir.Let(name, subject, whole, whole.type)

    def _cases(
        self,
        ctx: Ctx,
        node: ast.Match,
        held: ir.Expr,
        left: frozenset[Atom],
        cases: list[ast.match_case],
        rest: tuple[ast.stmt, ...],
    ) -> ir.Expr:
        """The first case that fits; `left` is what the cases before it leave of a union."""
        if not cases:
            return self.of(ctx, rest)
        case, later = cases[0], cases[1:]
        # A name for whatever is left stands for just that.
        catches = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
        found = pattern(ctx, case.pattern, narrowed(held, left) if catches else held)
        key = key_of(node.subject)
        inner = found.ctx
        if key is not None and found.atoms is not None and union_at(ctx, node.subject) is not None:
            inner = inner.knowing({key: found.atoms})
        test = found.test
        whole_case = case.guard is None
        if case.guard is not None:
            guard = inner.test(case.guard)
            test = guard if test is None else ir.And((test, guard))
            inner = inner.knowing(facts(inner, case.guard)[0])
        block = tuple(case.body)
        then = self.of(inner, (*block, *(() if ends(case.body) else rest)))
        remaining = left - (found.excludes or frozenset()) if whole_case else left
        if test is None or not remaining:
            return then
        outer = ctx
        if key is not None and union_at(ctx, node.subject) is not None:
            outer = ctx.knowing({key: remaining})
        other = self._cases(outer, node, held, remaining, later, rest)
        return self._choice(node, ctx, test, then, other)

    def _choice(
        self, node: ast.AST, ctx: Ctx, test: ir.Expr, then: ir.Expr, other: ir.Expr
    ) -> ir.Expr:
        """One of two ways through a block, brought to one type."""
        kind = self.result or ctx.join(node, then.type, other.type)
        return ir.If(test, ctx.coerce(node, then, kind), ctx.coerce(node, other, kind), kind)


@dataclass(frozen=True)
class _Carry(_Block):
    """A block that gives, at its end, the value of a name."""

    load: ast.expr

    def __init__(self, tree: ast.FunctionDef, load: ast.expr) -> None:
        object.__setattr__(self, "tree", tree)
        object.__setattr__(self, "load", load)
        object.__setattr__(self, "result", None)

    def of(self, ctx: Ctx, rest: tuple[ast.stmt, ...]) -> ir.Expr:
        return ctx.expr(self.load) if not rest else super().of(ctx, rest)

    def _if(self, ctx: Ctx, node: ast.If, rest: tuple[ast.stmt, ...]) -> ir.Expr:
        test = ctx.test(node.test)
        yes, no = facts(ctx, node.test)
        then = self.of(ctx.knowing(yes), (*node.body, *rest))
        other = self.of(ctx.knowing(no), (*node.orelse, *rest))
        return self._choice(node, ctx, test, then, other)


def returns(node: ast.stmt) -> bool:
    """Whether a statement holds a `return`."""
    return any(isinstance(part, ast.Return) for part in ast.walk(node))


def ends(block: list[ast.stmt]) -> bool:
    """Whether every way through a block returns."""
    for node in block:
        if isinstance(node, ast.Return):
            return True
        if isinstance(node, ast.If) and node.orelse and ends(node.body) and ends(node.orelse):
            return True
        is_never = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        if is_never and ast.unparse(node.value.func) == "assert_never":  # type: ignore[attr-defined]
            return True
    return False
