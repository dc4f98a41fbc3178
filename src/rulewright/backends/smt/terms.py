"""The terms that symbolic execution builds: formulas and linear forms over leaves.

A term is folded and shared as it is built (see `algebra`), so that what a move leaves unchanged
cancels before a solver sees it. Terms are compared by identity: equal terms are one object.

    Bool  a Python bool, or a Formula
    Num   a Python int, or a Linear form of atoms
"""

from __future__ import annotations

from typing import TypeAlias


class Leaf:
    """A whole number that a model fixes, within its bounds (None where it has none)."""

    __slots__ = ("high", "low", "name")

    def __init__(self, name: str, low: int | None, high: int | None) -> None:
        self.name, self.low, self.high = name, low, high


class Node:
    """What the formulas are told by; `opposite` is the formula's negation, once it is made."""

    __slots__ = ("opposite",)

    opposite: Formula | None


class Among(Node):
    """A leaf is one of the values in `mask`, bit 0 being its least value."""

    __slots__ = ("leaf", "mask")

    def __init__(self, leaf: Leaf, mask: int) -> None:
        self.leaf, self.mask = leaf, mask
        self.opposite = None


class AtMostZero(Node):
    """A linear form is 0 or less."""

    __slots__ = ("form",)

    def __init__(self, form: Linear) -> None:
        self.form = form
        self.opposite = None


class IsZero(Node):
    """A linear form is 0."""

    __slots__ = ("form",)

    def __init__(self, form: Linear) -> None:
        self.form = form
        self.opposite = None


class Not(Node):
    """A formula fails."""

    __slots__ = ("part",)

    def __init__(self, part: Formula) -> None:
        self.part = part
        self.opposite = part


class And(Node):
    """All of several formulas hold."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Formula, ...]) -> None:
        self.parts = parts
        self.opposite = None


class Or(Node):
    """One of several formulas holds."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Formula, ...]) -> None:
        self.parts = parts
        self.opposite = None


class Either(Node):
    """One of two formulas holds: the first where the test does."""

    __slots__ = ("other", "test", "then")

    def __init__(self, test: Formula, then: Bool, other: Bool) -> None:
        self.test, self.then, self.other = test, then, other
        self.opposite = None


class Truth:
    """1 where a formula holds, else 0."""

    __slots__ = ("formula", "high", "low")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.low: int | None = 0
        self.high: int | None = 1


class Pick:
    """One of two numbers: the first where the test holds."""

    __slots__ = ("high", "low", "other", "test", "then")

    def __init__(self, test: Formula, then: Num, other: Num) -> None:
        self.test, self.then, self.other = test, then, other
        (low, high), (low2, high2) = span(then), span(other)
        self.low = None if low is None or low2 is None else min(low, low2)
        self.high = None if high is None or high2 is None else max(high, high2)


class Times:
    """The product of two numbers neither of which is known."""

    __slots__ = ("high", "left", "low", "right")

    def __init__(self, left: Linear, right: Linear) -> None:
        self.left, self.right = left, right
        self.low: int | None = None
        self.high: int | None = None
        ends = (*span(left), *span(right))
        if None not in ends:
            a, b, c, d = (int(end or 0) for end in ends)
            corners = (a * c, a * d, b * c, b * d)
            self.low, self.high = min(corners), max(corners)


class Over:
    """A number divided by a known one greater than 0, rounded down."""

    __slots__ = ("by", "high", "low", "top")

    def __init__(self, top: Linear, by: int) -> None:
        self.top, self.by = top, by
        self.low = None if top.low is None else top.low // by
        self.high = None if top.high is None else top.high // by


Formula: TypeAlias = Among | AtMostZero | IsZero | Not | And | Or | Either
Bool: TypeAlias = bool | Formula
Atom: TypeAlias = Leaf | Truth | Pick | Times | Over


class Linear:
    """A sum of atoms, each a number of times, and a constant; with the bounds that follow."""

    __slots__ = ("_bounds", "_lone", "const", "parts")

    def __init__(self, parts: dict[Atom, int], const: int) -> None:
        self.parts, self.const = parts, const
        # Worked out when first asked for: most sums are only parts of other sums.
        self._bounds: tuple[int | None, int | None] | None = None
        self._lone: Leaf | bool | None = False

    @property
    def low(self) -> int | None:
        """The least value that the sum may have, None where there is none."""
        return self.bounds[0]

    @property
    def high(self) -> int | None:
        """The greatest value that the sum may have, None where there is none."""
        return self.bounds[1]

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """Both bounds."""
        if self._bounds is None:
            self._bounds = _bounds(self.parts, self.const)
        return self._bounds

    @property
    def lone(self) -> Leaf | None:
        """The leaf that alone decides the sum, None where there is no such leaf."""
        if isinstance(self._lone, bool):
            self._lone = _lone(self.parts)
        return self._lone


Num: TypeAlias = int | Linear


def _bounds(parts: dict[Atom, int], const: int) -> tuple[int | None, int | None]:
    low: int | None = const
    high: int | None = const
    for atom, times in parts.items():
        least, most = (atom.low, atom.high) if times > 0 else (atom.high, atom.low)
        low = None if low is None or least is None else low + times * least
        high = None if high is None or most is None else high + times * most
    return low, high


def _lone(parts: dict[Atom, int]) -> Leaf | None:
    found: Leaf | None = None
    for atom in parts:
        if isinstance(atom, Leaf):
            leaf = atom
        elif isinstance(atom, Truth) and isinstance(atom.formula, Among):
            leaf = atom.formula.leaf
        else:
            return None
        if found is not None and leaf is not found:
            return None
        found = leaf
    return found


def span(number: Num) -> tuple[int | None, int | None]:
    """The least and the greatest value that a number may have."""
    if isinstance(number, Linear):
        return number.low, number.high
    return number, number


def leaves_of(number: Num) -> list[Leaf]:
    """The leaves that stand in a number by themselves, not under a test."""
    if not isinstance(number, Linear):
        return []
    found: dict[Leaf, None] = {}
    for atom in number.parts:
        if isinstance(atom, Leaf):
            found[atom] = None
        elif isinstance(atom, Truth) and isinstance(atom.formula, Among):
            found[atom.formula.leaf] = None
    return list(found)


def value_at(form: Linear, leaf: Leaf, value: int) -> int:
    """The value of a form that one leaf alone decides."""
    total = form.const
    for atom, times in form.parts.items():
        if isinstance(atom, Leaf):
            total += times * value
        elif isinstance(atom, Truth) and isinstance(atom.formula, Among):
            total += times * (atom.formula.mask >> (value - (leaf.low or 0)) & 1)
    return total
