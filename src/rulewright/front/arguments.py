"""The arguments of calls: by position, or by the names of the parameters."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from rulewright.ir import nodes as ir
from rulewright.ir.types import FixedT, Type

if TYPE_CHECKING:
    from .ctx import Ctx


def no_stars(ctx: Ctx, node: ast.Call) -> None:
    """Refuse * and ** in a call: which values it passes could not be seen."""
    stars: list[ast.AST] = [arg for arg in node.args if isinstance(arg, ast.Starred)]
    stars += [keyword for keyword in node.keywords if keyword.arg is None]
    for star in stars:
        ctx.refuse("RW027", star, "* outside a tuple", "name each argument, or max((0, *cards))")


def plain(ctx: Ctx, node: ast.Call, number: int) -> list[ast.expr]:
    """The plain arguments of a call that takes this many."""
    no_stars(ctx, node)
    if node.keywords or len(node.args) != number:
        ctx.refuse(
            "RW063",
            node,
            f"{ast.unparse(node.func)} takes {number} plain argument{'s' if number != 1 else ''}",
            "give each by position",
        )
    return node.args


def passed_on(
    ctx: Ctx, node: ast.Call, params: tuple[tuple[str, Type], ...]
) -> tuple[ir.Expr, ...]:
    """The arguments of a call; the parameters of the game are constants and are not passed."""
    given = by_name(ctx, node, params, {})
    return tuple(
        a for a, (_, kind) in zip(given, params, strict=True) if not isinstance(kind, FixedT)
    )


def by_name(
    ctx: Ctx,
    node: ast.Call,
    params: tuple[tuple[str, Type], ...],
    defaults: dict[str, ir.Expr],
) -> tuple[ir.Expr, ...]:
    names = [name for name, _ in params]
    no_stars(ctx, node)
    nodes: dict[str, ast.expr] = dict(zip(names, node.args, strict=False))
    for keyword in node.keywords:
        if keyword.arg in names and keyword.arg not in nodes:
            nodes[keyword.arg] = keyword.value
        else:
            ctx.refuse(
                "RW063", node, f"{ast.unparse(node.func)} takes no argument {keyword.arg} here",
                f"it takes {', '.join(names) or 'none'}",
            )  # fmt: skip
    missing = [name for name in names if name not in nodes and name not in defaults]
    if len(node.args) > len(names) or missing:
        name = ast.unparse(node.func)
        ctx.refuse(
            "RW063",
            node,
            f"{name} is not given {', '.join(missing)}" if missing else
            f"{name} is given {len(node.args)} values and takes {len(names)}",
            f"it takes {', '.join(names) or 'none'}",
        )  # fmt: skip
    return tuple(
        ctx.expr(nodes[name], kind) if name in nodes else ctx.coerce(node, defaults[name], kind)
        for name, kind in params
    )
