"""What a formula is made of: its leaves, its size, and its shape apart from the names of leaves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeAlias, assert_never

from .terms import (
    Among,
    And,
    AtMostZero,
    Atom,
    Bool,
    Either,
    Formula,
    IsZero,
    Leaf,
    Linear,
    Not,
    Num,
    Or,
    Over,
    Pick,
    Times,
    Truth,
)

Term: TypeAlias = Formula | Atom | Linear


def children(term: Term) -> Iterator[Term]:
    """The terms that a term is made of."""
    parts: tuple[Bool | Num | Atom, ...]
    match term:
        case Leaf():
            parts = ()
        case Among(leaf=leaf):
            parts = (leaf,)
        case AtMostZero(form=form) | IsZero(form=form):
            parts = (form,)
        case Not(part=part):
            parts = (part,)
        case And(parts=several) | Or(parts=several):
            parts = several
        case Either(test=test, then=then, other=other):
            parts = (test, then, other)
        case Truth(formula=formula):
            parts = (formula,)
        case Pick(test=test, then=this, other=that):
            parts = (test, this, that)
        case Times(left=left, right=right):
            parts = (left, right)
        case Over(top=top):
            parts = (top,)
        case Linear(parts=atoms):
            parts = tuple(atoms)
        case _:
            assert_never(term)
    yield from (part for part in parts if not isinstance(part, int))


class Support:
    """The leaves and the sizes of formulas, each worked out once."""

    def __init__(self) -> None:
        self._leaves: dict[Term, frozenset[Leaf]] = {}
        self._sizes: dict[Term, int] = {}

    def leaves(self, formula: Bool) -> frozenset[Leaf]:
        """Every leaf of a formula."""
        return frozenset() if isinstance(formula, bool) else self._of(formula)

    def _of(self, term: Term) -> frozenset[Leaf]:
        if isinstance(term, Leaf):
            return frozenset((term,))
        found = self._leaves.get(term)
        if found is None:
            found = frozenset().union(*(self._of(child) for child in children(term)))
            self._leaves[term] = found
        return found

    def size(self, formula: Bool) -> int:
        """How many terms a formula is made of, shared ones counted each time."""
        return 0 if isinstance(formula, bool) else self._size(formula)

    def _size(self, term: Term) -> int:
        found = self._sizes.get(term)
        if found is None:
            found = self._sizes[term] = 1 + sum(self._size(child) for child in children(term))
        return found


def shape(formula: Bool) -> Hashable:
    """A formula without the names of its leaves.

    Two formulas of one shape are the same but for a renaming of leaves with the same bounds, so
    that both have a model or neither has.
    """
    if isinstance(formula, bool):
        return formula
    numbers: dict[Term, int] = {}
    lines: list[Hashable] = []

    def visit(term: Term | bool | int) -> Hashable:
        if isinstance(term, int):
            return ("known", term)
        if term not in numbers:
            line = _line(term, visit)
            numbers[term] = len(lines)
            lines.append(line)
        return numbers[term]

    visit(formula)
    return tuple(lines)


def _line(term: Term, visit: object) -> Hashable:
    assert callable(visit)
    match term:
        case Leaf(low=low, high=high):
            own: Hashable = (low, high)
        case Among(mask=mask):
            own = mask
        case Over(by=by):
            own = by
        case Linear(parts=parts, const=const):
            own = (const, tuple(parts.values()))
        case _:
            own = None
    inside = (
        (term.then, term.other) if isinstance(term, Either | Pick) else ()
    )  # these may hold known values, which are no children
    return (
        type(term).__name__,
        own,
        tuple(visit(child) for child in children(term)),
        tuple(visit(part) for part in inside),
    )
