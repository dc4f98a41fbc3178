"""Sizes: expressions over the parameters of a game, written in strings, worked out."""

from __future__ import annotations

import ast

from rulewright.words.terms import Parameters


def worked_out(size: str, box: Parameters) -> int:
    """The number that a size is for these parameters; ValueError, … for one that is none."""
    try:
        tree = ast.parse(size, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"{error.msg}") from error
    return _evaluate(tree.body, box)


def _evaluate(node: ast.expr, box: Parameters) -> int:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name):
            found = getattr(box, name, None)
            if found is None:
                raise ValueError(f"there is no parameter {name}")
            if isinstance(found, bool) or not isinstance(found, int):
                raise ValueError(f"{name} is no whole number")
            return found
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand, box)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _evaluate(left, box), _evaluate(right, box)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.FloorDiv():
                    return a // b
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=args) if args:
            numbers = [_evaluate(arg, box) for arg in args]
            return min(numbers) if name == "min" else max(numbers)
    raise ValueError(f"{ast.unparse(node)!r} is not allowed in a size")
