"""A page as rich draws it on a terminal, and the progress of a check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from .page import Exhibit, Page, Row

# Below this many columns a table would break words: its rows stand one below the other.
NARROW = 72


def drawn(page: Page, width: int) -> Group:
    """A page for a terminal of so many columns."""
    return Group(*_parts(page, width))


def _parts(page: Page, width: int) -> Iterator[RenderableType]:
    yield Text(page.title, style="bold")
    yield from (Text(f"  {line}", style="dim") for line in page.searches)
    if width < NARROW:
        yield Text("")
        yield from (_stacked(row) for row in page.rows)
    elif page.rows:
        yield Padding(_table(page), (1, 0, 0, 2))
    for section in page.sections:
        yield Padding(Text(section.title, style="bold"), (1, 0, 0, 2))
        yield from (_exhibit(exhibit) for exhibit in section.exhibits)
    yield Text("")


def _mark(row: Row) -> Text:
    return Text("✓", style="green") if row.good else Text("✗", style="bold red")


def _style(row: Row) -> str:
    return "" if row.good else "red"


def _stacked(row: Row) -> RenderableType:
    verdict = Text(f"{row.verdict} ({row.time})", style=_style(row))
    claim = Text.assemble(_mark(row), " ", row.claim)
    return Group(claim, Padding(verdict, (0, 0, 0, 4)))


def _table(page: Page) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    table.add_column("")
    table.add_column("claim", ratio=1)
    table.add_column("verdict", ratio=1)
    table.add_column("time", justify="right", no_wrap=True)
    for row in page.rows:
        verdict = Text(row.verdict, style=_style(row))
        table.add_row(_mark(row), Text(row.claim), verdict, Text(row.time))
    return table


def _exhibit(exhibit: Exhibit) -> RenderableType:
    parts: list[RenderableType] = [Text(exhibit.heading, style="bold")]
    parts += [Text(f"  {note}", style="yellow") for note in exhibit.notes]
    parts += [Padding(Text(line), (0, 0, 0, 2)) for line in exhibit.lines]
    return Padding(Group(*parts), (1, 0, 0, 4))


def show(page: Page, stream: Any) -> None:
    """Draw a page on a terminal; NO_COLOR is honoured by rich."""
    console = Console(file=stream, highlight=False, emoji=False, markup=False)
    console.print(drawn(page, console.width))


class LiveWatch:
    """A bar that moves, on stderr."""

    def __init__(self, stream: Any) -> None:
        console = Console(file=stream, highlight=False, emoji=False, markup=False)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[note]}", markup=False),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._bar: TaskID | None = None
        self._game = ""
        self._done = -1

    def begin(self, game: str, tasks: int) -> None:
        """A game is taken up."""
        self._game, self._done = game, -1
        self._bar = self._progress.add_task(game, total=tasks, note="")
        self._progress.start()

    def task(self, label: str) -> None:
        """The next task begins."""
        self._done += 1
        self._show(description=f"{self._game}: {label[:50]}", completed=self._done, note="")

    def work(self, done: int, note: str) -> None:
        """Work done in the task so far."""
        self._show(note=f"{done:,} {note}")

    def end(self) -> None:
        """The game is finished."""
        if self._bar is not None:
            self._progress.remove_task(self._bar)
            self._bar = None
        self._progress.stop()

    def _show(self, **fields: Any) -> None:
        if self._bar is not None:
            self._progress.update(self._bar, **fields)
