"""Constructs that are no part of the rule language, each with its number and its replacement."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from .ctx import Ctx

ENUM: Final = "name what it stands for in an Enum"
TABLE: Final = "write a Lookup table at the top of the file, or Bag({…}) for counts"
WHOLE: Final = "use whole numbers: count in the smallest unit"
OVER: Final = "say it over what is finite: any(… for x in …), all, sum, max or tuple(… for x in …)"
NEW: Final = "make a new value: replace(state, part=…), put(items, at, item), (*items, item)"

STATEMENTS: Final[dict[type[ast.stmt], tuple[str, str, str]]] = {
    ast.While: ("RW010", "`while` may never end", OVER),
    ast.For: ("RW011", "`for` changes names as it goes", OVER),
    ast.AsyncFor: ("RW011", "`async for` is no part of the rule language", OVER),
    ast.With: ("RW014", "`with` is no part of the rule language", "leave it out"),
    ast.AsyncWith: ("RW014", "`with` is no part of the rule language", "leave it out"),
    ast.Try: ("RW013", "`try` would hide a gap", "ask first: `x in items`, `x is not None`, …"),
    ast.Raise: ("RW015", "`raise` is no part of the rule language", "state a rule that forbids it"),
    ast.Assert: (
        "RW016",
        "`assert` is no part of the rule language",
        "state it as a claim: @always()",
    ),
    ast.Global: ("RW017", "`global` changes what is outside", NEW),
    ast.Nonlocal: ("RW017", "`nonlocal` changes what is outside", NEW),
    ast.Delete: ("RW018", "`del` changes a value", NEW),
    ast.AugAssign: ("RW019", "a name cannot be changed", "give the new value a name of its own"),
    ast.FunctionDef: ("RW025", "a function inside a function", "define it at the top of the file"),
    ast.AsyncFunctionDef: (
        "RW024",
        "`async` is no part of the rule language",
        "write a plain `def`",
    ),
    ast.ClassDef: ("RW025", "a class inside a function", "define it at the top of the file"),
    ast.Import: ("RW026", "an import inside a function", "import at the top of the file"),
    ast.ImportFrom: ("RW026", "an import inside a function", "import at the top of the file"),
    ast.Break: ("RW010", "`break` belongs to a loop", OVER),
    ast.Continue: ("RW010", "`continue` belongs to a loop", OVER),
}

EXPRESSIONS: Final[dict[type[ast.expr], tuple[str, str, str]]] = {
    ast.Lambda: ("RW012", "`lambda` has no types", "define a function and call it"),
    ast.NamedExpr: ("RW022", "`:=` inside an expression", "give the value a name on a line before"),
    ast.ListComp: ("RW023", "a list can be changed", "write tuple(… for … in …)"),
    ast.SetComp: ("RW023", "a set can be changed", "write frozenset(… for … in …)"),
    ast.DictComp: (
        "RW023",
        "a dict can be changed",
        "write a Lookup table at the top of the file, or Bag({…}) for counts",
    ),
    ast.GeneratorExp: ("RW029", "a generator alone is no value", "put it into tuple(…), sum(…), …"),
    ast.Await: ("RW024", "`await` is no part of the rule language", "leave it out"),
    ast.Yield: ("RW024", "`yield` is no part of the rule language", "return a tuple"),
    ast.YieldFrom: ("RW024", "`yield` is no part of the rule language", "return a tuple"),
    ast.JoinedStr: (
        "RW021",
        "text is no part of the rule language",
        "name what it stands for in an Enum",
    ),
    ast.List: ("RW031", "a list can be changed", "write a tuple: (a, b)"),
    ast.Dict: (
        "RW031",
        "a dict can be changed",
        "write a Lookup table at the top of the file, or Bag({…}) for counts",
    ),
    ast.Set: ("RW031", "a set can be changed", "write frozenset((a, b))"),
    ast.Starred: ("RW027", "* outside a tuple", "name each argument"),
}


def refuse_statement(ctx: Ctx, node: ast.stmt) -> NoReturn:
    """Refuse a statement, with its own number where it has one."""
    code, reason, instead = STATEMENTS.get(
        type(node),
        (
            "RW003",
            f"`{type(node).__name__}` is no part of the rule language",
            "`rulewright error RW003` lists the constructs that there are",
        ),
    )
    ctx.refuse(code, node, reason, instead)


def refuse_expression(ctx: Ctx, node: ast.expr) -> NoReturn:
    """Refuse an expression, with its own number where it has one."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, (float, complex)):
            ctx.refuse(
                "RW020",
                node,
                "a number with a fraction",
                "use whole numbers: count in the smallest unit",
            )
        if node.value is ...:
            ctx.refuse("RW003", node, "`...` is no part of the rule language", "write it out")
        ctx.refuse(
            "RW021",
            node,
            "text is no part of the rule language",
            "name what it stands for in an Enum",
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        ctx.refuse("RW020", node, "/ gives a fraction", "write // to round down")
    if isinstance(node, (ast.BinOp, ast.UnaryOp)):
        ctx.refuse(
            "RW030",
            node,
            f"the operator of `{ast.unparse(node)}` is no part of the rule language",
            "use + - * // % for numbers, and, or, not for conditions, | & - for sets",
        )
    code, reason, instead = EXPRESSIONS.get(
        type(node),
        (
            "RW003",
            f"`{type(node).__name__}` is no part of the rule language",
            "`rulewright error RW003` lists the constructs that there are",
        ),
    )
    ctx.refuse(code, node, reason, instead)
