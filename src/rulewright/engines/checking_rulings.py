"""The designer's rulings: a TOML file beside the claims that settles findings by their id.

[[ruling]]
finding = "gap-1a2b3c4d"
reason = "An empty pile is shuffled anew; the next edition will say so."

`finding` may be a list, where one answer settles several.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.project import ProjectError
from rulewright.words.errors import Place

_SHAPE = '[[ruling]] with finding = "gap-1a2b3c4d" and reason = "…"'


@dataclass(frozen=True)
class Ruling:
    """A finding that is settled, and why."""

    finding: str
    reason: str


def read_rulings(file: Path) -> dict[str, Ruling]:
    """The rulings of a file by finding; none where there is no file."""
    if not file.exists():
        return {}
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ProjectError(
            f"the rulings cannot be read: {error}", Place(str(file), 1), f"write {_SHAPE}"
        ) from error
    given = table.get("ruling", [])
    unknown = [key for key in table if key != "ruling"]
    if unknown or not isinstance(given, list):
        raise _wrong(file, f"{unknown[0] if unknown else 'ruling'!r} is no list of rulings")
    found: dict[str, Ruling] = {}
    for entry in given:
        for ruling in _rulings(file, entry):
            if ruling.finding in found:
                raise _wrong(file, f"there are two rulings on {ruling.finding}")
            found[ruling.finding] = ruling
    return found


def _rulings(file: Path, entry: Any) -> list[Ruling]:
    """A ruling for each finding that an entry names: one, or a list of them."""
    if not isinstance(entry, dict):
        raise _wrong(file, "a ruling is no table")
    named, reason = entry.get("finding"), entry.get("reason")
    texts = [*(named if isinstance(named, list) and named else [named]), reason]
    if not all(isinstance(text, str) and text.strip() for text in texts):
        raise _wrong(file, "a ruling lacks its finding or its reason")
    unknown = [key for key in entry if key not in ("finding", "reason")]
    if unknown:
        raise _wrong(file, f"a ruling has {unknown[0]!r}")
    return [Ruling(str(text).strip(), str(reason).strip()) for text in texts[:-1]]


def _wrong(file: Path, reason: str) -> ProjectError:
    return ProjectError(
        f"the rulings cannot be used: {reason}", Place(str(file), 1), f"write {_SHAPE}"
    )
