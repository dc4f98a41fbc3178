"""What is said of a numbered error at length."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Explanation:
    """A numbered error: why it is refused, with something wrong and what to write instead."""

    code: str
    title: str
    why: str
    wrong: str
    right: str


def explained(code: str, title: str, why: str, wrong: str, right: str) -> Explanation:
    """An explanation from texts as they are laid out in a file."""
    return Explanation(code, title, " ".join(why.split()), wrong.strip("\n"), right.strip("\n"))
