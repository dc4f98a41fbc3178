"""How far a check has come: a live bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rulewright.engines.checking import Watch

# Nothing is told of what takes less than this, and nothing more often (in seconds).
_PAUSE = 5.0


class LineWatch:
    """A plain line now and then."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._game = self._label = ""
        self._last = monotonic()

    def begin(self, game: str, tasks: int) -> None:
        """A game is taken up."""
        self._game, self._last = game, monotonic()

    def task(self, label: str) -> None:
        """The next task begins."""
        self._label = label
        self._tell("")

    def work(self, done: int, note: str) -> None:
        """Work done in the task so far."""
        self._tell(f": {done:,} {note}")

    def end(self) -> None:
        """The game is finished."""

    def _tell(self, note: str) -> None:
        now = monotonic()
        if now - self._last >= _PAUSE:
            self._last = now
            # Progress that nobody can read is no reason to stop.
            with suppress(OSError):
                self._stream.write(f"{self._game}: {self._label}{note} …\n")
                self._stream.flush()


def watch_on(stream: TextIO) -> Watch:
    """The watch that suits a stream."""
    if stream.isatty():
        from .terminal import LiveWatch

        return LiveWatch(stream)
    return LineWatch(stream)
