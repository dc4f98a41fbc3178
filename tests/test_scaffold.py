"""What the project says of itself agrees with what it is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = PYPROJECT["project"]
DEPENDENCIES: list[str] = [
    *PROJECT["dependencies"],
    *(need for group in PROJECT["optional-dependencies"].values() for need in group),
]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_both_commands_are_named(page: str) -> None:
    assert {"make check", "make test"} <= set(re.findall(r"make \w+", text_of(page)))


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^(\w+):", text_of("Makefile"), re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"`make (\w+)", page.read_text(encoding="utf-8"))
        assert set(named) <= targets, page.name


def test_the_ci_runs_both_commands() -> None:
    assert "for target in check test;" in text_of(".ci/run")


@pytest.mark.parametrize("need", DEPENDENCIES)
def test_every_dependency_has_a_range_and_a_stated_reason(need: str) -> None:
    match = re.fullmatch(r"([\w-]+)>=[\d.]+,<[\d.]+(; platform_machine in '[\w ]+')?", need)
    assert match, f"{need}: give a lower and an upper bound"
    assert f"**{match[1]}**" in text_of("docs/dependencies.md")


def test_no_reason_is_stated_for_what_is_not_needed() -> None:
    explained = re.findall(r"^- \*\*([\w-]+)\*\*", text_of("docs/dependencies.md"), re.MULTILINE)
    assert set(explained) == {re.split(r"[<>=]", need)[0] for need in DEPENDENCIES}


def test_every_game_of_the_project_has_a_book_and_proofs() -> None:
    games = PYPROJECT["tool"]["rulewright"]["games"]
    assert games
    for name, game in games.items():
        assert re.fullmatch(r"[a-z][a-z-]*", name)
        assert re.fullmatch(r"spec\.\w+:[A-Z_]+", game["book"])
        proofs = game["proofs"] if isinstance(game["proofs"], list) else [game["proofs"]]
        assert proofs
        assert all(re.fullmatch(r"proofs\.\w+", module) for module in proofs)


def test_the_changelog_tells_of_this_version_or_the_next() -> None:
    headings = re.findall(r"^## \[([^\]]+)\]", text_of("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"


def test_the_licence_is_the_one_declared() -> None:
    assert PROJECT["license"] == "Apache-2.0"
    assert "Apache License\n" in text_of("LICENSE")
    assert "Version 2.0, January 2004" in text_of("LICENSE")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert "://" in link or (page.parent / link).exists(), link
