"""A duty that failed while a program was run, with the place in the rules that owes it."""

from __future__ import annotations

from rulewright.words.duties import DutyKind
from rulewright.words.errors import Place, shown


class Fault(Exception):
    """Raised by the back ends that run programs; `str()` is the reason and where."""

    def __init__(self, kind: DutyKind, reason: str, place: Place | None = None) -> None:
        self.kind = kind
        self.reason = reason
        self.place = place
        super().__init__(reason)

    def __str__(self) -> str:
        if self.place is None:
            return self.reason
        return f"{self.reason} ({shown(self.place.file)}:{self.place.line})"
