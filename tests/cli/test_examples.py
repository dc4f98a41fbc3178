"""Every command that the documentation or a `--help` shows does what it says, on this project."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.cli.app import COMMANDS, EPILOG
from tests.cli.nim import ROOT, rulewright

# Made by `make check` itself, of which they are parts.
ELSEWHERE = {"check", "check star-grid", "check star-grid --json"}
# Of the page on a first game, whose own test runs them.
FIRST = "first_game.md"


def epilogs() -> list[str]:
    from importlib import import_module

    modules = (import_module(module).command for module, _ in COMMANDS.values())
    return [EPILOG, *(command.epilog or "" for command in modules)]


def examples() -> list[str]:
    """What stands behind `rulewright`, up to a remark, in examples and between back quotes."""
    pages = [ROOT / "README.md", *(p for p in (ROOT / "docs").glob("*.md") if p.name != FIRST)]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    lines = re.findall(r"^ +rulewright (.+)$", "\n".join(texts + epilogs()), re.MULTILINE)
    quoted = re.findall(r"`rulewright ([a-z][^`]*)`", "\n".join(texts))
    found = [re.split(r"\s{2,}", line.strip())[0] for line in lines]
    shape = re.compile(r"[A-Z]{3,}$|\[|^\w+ -")  # what a command takes, and no example of it
    found += [line for line in quoted if " " in line and not shape.search(line)]
    return [line for line in dict.fromkeys(found) if line not in ELSEWHERE]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("examples")
    for part in ("model", "spec", "proofs"):
        shutil.copytree(ROOT / part, root / part)
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def test_there_are_examples() -> None:
    assert len(examples()) > 15
    assert all(any(line.startswith(name) for line in examples()) for name in COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("line", examples())
def test_an_example_works(project: Path, line: str) -> None:
    if "--checkpoint" in line:
        shutil.rmtree(project / "build" / "search", ignore_errors=True)
    ran = rulewright(*line.split(), cwd=project)
    assert ran.code in (0, 1), ran.err
    assert ran.out
    assert "cut off" not in ran.out
