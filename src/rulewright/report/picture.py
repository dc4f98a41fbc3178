"""A picture of random plays as SVG: how long they were, and who won. For light and dark pages."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from rulewright.engines.simulate import Simulation, Wins
from rulewright.engines.simulate_counts import Bin

from .simulated import share_words, spread_words
from .verdicts import counted
from .words import player, sentence

_WIDTH = 640
_LEFT = 48  # where the axes begin
_RIGHT = 16
_CHART = 150  # the height of the histogram
_ROW = 26  # the height of a seat

_STYLE = """
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .page { fill: #ffffff } .head { font-weight: 600 } .small { font-size: 11px; fill: #59636e }
    .bar { fill: #2f6fb5 } .axis { stroke: #59636e } .range { stroke: #b35900; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 } text { fill: #e6edf3 } .small { fill: #9aa4ae }
      .bar { fill: #6aa5e8 } .axis { stroke: #9aa4ae } .range { stroke: #f0a860 }
    }
"""


def picture(title: str, found: Simulation) -> str:
    """The picture of a simulation."""
    head = f"{title}: {counted(found.games, 'play')} at random"
    body, height = _body(found)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" role="img" aria-labelledby="title told">',
        f'  <title id="title">{escape(head)}</title>',
        f'  <desc id="told">{escape(_told(found))}</desc>',
        f"  <style>{_STYLE}  </style>",
        f'  <rect class="page" width="{_WIDTH}" height="{height}"/>',
        f'  <text class="head" x="{_LEFT}" y="22">{escape(head)}</text>',
        *(f"  {line}" for line in body),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _told(found: Simulation) -> str:
    """What the picture shows, for those who do not see it."""
    told = []
    if found.lengths is not None:
        told.append(f"Moves in a play: {spread_words(found.lengths)}.")
    for seat, won in enumerate(found.wins or ()):
        told.append(f"{sentence(player(seat))} wins {share_words(won.share)}.")
    return " ".join(told) or "No play came to its end."


def _body(found: Simulation) -> tuple[list[str], int]:
    """Everything under the heading, and how high the picture is."""
    lines: list[str] = []
    top = 34
    if found.bins:
        lines += _histogram(found.bins, top + 22)
        top += _CHART + 70
        lines.insert(0, _text(_LEFT, 48, "How many plays had so many moves", "small"))
    else:
        lines.append(_text(_LEFT, 48, "No play came to its end.", "small"))
        top += 26
    if found.wins:
        told = "Wins, with the range that holds the true share 95 times in 100"
        lines.append(_text(_LEFT, top + 10, told, "small"))
        lines += _seats(found.wins, top + 20)
        top += 30 + _ROW * len(found.wins)
    return lines, top + 8


def _histogram(bins: tuple[Bin, ...], top: int) -> Iterator[str]:
    most = max(each.count for each in bins)
    width = (_WIDTH - _LEFT - _RIGHT) / len(bins)
    base = top + _CHART
    every = -(-len(bins) // 10)  # no more than ten labels
    for at, each in enumerate(bins):
        height = _CHART * each.count / most
        x = _LEFT + at * width
        span = f"{each.first}" if each.first == each.last else f"{each.first} to {each.last}"
        yield (
            f'<rect class="bar" x="{x + 1:.1f}" y="{base - height:.1f}" width="{width - 2:.1f}" '
            f'height="{height:.1f}"><title>{span}: {counted(each.count, "play")}</title></rect>'
        )
        if at % every == 0:
            yield _text(x + width / 2, base + 16, f"{each.first:,}", "small", "middle")
    yield _line(_LEFT, base, _WIDTH - _RIGHT, base)
    yield _text(_LEFT - 6, top + 10, f"{most:,}", "small", "end")
    yield _text(_LEFT - 6, base, "0", "small", "end")
    yield _text(_WIDTH - _RIGHT, base + 32, "moves", "small", "end")


def _seats(wins: tuple[Wins, ...], top: int) -> Iterator[str]:
    left, right = _LEFT + 60, _WIDTH - _RIGHT - 60
    for seat, won in enumerate(wins):
        share, y = won.share, top + _ROW * seat
        middle = y + _ROW / 2
        width = (right - left) * share.times / share.of
        low, high = (left + (right - left) * end for end in (share.low, share.high))
        yield _text(left - 8, middle + 4, sentence(player(seat)), "", "end")
        yield (
            f'<rect class="bar" x="{left}" y="{y + 4}" width="{width:.1f}" height="{_ROW - 8}">'
            f"<title>{escape(share_words(share))}</title></rect>"
        )
        yield _line(low, middle, high, middle, "range")
        told = f"{100 * share.times / share.of:.1f} %"
        yield _text(right + 8, middle + 4, told, "")
    yield _line(left, top, left, top + _ROW * len(wins))


def _text(x: float, y: float, told: str, style: str, anchor: str = "start") -> str:
    named = f' class="{style}"' if style else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f"<text{named} {place}>{escape(told)}</text>"


def _line(x1: float, y1: float, x2: float, y2: float, style: str = "axis") -> str:
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
