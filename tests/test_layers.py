"""Imports run downward only, each outside package has one home, and files stay short.

`faults_of(root)` reads the sources under a root without running them and returns one line a fault.
The last tests give it small wrong trees, so that a checker which sees nothing cannot pass.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLKIT = "rulewright"

# Lowest first. A module may import its own layer and those below. The package's __init__ (named
# here by the package alone) re-exports the words, so it stands just above them.
LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"words"}),
    frozenset({TOOLKIT}),
    frozenset({"ir"}),
    frozenset({"front"}),
    frozenset({"passes"}),
    frozenset({"backends"}),
    frozenset({"engines", "faults", "diff", "testing", "project"}),
    frozenset({"report", "publish"}),
    frozenset({"cli", "__main__"}),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}

# Which modules may import an outside package: those named, and what lies inside them.
HOMES: dict[str, tuple[str, ...]] = {
    "click": ("rulewright.cli",),
    "hypothesis": ("rulewright.engines.sample", "rulewright.testing"),
    "llvmlite": ("rulewright.backends.native",),
    "mkdocs": ("rulewright.publish",),
    "networkx": ("rulewright.engines.graph",),
    "pytest": ("rulewright.testing",),
    "rich": ("rulewright.report",),
    "z3": ("rulewright.backends.smt", "rulewright.engines.prove"),
}
# Packages too slow to load for a command that does not need them.
HEAVY = ("hypothesis", "llvmlite", "mkdocs", "networkx", "pytest", "z3")

# The halves of a rules project, and what each may import besides itself and the standard library.
PROJECT: dict[str, frozenset[str]] = {
    "model": frozenset({TOOLKIT}),
    "spec": frozenset({TOOLKIT, "model"}),
    "proofs": frozenset({TOOLKIT, "model", "spec"}),
}

FILE_LINES = 400  # a file has fewer lines than this,
FUNCTION_LINES = 50  # and a function fewer than this


@dataclass(frozen=True)
class Source:
    """One file: where it is, what it is imported as, and its text."""

    path: Path
    name: str  # dotted, a package's __init__ by the package's name
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, str(self.path))

    @property
    def top(self) -> str:
        return self.name.partition(".")[0]


def sources(base: Path, folder: str) -> list[Source]:
    """The Python files of one folder, named as seen from `base`."""
    found = []
    for path in sorted((base / folder).rglob("*.py")):
        parts = path.relative_to(base).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append(Source(path, name, path.read_text(encoding="utf-8")))
    return found


def imports(source: Source, known: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Each module that a file imports, anywhere in it, with the line.

    `from a import b` means a.b where that is a known module, else a. A call of `import_module` or
    `__import__` on a literal counts as well, because lazy imports are often written so.
    """
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = _absolute(source, module, level)
                for alias in names:
                    inner = f"{base}.{alias.name}"
                    yield (inner if inner in known else base), node.lineno
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield module, node.lineno


def _absolute(source: Source, module: str | None, level: int) -> str:
    if level == 0:
        return module or ""
    package = source.name.split(".")
    up = level - 1 if source.path.name == "__init__.py" else level
    return ".".join([*package[: len(package) - up], *([module] if module else [])])


def layer_name(module: str) -> str:
    """`rulewright.ir.types` lies in `ir`; the package's own __init__ in `rulewright`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def inside(module: str, home: str) -> bool:
    return module == home or module.startswith(home + ".")


def toolkit_fault(importer: str, imported: str) -> str | None:
    """What is wrong with one import by a module of the toolkit."""
    top = imported.partition(".")[0]
    if top in PROJECT:
        return "the toolkit never imports a project's rules"
    if top in HOMES:
        homes = HOMES[top]
        allowed = any(inside(importer, home) for home in homes)
        return None if allowed else f"{top} is for {' and '.join(homes)} only"
    if top != TOOLKIT:
        return None if top in sys.stdlib_module_names else f"{top} has no home in HOMES"
    ours, theirs = layer_name(importer), layer_name(imported)
    if ours not in RANK or theirs not in RANK:
        return f"{ours if ours not in RANK else theirs} stands in no layer"
    return None if RANK[theirs] <= RANK[ours] else f"{ours} lies below {theirs}"


def project_fault(importer: Source, imported: str) -> str | None:
    """What is wrong with one import by a model, a rulebook or its proofs."""
    top = imported.partition(".")[0]
    allowed = PROJECT[importer.top] | {importer.top} | sys.stdlib_module_names
    return None if top in allowed else f"{importer.top} does not import {top}"


def import_faults(root: Path) -> Iterator[str]:
    toolkit = sources(root / "src", TOOLKIT)
    project = [source for half in PROJECT for source in sources(root, half)]
    known = frozenset(source.name for source in (*toolkit, *project))
    between: set[tuple[str, str]] = set()
    for source in (*toolkit, *project):
        for imported, line in imports(source, known):
            if source.top == TOOLKIT:
                fault = toolkit_fault(source.name, imported)
                if inside(imported, TOOLKIT):
                    between.add((layer_name(source.name), layer_name(imported)))
            else:
                fault = project_fault(source, imported)
            if fault:
                yield f"{source.path.relative_to(root)}:{line}: imports {imported}: {fault}"
    for one, other in combinations(sorted(RANK), 2):
        if RANK[one] == RANK[other] and {(one, other), (other, one)} <= between:
            yield f"{one} and {other} import each other"


def size_faults(root: Path) -> Iterator[str]:
    python = [*sources(root / "src", TOOLKIT)]
    python += [source for folder in (*PROJECT, "tests") for source in sources(root, folder)]
    for source in python:
        where = source.path.relative_to(root)
        lines = len(source.text.splitlines())
        if lines >= FILE_LINES:
            yield f"{where}: {lines} lines, not under {FILE_LINES}"
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length >= FUNCTION_LINES:
                    yield f"{where}:{node.lineno}: {node.name} has {length} lines"


def faults_of(root: Path) -> list[str]:
    return [*import_faults(root), *size_faults(root)]


def test_this_repository_keeps_its_layers_and_sizes() -> None:
    assert sources(ROOT / "src", TOOLKIT), "no source found: the test would see nothing"
    assert faults_of(ROOT) == []


def loaded_by(module: str) -> set[str]:
    """The top-level packages in memory after a fresh Python imports one module."""
    script = f"import sys, {module}; print(*sorted({{n.partition('.')[0] for n in sys.modules}}))"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_importing_the_words_loads_no_outside_package() -> None:
    assert loaded_by("rulewright") & set(HOMES) == set()


@pytest.mark.skipif(
    not [*(ROOT / "src" / TOOLKIT).glob("cli*")], reason="there is no command line yet"
)
def test_the_command_line_loads_no_engine_before_it_is_asked() -> None:
    assert loaded_by("rulewright.cli") & set(HEAVY) == set()


RIGHT = {
    "src/rulewright/__init__.py": "from .words import *\nfrom rulewright.words.bag import Bag\n",
    "src/rulewright/words/__init__.py": "from dataclasses import dataclass\nfrom . import bag\n",
    "src/rulewright/words/bag.py": "import collections.abc\n",
    "src/rulewright/ir/nodes.py": "from ..words import bag\nfrom rulewright import Bag\n",
    "src/rulewright/backends/smt.py": "def f():\n    import z3\n",
    "src/rulewright/engines/prove.py": "import z3\nfrom ..backends.smt import f\n",
    "src/rulewright/engines/sample.py": "import hypothesis.strategies\n",
    "src/rulewright/faults/__init__.py": "from rulewright.engines import prove\n",
    "src/rulewright/cli/__init__.py": "import click\nfrom ..faults import x\n",
    "model/a.py": "from rulewright import Bag\n",
    "spec/a.py": "from model.a import x\nfrom rulewright import may\n",
    "proofs/a.py": "from spec.a import x\nfrom model import a\n",
    "tests/test_a.py": "import hypothesis\n",
}


def lay(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_right_tree_has_no_faults(tmp_path: Path) -> None:
    assert faults_of(lay(tmp_path, RIGHT)) == []


LONG_FUNCTION = "def f():\n" + "    pass\n" * (FUNCTION_LINES - 1)
WRONG = [
    ("src/rulewright/words/bag.py", "import rulewright.ir.nodes", "words lies below ir"),
    ("src/rulewright/words/bag.py", "from .. import ir", "words lies below rulewright"),
    ("src/rulewright/words/bag.py", "from ..ir.nodes import N", "words lies below ir"),
    ("src/rulewright/words/__init__.py", "from ..ir import nodes", "words lies below ir"),
    ("src/rulewright/__init__.py", "from .ir import nodes", "rulewright lies below ir"),
    ("src/rulewright/ir/nodes.py", "def f():\n    import rulewright.cli", "ir lies below cli"),
    ("src/rulewright/engines/prove.py", "from ..faults import x", "import each other"),
    ("src/rulewright/odd.py", "from .words import bag", "odd stands in no layer"),
    ("src/rulewright/engines/graph.py", "import spec.a", "never imports a project's rules"),
    ("src/rulewright/faults/__init__.py", "import z3", "z3 is for"),
    ("src/rulewright/ir/nodes.py", "from z3 import Int", "z3 is for"),
    ("src/rulewright/ir/nodes.py", "x = importlib.import_module('z3.z3')", "z3 is for"),
    ("src/rulewright/cli/__init__.py", "from rich import print", "rich is for"),
    ("src/rulewright/engines/prove.py", "import numpy", "numpy has no home"),
    ("model/a.py", "from spec.a import x", "model does not import spec"),
    ("spec/a.py", "import proofs.a", "spec does not import proofs"),
    ("proofs/a.py", "import z3", "proofs does not import z3"),
    ("tests/test_a.py", LONG_FUNCTION, f"f has {FUNCTION_LINES} lines"),
    ("model/a.py", "\n" * FILE_LINES, f"{FILE_LINES} lines, not under"),
]


@pytest.mark.parametrize(("file", "text", "fault"), WRONG)
def test_one_wrong_line_is_one_fault(tmp_path: Path, file: str, text: str, fault: str) -> None:
    found = faults_of(lay(tmp_path, RIGHT | {file: text + "\n" if text.strip() else text}))
    assert len(found) == 1, found
    assert fault in found[0]


def test_sizes_just_under_the_limits_pass(tmp_path: Path) -> None:
    shorter = LONG_FUNCTION.replace("    pass\n", "", 1)
    full = "\n" * (FILE_LINES - 1)
    assert faults_of(lay(tmp_path, RIGHT | {"model/a.py": full, "spec/a.py": shorter})) == []
