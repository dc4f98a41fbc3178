"""The rulebook of a game with one rule taken out, as an editor would: its whole `def`."""

from __future__ import annotations

import ast
from pathlib import Path

FORCES = ("must", "may", "must_not", "always", "counts_as")


def rules_in(folder: Path) -> list[tuple[Path, str]]:
    """Every rule and definition written below a folder, as (file, name)."""
    return [
        (file, node.name)
        for file in sorted(folder.rglob("*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and any(map(_is_force, node.decorator_list))
    ]


def _is_force(decorator: ast.expr) -> bool:
    call = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(call, ast.Name) and call.id in FORCES


def delete(file: Path, name: str) -> None:
    """Take a rule out of its file, and its name out of what other files import from there."""
    text = file.read_text(encoding="utf-8")
    node = next(
        n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == name
    )
    first = min(d.lineno for d in node.decorator_list)
    lines = text.splitlines(keepends=True)
    file.write_text("".join([*lines[: first - 1], *lines[node.end_lineno :]]), encoding="utf-8")
    for other in file.parent.rglob("*.py"):
        _forget(other, name)


def _forget(file: Path, name: str) -> None:
    """Take a name out of the imports and the list of names of a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    changed = False
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and any(a.name == name for a in node.names):
            node.names = [a for a in node.names if a.name != name]
            changed = True
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            assert isinstance(node.value, (ast.List, ast.Tuple))
            kept = [e for e in node.value.elts if ast.literal_eval(e) != name]
            changed = changed or len(kept) < len(node.value.elts)
            node.value.elts = kept
    if changed:
        tree.body = [n for n in tree.body if not (isinstance(n, ast.ImportFrom) and not n.names)]
        file.write_text(ast.unparse(ast.fix_missing_locations(tree)) + "\n", encoding="utf-8")
