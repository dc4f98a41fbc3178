"""Which files a game is written in, and whether they are still what was read."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from rulewright.project.errors import ProjectError
from rulewright.words.errors import Place, shown

# The folders of a project whose files are noted before any of them is imported.
FOLDERS = ("model", "spec", "proofs")


@dataclass(frozen=True)
class Stamp:
    """What a file was when it was noted. The time is part of it: a file that was changed and
    changed back may have been read in between."""

    changed: int
    size: int
    text: str


def stamp(file: Path) -> Stamp | None:
    """What a file is now; None where it cannot be read."""
    try:
        known = file.stat()
        return Stamp(known.st_mtime_ns, known.st_size, sha256(file.read_bytes()).hexdigest())
    except OSError:
        return None


class Noted:
    """The files of a project as they were when they were first noted."""

    def __init__(self) -> None:
        self._stamps: dict[Path, Stamp | None] = {}

    def note(self, files: Iterable[Path]) -> None:
        """Note files that are not noted yet: before they are read."""
        for file in files:
            if file not in self._stamps:
                self._stamps[file] = stamp(file)

    def require_unchanged(self, files: Iterable[Path]) -> None:
        """ProjectError where one of these files is no longer what it was."""
        for file in files:
            if stamp(file) != self._stamps.get(file):
                raise ProjectError(
                    f"{shown(str(file))} was changed while it was being worked on: what was found "
                    "would be of two versions at once",
                    Place(str(file), 1, 0, 0),
                    "run the command again",
                )


def sources_below(root: Path) -> Iterator[Path]:
    """The Python files of a project's folders."""
    for folder in FOLDERS:
        yield from sorted((root / folder).rglob("*.py"))


def reached(root: Path, names: Iterable[str]) -> list[ModuleType]:
    """The modules of a project that were imported for these, themselves among them."""
    found: dict[str, ModuleType] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        parent, _, _ = name.rpartition(".")
        waiting += [parent] if parent and parent not in found else []
        module = sys.modules.get(name)
        file = getattr(module, "__file__", None)
        if module is None or name in found or file is None:
            continue
        if Path(file).resolve().is_relative_to(root):
            found[name] = module
            waiting += _imported(module, Path(file))
    return list(found.values())


def _imported(module: ModuleType, file: Path) -> Iterator[str]:
    """The names that may be modules among what a module imports."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, ValueError, SyntaxError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = (module.__package__ or "").split(".") if node.level else []
            parts = parts[: len(parts) - node.level + 1]
            base = ".".join([*parts, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
