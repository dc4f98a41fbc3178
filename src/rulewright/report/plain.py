"""A page as plain lines, for files, pipes and small terminals."""

from __future__ import annotations

from collections.abc import Iterator

from .page import Exhibit, Page, Row

_WIDTH = 100


def plain_lines(page: Page) -> Iterator[str]:
    """The lines of a page."""
    yield page.title
    yield from (f"  {line}" for line in page.searches)
    yield ""
    for row in page.rows:
        yield from _row(row)
    for section in page.sections:
        yield ""
        yield f"  {section.title}"
        for exhibit in section.exhibits:
            yield from _exhibit(exhibit)
    yield ""


def _row(row: Row) -> Iterator[str]:
    mark = "✓" if row.good else "✗"
    first, *rest = folded(row.claim, _WIDTH - 14)
    yield f"  {mark} {first:<{_WIDTH - 14}} {row.time:>9}".rstrip()
    yield from (f"    {line}" for line in rest)
    yield from (f"      {line}" for line in folded(row.verdict, _WIDTH - 6))


def _exhibit(exhibit: Exhibit) -> Iterator[str]:
    yield ""
    for line in folded(exhibit.heading, _WIDTH - 4):
        yield f"    {line}"
    for note in exhibit.notes:
        yield from (f"      {line}" for line in folded(note, _WIDTH - 6))
    yield from (f"      {line}" for line in exhibit.lines)


def folded(text: str, width: int) -> list[str]:
    """A text in lines of at most this width, words kept whole."""
    import textwrap

    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
