"""Where rules are written: the syntax trees of functions and classes, and places in them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.words.errors import Place, RulesError, place_of


@dataclass(frozen=True, eq=False)
class Source:
    """A function as written: its file, its tree and the names it can see."""

    function: Callable[..., Any]
    file: str
    tree: ast.FunctionDef

    @property
    def names(self) -> dict[str, Any]:
        """The module's names, as they are when asked."""
        found: dict[str, Any] = getattr(self.function, "__globals__", {})
        return found


def place(file: str, node: ast.AST) -> Place:
    """The place of a construct: its first line, and its width there."""
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    end_line, end = getattr(node, "end_lineno", line), getattr(node, "end_col_offset", column + 1)
    return Place(file, line, column, max(1, end - column) if end_line == line else 200)


class Sources:
    """The trees of the files read so far, each read once."""

    def __init__(self) -> None:
        self._trees: dict[str, ast.Module] = {}

    def tree(self, file: str) -> ast.Module:
        """The tree of a file; RulesError where it cannot be read as Python."""
        if file not in self._trees:
            try:
                self._trees[file] = ast.parse(Path(file).read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError, SyntaxError) as error:
                raise RulesError(
                    "RW001", Place(file, 1), f"the file cannot be read: {error}", "mend the file"
                ) from error
        return self._trees[file]

    def function(self, function: Callable[..., Any]) -> Source:
        """The source of a function; RulesError for what has none (a lambda, a built-in)."""
        at = place_of(function)
        if at is None or function.__name__ == "<lambda>":
            raise RulesError(
                "RW002",
                at,
                f"{getattr(function, '__name__', function)!s} has no source to compile",
                "write it as a `def` in a file of the project",
            )
        for node in ast.walk(self.tree(at.file)):
            if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                if first == at.line:
                    return Source(function, at.file, node)
        raise RulesError(
            "RW002",
            at,
            f"the source of {function.__name__} is not where Python says it is",
            "run the check again; the file was changed while it was being read",
        )

    def field_place(self, cls: type, name: str) -> Place | None:
        """Where a field of a class is written, or the class, or None if neither is found."""
        try:
            file = inspect.getsourcefile(cls)
        except TypeError:
            return None
        if file is None:
            return None
        for node in ast.walk(self.tree(file)):
            if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
                for part in node.body:
                    if isinstance(part, ast.AnnAssign) and ast.unparse(part.target) == name:
                        return place(file, part)
                return place(file, node)
        return None
