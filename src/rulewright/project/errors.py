"""What keeps a project, or a command about one, from being used."""

from __future__ import annotations

import traceback
from pathlib import Path

from rulewright.words.errors import Place, RulesError, excerpt, shown


class ProjectError(RulesError):
    """A project or an input that cannot be used: what is wrong, where, and what to do.

    Unlike the errors of the rule language it has no number: the message says it all.
    """

    def __init__(
        self, reason: str, place: Place | None, instead: str, *, missing_rule: bool = False
    ) -> None:
        super().__init__("", place, reason, instead, missing_rule=missing_rule)

    def __str__(self) -> str:
        lines = [f"error: {self.reason}"]
        if self.place is not None:
            lines += [f"  --> {shown(self.place.file)}:{self.place.line}", *excerpt(self.place)]
        if self.instead:
            lines.append(f"  instead: {self.instead}")
        return "\n".join(lines)


def blamed(error: BaseException, root: Path) -> ProjectError | None:
    """An error raised by a project's own code, as the message that says so; None for any other."""
    place = place_in(error, root)
    if place is None:
        return None
    text = str(error)
    reason = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return ProjectError(reason, place, "mend this line")


def place_in(error: BaseException, root: Path) -> Place | None:
    """The innermost line of an error that lies in a project's own files.

    None where the toolkit was at work below it: then the project is not to blame.
    """
    toolkit = Path(__file__).resolve().parents[1]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if not file.is_absolute():
            continue
        if file.is_relative_to(toolkit):
            return None
        inside = file.is_relative_to(root) and "site-packages" not in file.parts
        if inside and frame.lineno is not None:
            column = frame.colno or 0
            same = frame.end_lineno == frame.lineno and frame.end_colno is not None
            width = (frame.end_colno or 0) - column if same else 200
            return Place(str(file), frame.lineno, column, max(1, width))
    return None
