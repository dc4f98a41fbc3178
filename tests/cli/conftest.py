"""The small project of these tests, laid out afresh for each."""

from pathlib import Path

import pytest

from tests.cli.nim import GOOD, Nim


@pytest.fixture
def nim(tmp_path: Path) -> Nim:
    project = Nim(tmp_path)
    for name, text in GOOD.items():
        project.write(name, text)
    return project
