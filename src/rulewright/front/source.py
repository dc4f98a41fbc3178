"""Where rules are written: the syntax trees of functions and classes, and places in them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from rulewright.words.errors import Place, RulesError, line_of, place_of
from rulewright.words.forces import Clause

Defined: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.Lambda)


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

    @cached_property
    def local_names(self) -> frozenset[str]:
        """The names that the function itself sets anywhere: they never mean the module's."""
        return frozenset(names_set(self.tree.body))


def names_set(block: list[ast.stmt]) -> list[str]:
    """The local names that statements set, in order; those of comprehensions are not local."""
    found: list[str] = []
    waiting: list[ast.AST] = list(reversed(block))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.append(node.id)
        elif isinstance(node, ast.MatchAs) and node.name is not None:
            found.append(node.name)
        if not isinstance(node, COMPREHENSIONS):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
    return list(dict.fromkeys(found))


def place(file: str, node: ast.AST) -> Place:
    """The place of a construct: its first line, and its width there."""
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    end_line, end = getattr(node, "end_lineno", line), getattr(node, "end_col_offset", column + 1)
    text = line_of(file, line) or ""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        end_line = line + 1  # the whole line of the `def` or `class`
    if end_line != line:
        return Place(file, line, _characters(text, column), max(1, len(text.rstrip()) - column))
    start = _characters(text, column)
    return Place(file, line, start, max(1, _characters(text, end) - start))


def _characters(text: str, column: int) -> int:
    """A column of a syntax tree, which counts bytes, in characters."""
    if text.isascii():
        return column
    return len(text.encode()[:column].decode(errors="ignore"))


class Sources:
    """The trees of the files read so far, each read once."""

    def __init__(self) -> None:
        self._trees: dict[str, ast.Module] = {}
        self._defined: dict[str, tuple[tuple[str, Defined], ...]] = {}

    def tree(self, file: str) -> ast.Module:
        """The tree of a file; RulesError where it cannot be read as Python."""
        if file not in self._trees:
            try:
                self._trees[file] = ast.parse(Path(file).read_bytes())
            except (OSError, ValueError, SyntaxError) as error:
                line = getattr(error, "lineno", None) or 1
                raise RulesError(
                    "RW001",
                    Place(file, line),
                    f"the file cannot be read as Python: {error}",
                    "mend the file, save it as UTF-8, and run the check again",
                ) from error
        return self._trees[file]

    def defined(self, file: str) -> tuple[tuple[str, Defined], ...]:
        """The functions and classes of a file, each with its dotted name."""
        if file not in self._defined:
            self._defined[file] = tuple(_index(self.tree(file), ()))
        return self._defined[file]

    def function(self, function: Callable[..., Any]) -> Source:
        """The source of a function; RulesError for what has none (a lambda, a built-in)."""
        at = place_of(function)
        name = str(getattr(function, "__name__", function))
        if at is None or name == "<lambda>" or at.file.startswith("<"):
            raise RulesError(
                "RW002",
                at,
                "a lambda has no name and no types" if name == "<lambda>" else
                f"{name} has no source to compile",
                "write it as a `def` in a file of the project",
            )  # fmt: skip
        if hasattr(function, "__wrapped__"):
            raise RulesError(
                "RW002",
                at,
                f"{name} is wrapped in a decorator that is none of the rule language",
                "leave the decorator out; rules know must, may, must_not, always, counts_as and "
                "the claims, methods know @property",
            )
        return self._found(function, at)

    def _found(self, function: Callable[..., Any], at: Place) -> Source:
        for _, node in self.defined(at.file):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                if first != at.line or node.name != function.__code__.co_name:
                    continue
                if isinstance(node, ast.AsyncFunctionDef):
                    raise RulesError(
                        "RW024",
                        place(at.file, node),
                        "`async` is no part of the rule language",
                        "write a plain `def`",
                    )
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
        except (TypeError, OSError):
            return None
        if file is None or not Path(file).is_file():
            return None
        named = [node for found, node in self.defined(file) if found == cls.__qualname__]
        node = next((n for n in named if isinstance(n, ast.ClassDef)), None)
        if node is None:
            return None
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and ast.unparse(part.target) == name:
                return place(file, part)
        return place(file, node)

    def clause_place(self, function: Callable[..., Any], clause: Clause) -> Place | None:
        """Where a clause is written: its decorator, or the function where that is not found."""
        source = self.function(function)
        under = None if clause.under is None else clause.under.name
        for decorator in source.tree.decorator_list:
            match decorator:
                case ast.Call(args=[ast.Constant(value=clause.cite), *_], keywords=keywords):
                    given = [k.value for k in keywords if k.arg == "under"]
                    named = [n.attr for n in given if isinstance(n, ast.Attribute)]
                    if not given if under is None else (not named or under in named):
                        return place(source.file, decorator)
        return place_of(function)


def _index(around: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[str, Defined]]:
    """The functions and classes in a part of a file with the names that Python gives them."""
    for node in ast.iter_child_nodes(around):
        if isinstance(node, DEFINED):
            name = (*path, node.name)
            yield ".".join(name), node
            local = () if isinstance(node, ast.ClassDef) else ("<locals>",)
            yield from _index(node, (*name, *local))
        elif not isinstance(node, ast.expr):
            yield from _index(node, path)
