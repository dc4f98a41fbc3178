"""Numbers about many plays: their spread, their histogram, and how sure a share of them is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, median, pstdev

# Of a normal distribution, 95 % lie within so many standard deviations.
_Z95 = 1.959963984540054


@dataclass(frozen=True)
class Spread:
    """Some numbers: how many, their mean, median, standard deviation, least and greatest."""

    count: int
    mean: float
    median: float
    deviation: float
    least: int
    greatest: int


def spread(numbers: Sequence[int]) -> Spread | None:
    """The spread of some numbers; None for none."""
    if not numbers:
        return None
    return Spread(
        len(numbers),
        fmean(numbers),
        float(median(numbers)),
        pstdev(numbers),
        min(numbers),
        max(numbers),
    )


@dataclass(frozen=True)
class Share:
    """How many of some plays, and the 95 % confidence interval of how likely that is."""

    times: int
    of: int
    low: float
    high: float


def share(times: int, of: int) -> Share | None:
    """A share with Wilson's score interval, which serves for 0 and for all as well; None of none.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    if not of:
        return None
    found, squared = times / of, _Z95 * _Z95
    middle = (found + squared / (2 * of)) / (1 + squared / of)
    half = _Z95 / (1 + squared / of) * sqrt(found * (1 - found) / of + squared / (4 * of * of))
    low = 0.0 if times == 0 else middle - half
    high = 1.0 if times == of else middle + half
    return Share(times, of, low, high)


@dataclass(frozen=True)
class Bin:
    """How many of some numbers lie from the first to the last, both included."""

    first: int
    last: int
    count: int


def histogram(numbers: Sequence[int], most: int = 20) -> tuple[Bin, ...]:
    """At most so many bins of one width, a round one, that hold all the numbers."""
    if not numbers:
        return ()
    low, high = min(numbers), max(numbers)
    width = next(w for w in _round_widths() if high // w - low // w + 1 <= most)
    counts = [0] * (high // width - low // width + 1)
    for number in numbers:
        counts[number // width - low // width] += 1
    first = low // width * width
    return tuple(
        Bin(first + at * width, first + (at + 1) * width - 1, count)
        for at, count in enumerate(counts)
    )


def _round_widths() -> Sequence[int]:
    """1, 2, 5, 10, 20, 50, …"""
    return [step * 10**power for power in range(12) for step in (1, 2, 5)]
