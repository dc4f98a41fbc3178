"""Every number that is raised is explained, is reached by a golden, and stands in the docs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rulewright.front.catalogue import codes, explain, page
from tests import goldens

SOURCE = goldens.ROOT / "src" / "rulewright"
NUMBER = re.compile(r'"(RW\d\d\d)"')


def raised() -> set[str]:
    files = [path for path in SOURCE.rglob("*.py") if not path.name.startswith("catalogue")]
    return {code for path in files for code in NUMBER.findall(path.read_text(encoding="utf-8"))}


def test_what_is_raised_is_explained_and_what_is_explained_is_raised() -> None:
    assert raised() == set(codes())


def test_every_number_has_a_golden() -> None:
    assert {path.stem[:5] for path in goldens.bad()} == set(codes())


@pytest.mark.parametrize("code", codes())
def test_an_explanation_is_whole(code: str) -> None:
    found = explain(code)
    assert found.code == code
    assert 5 < len(found.title) < 70
    assert len(found.why) > 60
    assert "  " not in found.why
    assert found.wrong != found.right


@pytest.mark.parametrize("code", [c for c in codes() if c < "RW080"])
def test_what_is_right_is_python(code: str) -> None:
    right = explain(code).right
    indented = "".join(f"    {line}\n" for line in right.split("\n"))
    ast.parse(f"def over(table):\n{indented}")


def test_an_unknown_number_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        explain("RW999")


def test_the_page_of_errors_is_up_to_date() -> None:
    told = Path(goldens.ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert told == page(), "python -m tests.goldens --reset writes it anew"
