"""Rules and definitions: the sentences of a rulebook as predicates and values, with their force.

A rule is true where its sentence speaks. Its clauses say with what force (`must`, `may`,
`must_not`, or `always`), where the sentence stands, and under which term it counts. A rule that
stands `instead_of` another takes its place wherever both speak. Rules are immutable; the one
exception, the list of exceptions a rule has, grows only while its file is being loaded and is
sealed when the rulebook is built.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, ParamSpec, TypeVar, overload

from .errors import RulesError, place_of
from .terms import Term

P = ParamSpec("P")
V = TypeVar("V")


class Silent(Enum):
    """The answer of a definition that says nothing of a case: the single value `SILENT`."""

    SILENT = "says nothing here"


SILENT: Final = Silent.SILENT


class Force(Enum):
    """The deontic force of a sentence, or `ALWAYS` for what holds of every state."""

    MUST = "must"
    MAY = "may"
    MUST_NOT = "must not"
    ALWAYS = "always"


@dataclass(frozen=True)
class Clause:
    """Where a sentence stands, the force it gives, and the term under which it counts, if any."""

    cite: str
    force: Force | None
    under: Term | None = None

    def counts(self, terms: object) -> bool:
        """Whether the clause is part of the game under these terms (a `Terms` or None)."""
        return self.under is None or self.under in vars(terms).values()


class Exceptions:
    """The rules that stand in a rule's place: open while the file loads, sealed by the rulebook."""

    def __init__(self) -> None:
        self._rules: list[AnyRule] = []
        self._sealed = False

    def add(self, rule: AnyRule) -> None:
        """Note an exception; RulesError once the rulebook is built."""
        if self._sealed:
            raise RulesError(
                "RW076",
                place_of(rule.speaks),
                f"{rule.name} comes too late: the rulebook is built and cannot change",
                "write the exception above the Rulebook, in a file that is loaded before it",
            )
        self._rules.append(rule)

    def seal(self) -> tuple[AnyRule, ...]:
        """Close the list and give it."""
        self._sealed = True
        return tuple(self._rules)

    def __iter__(self) -> Any:
        return iter(tuple(self._rules))


@dataclass(frozen=True, eq=False)
class Rule(Generic[P]):
    """A predicate with its clauses. Calling it runs the predicate alone, exceptions aside.

    `instead_of` holds the rules that yield to it, `exceptions` those it yields to.
    """

    speaks: Callable[P, bool]
    clauses: tuple[Clause, ...]
    instead_of: tuple[AnyRule | str, ...] = ()
    exceptions: Exceptions = field(default_factory=Exceptions, repr=False)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> bool:
        return self.speaks(*args, **kwargs)

    @property
    def name(self) -> str:
        """The name of the function, which is the name of the rule."""
        return self.speaks.__name__


@dataclass(frozen=True, eq=False)
class Definition(Generic[P, V]):
    """A value that the rulebook assigns: by the first exception that speaks, else by the base.

    Calling it gives the value that stands: exceptions are asked first, their own exceptions
    before them. The first argument must be the state, whose terms decide which clauses count.
    """

    speaks: Callable[P, V | Silent]
    clauses: tuple[Clause, ...]
    instead_of: tuple[AnyRule | str, ...] = ()
    exceptions: Exceptions = field(default_factory=Exceptions, repr=False)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> V:
        from .resolution import value_of

        value: V = value_of(self, args, kwargs)
        return value

    @property
    def name(self) -> str:
        """The name of the function, which is the name of the definition."""
        return self.speaks.__name__


AnyRule = Rule[Any] | Definition[Any, Any]


def _linked(rule: AnyRule) -> list[AnyRule]:
    """The rules it stands instead of that are given as such; names wait for the rulebook."""
    return [base for base in dict.fromkeys(rule.instead_of) if not isinstance(base, str)]


def _marked(kind: Any, clause: Clause, speaks: Any, yields: Any) -> Any:
    """The rule made of a function, or of a rule that a decorator below has already made."""
    new = (yields,) if isinstance(yields, (Rule, Definition, str)) else tuple(yields or ())
    if isinstance(speaks, kind):
        stacked = kind(
            speaks.speaks,
            (clause, *speaks.clauses),
            (*new, *speaks.instead_of),
            speaks.exceptions,
        )
        for base in _linked(speaks):
            base.exceptions._rules[:] = [r for r in base.exceptions if r is not speaks]
        rule = stacked
    else:
        rule = kind(speaks, (clause,), new)
    for base in _linked(rule):
        base.exceptions.add(rule)
    return rule


@dataclass(frozen=True)
class Modality:
    """A decorator that gives a predicate its force: `@must("SA-020")`."""

    force: Force

    @overload
    def __call__(
        self, cite: str, *, under: Term | None = None
    ) -> Callable[[Callable[P, bool]], Rule[P]]: ...
    @overload
    def __call__(
        self, cite: str, *, under: Term | None = None, instead_of: str | tuple[str, ...]
    ) -> Callable[[Callable[P, bool]], Rule[P]]: ...
    @overload
    def __call__(
        self,
        cite: str,
        *,
        under: Term | None = None,
        instead_of: Rule[P] | tuple[Rule[P] | str, ...],
    ) -> Callable[[Callable[P, bool]], Rule[P]]: ...
    def __call__(self, cite: str, *, under: Term | None = None, instead_of: Any = None) -> Any:
        clause = Clause(cite, self.force, under)
        return lambda speaks: _marked(Rule, clause, speaks, instead_of)


must: Final = Modality(Force.MUST)
may: Final = Modality(Force.MAY)
must_not: Final = Modality(Force.MUST_NOT)


@overload
def counts_as(
    cite: str, *, under: Term | None = None
) -> Callable[[Callable[P, V | Silent]], Definition[P, V]]: ...
@overload
def counts_as(
    cite: str, *, under: Term | None = None, instead_of: str | tuple[str, ...]
) -> Callable[[Callable[P, V | Silent]], Definition[P, V]]: ...
@overload
def counts_as(
    cite: str,
    *,
    under: Term | None = None,
    instead_of: Definition[P, V] | tuple[Definition[P, V] | str, ...],
) -> Callable[[Callable[P, V | Silent]], Definition[P, V]]: ...
def counts_as(cite: str, *, under: Term | None = None, instead_of: Any = None) -> Any:
    """A decorator for a value that the rulebook assigns: `@counts_as("SA-024")`."""
    clause = Clause(cite, None, under)
    return lambda says: _marked(Definition, clause, says, instead_of)
