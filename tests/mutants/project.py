"""A copy of this project's games with one change, and what `rulewright check` says of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("model", "spec", "proofs", "pyproject.toml")


@dataclass(frozen=True)
class Change:
    """A change of one place: the file, the text there (which must stand once), and the new text."""

    name: str
    file: str
    old: str
    new: str

    def apply(self, root: Path) -> None:
        """Make the change; AssertionError where the text does not stand there exactly once."""
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.name}: {self.old!r} in {self.file}"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


def copied(root: Path) -> Path:
    """A copy of the games in an empty folder."""
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, root / part, ignore=ignored)
        else:
            shutil.copy(source, root / part)
    return root


def checked(root: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """What `rulewright check` says in a folder."""
    return ran(root, "check", *args)


def ran(root: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """What a command of rulewright says in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "rulewright", *args],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
