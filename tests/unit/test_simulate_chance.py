"""What native play draws: as often as there are copies, with the interpreter's random numbers."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulewright.engines.simulate_random import PlayRandom
from tests.games import urn
from tests.unit.simulate_plays import native, subject

pytest.importorskip("llvmlite")


def pairs(left: urn.Urn, seat: urn.Seat) -> int:
    """What has come and what is left, in one number."""
    return left.reds * 100 + left.drawn * 10 + left.cards.count(1)


def surprise(found: Counter[int], chances: Mapping[int, Fraction]) -> float:
    """Pearson's chi-square of what was found."""
    number = sum(found.values())
    assert set(found) <= set(chances)
    assert sum(chances.values()) == 1
    expected = {each: float(number * chance) for each, chance in chances.items()}
    return sum((found[each] - times) ** 2 / times for each, times in expected.items())


def ends(blanks: int, reds: int, drawn: int, red: int, goal: int) -> Counter[int]:
    """The chances of every end of drawing one card at a time, or stopping, one as likely."""
    if drawn == goal or not blanks + reds:
        return Counter({red * 100 + drawn * 10 + reds: Fraction(1)})
    found: Counter[Any] = Counter({red * 100 + drawn * 10 + reds: Fraction(1, 2)})
    for chance, ways, after in (
        (blanks, blanks, (blanks - 1, reds, drawn + 1, red)),
        (reds, reds, (blanks, reds - 1, drawn + 1, red + 1)),
    ):
        if chance:
            for end, further in ends(*after, goal).items():
                found[end] += Fraction(ways, 2 * (blanks + reds)) * further
    return found


def test_single_cards_come_as_often_as_there_are_copies() -> None:
    book = replace(urn.BOOK, scores=pairs)
    game = subject(book, blanks=2, reds=3, most=4)
    found = Counter(record.scores[0] for record in native(game, 30_000, 11) if record.scores)
    chances = ends(2, 3, 0, 0, 4)
    assert len(chances) == 11
    assert surprise(found, chances) < 29.6  # 10 degrees of freedom: passed once in 1,000 times


def test_pairs_come_without_being_put_back() -> None:
    book = replace(urn.BOOK, scores=pairs)
    game = subject(book, blanks=2, reds=3, pairs=1)
    found = Counter(record.scores[0] for record in native(game, 30_000, 12) if record.scores)
    tenth = Fraction(1, 10)
    # Two reds 3/10, a red and a blank 3/10, a blank and a red 3/10, two blanks 1/10; both count
    # or the first alone, one as likely.
    chances = {221: 1.5, 122: 4.5, 23: 1, 121: 1.5, 22: 1.5}
    held = {each: Fraction(share) * tenth for each, share in chances.items()}
    assert surprise(found, held) < 18.5  # 4 degrees of freedom: passed once in 1,000 times


def test_wrong_chances_would_be_noticed() -> None:
    even = {each: Fraction(1, 4) for each in (1, 2, 3, 4)}
    assert surprise(Counter({1: 5_000, 2: 5_000, 3: 5_000, 4: 5_000}), even) == 0
    assert surprise(Counter({1: 5_400, 2: 5_000, 3: 5_000, 4: 4_600}), even) > 29.6


def test_random_numbers_are_the_interpreters() -> None:
    from llvmlite import ir as ll

    from rulewright.backends.native import jit
    from rulewright.backends.native.play_draw import add_random

    module = ll.Module("random")
    below = add_random(module)
    number = ll.IntType(64)
    door = ll.Function(module, ll.FunctionType(number, [ll.PointerType(), number]), "door")
    builder = ll.IRBuilder(door.append_basic_block())
    builder.ret(builder.call(below, door.args))
    function = jit.compiled(module, None).function(
        "door", ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64
    )
    bounds = [0, 1, 2, 3, 6, 7, 150, 2**32 + 1, 3 << 61, (1 << 63) + 1, (1 << 64) - 1]
    state = (ctypes.c_uint64 * 1)(77)
    random = PlayRandom(77)
    for bound in bounds * 200:
        assert function(ctypes.addressof(state), bound) == random.below(bound)
        assert state[0] == random.state
    # Numbers were drawn again: more than one for each that needed any.
    steps = (random.state - 77) * pow(0x9E3779B97F4A7C15, -1, 1 << 64) % (1 << 64)
    assert steps > 200 * len(bounds[2:])
