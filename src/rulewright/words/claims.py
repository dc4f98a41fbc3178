"""Claims: what a designer expects of a game, with the verdict each is expected to get.

    @always()                       holds in every state of every play
    @never()                        holds in no state
    @sometimes()                    holds in some state that play can reach
    @eventually()                   every play gets to such a state, none ends or goes on without
    @at_most(12), @at_least(-3)     bounds of a whole number, in every state
    @terminates()                   every play ends; the function is a measure each move lowers
    matters(StandIn)                some position is played differently under two of its members

A claim's function takes the state first. Further parameters range over all their values: the claim
speaks of all of them (`sometimes`: of one). `(before, move, after)` speaks of every legal move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, ParamSpec, TypeVar, overload

from .forces import Force, Modality, Rule
from .terms import Term

P = ParamSpec("P")
R = TypeVar("R")


class ClaimKind(Enum):
    """What a claim says of its function."""

    ALWAYS = "always"
    NEVER = "never"
    SOMETIMES = "sometimes"
    EVENTUALLY = "eventually"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    TERMINATES = "terminates"
    MATTERS = "matters"


class Expect(Enum):
    """The verdict a claim is expected to get.

    PROVED, EXHAUSTED and SAMPLED ask for at least that strength; HOLDS is content with any of
    them. FAILS pins a known fault: anything else is a surprise.
    """

    HOLDS = "holds"
    PROVED = "proved"
    EXHAUSTED = "exhausted"
    SAMPLED = "sampled"
    FAILS = "fails"


@dataclass(frozen=True, eq=False)
class Claim(Generic[P, R]):
    """A claim; calling it runs its function on one case.

    unless: terms under which it must fail; it must hold under all others.
    given: claims that a proof may take for granted because they are proved with it.
    scopes: the names of the scopes it is asked of; empty for those of its game that are searched.
    bound: the number of an `at most` or `at least`; `reached` also asks that some state meets it.
    """

    kind: ClaimKind
    says: Callable[P, R]
    unless: tuple[Term, ...] = ()
    given: tuple[Claim[..., Any], ...] = ()
    expect: Expect = Expect.HOLDS
    scopes: tuple[str, ...] = ()
    bound: int | None = None
    reached: bool = False
    reading: type[Term] | None = None
    title: str = field(default="")

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.says(*args, **kwargs)

    @property
    def name(self) -> str:
        """The name of the function, which is the name of the claim."""
        return self.title or self.says.__name__

    @property
    def words(self) -> str:
        """The claim in words: the first paragraph of its docstring, else its name with spaces."""
        text = (self.says.__doc__ or "").strip().split("\n\n")[0]
        return " ".join(text.split()) or self.name.replace("_", " ")


AnyClaim = Claim[Any, Any]


@overload
def always(
    cite: str, /, *, under: Term | None = None
) -> Callable[[Callable[P, bool]], Rule[P]]: ...
@overload
def always(
    cite: str, /, *, under: Term | None = None, instead_of: str | tuple[str, ...]
) -> Callable[[Callable[P, bool]], Rule[P]]: ...
@overload
def always(
    cite: str,
    /,
    *,
    under: Term | None = None,
    instead_of: Rule[P] | tuple[Rule[P] | str, ...],
) -> Callable[[Callable[P, bool]], Rule[P]]: ...
@overload
def always(
    *,
    unless: tuple[Term, ...] = (),
    given: tuple[AnyClaim, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
) -> Callable[[Callable[P, bool]], Claim[P, bool]]: ...
def always(
    cite: str | None = None,
    /,
    *,
    unless: tuple[Term, ...] = (),
    given: tuple[AnyClaim, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
    under: Term | None = None,
    instead_of: Any = None,
) -> Any:
    """Of every state (with `move, after`: of every legal move) the predicate holds.

    With a citation it is a rule of the rulebook, `@always("SA-003")`; without one, a claim.
    """
    if cite is not None:
        return Modality(Force.ALWAYS)(cite, under=under, instead_of=instead_of)
    return lambda says: Claim(ClaimKind.ALWAYS, says, unless, given, expect, scopes)


def never(
    *,
    unless: tuple[Term, ...] = (),
    given: tuple[AnyClaim, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
) -> Callable[[Callable[P, bool]], Claim[P, bool]]:
    """The predicate holds of no state that play can reach."""
    return lambda says: Claim(ClaimKind.NEVER, says, unless, given, expect, scopes)


def sometimes(
    *,
    unless: tuple[Term, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
) -> Callable[[Callable[P, bool]], Claim[P, bool]]:
    """Some play reaches a state of which the predicate holds."""
    return lambda says: Claim(ClaimKind.SOMETIMES, says, unless, (), expect, scopes)


def eventually(
    *,
    unless: tuple[Term, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
) -> Callable[[Callable[P, bool]], Claim[P, bool]]:
    """Every play, however it goes, gets to a state of which the predicate holds."""
    return lambda says: Claim(ClaimKind.EVENTUALLY, says, unless, (), expect, scopes)


def at_most(
    bound: int,
    *,
    reached: bool = False,
    unless: tuple[Term, ...] = (),
    given: tuple[AnyClaim, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
) -> Callable[[Callable[P, int]], Claim[P, int]]:
    """The number is never greater than the bound; with `reached`, some position meets it."""
    return lambda says: Claim(
        ClaimKind.AT_MOST, says, unless, given, expect, scopes, bound, reached
    )


def at_least(
    bound: int,
    *,
    reached: bool = False,
    unless: tuple[Term, ...] = (),
    given: tuple[AnyClaim, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
) -> Callable[[Callable[P, int]], Claim[P, int]]:
    """The number is never less than the bound; with `reached`, some position meets it."""
    return lambda says: Claim(
        ClaimKind.AT_LEAST, says, unless, given, expect, scopes, bound, reached
    )


def terminates(
    *,
    given: tuple[AnyClaim, ...] = (),
    expect: Expect = Expect.HOLDS,
    scopes: tuple[str, ...] = (),
) -> Callable[[Callable[P, int]], Claim[P, int]]:
    """Every play ends. The function is a measure: a number never below 0 that every move lowers.

    Where the measure does not do, the search for an endless play decides at a searched scope.
    """
    return lambda says: Claim(ClaimKind.TERMINATES, says, (), given, expect, scopes)


def matters(
    reading: type[Term], *, expect: Expect = Expect.HOLDS, scopes: tuple[str, ...] = ()
) -> AnyClaim:
    """Two members of a reading differ somewhere: in what is legal, in what a move does, or in a
    value. The verdict comes with the shortest play to such a position."""

    def differs() -> bool:
        return True

    asked = f"{reading.__name__} matters"
    differs.__doc__ = (reading.__doc__ or "").strip()
    return Claim(ClaimKind.MATTERS, differs, (), (), expect, scopes, reading=reading, title=asked)
