"""Scopes: the named finite instances of a game that are searched, sampled or proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType

from .terms import Parameters, Term, Terms


@dataclass(frozen=True)
class Scope:
    """A finite instance: its parameters, and which terms it starts play under.

    vary: the readings and variants of which a search starts under every member.
    searched: explored exhaustively when true; sampled and proved when false ("the full box").
    across: parameters that stand for several values, `{"players": range(2, 9)}`.
    """

    name: str
    box: Parameters
    terms: Terms | None = None
    vary: tuple[type[Term], ...] = ()
    searched: bool = True
    across: Mapping[str, range] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    def instances(self) -> tuple[Parameters, ...]:
        """The parameters of every instance, one for each combination of `across`."""
        choices = product(*self.across.values())
        return tuple(replace(self.box, **dict(zip(self.across, c, strict=True))) for c in choices)

    def starts(self) -> Iterator[Terms | None]:
        """The terms that play may start under: the scope's own, with each varied one in turn."""
        if self.terms is None:
            yield None
            return
        names = [n for n, term in vars(self.terms).items() if isinstance(term, self.vary)]
        members = [tuple[Term, ...](getattr(self.terms, name).__class__) for name in names]
        choices = product(*members)
        for choice in choices:
            yield replace(self.terms, **dict(zip(names, choice, strict=True)))
