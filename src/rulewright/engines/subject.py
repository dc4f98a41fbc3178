"""What is examined: a rulebook compiled at one instance of a scope; and a play as IR values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.backends.interp import Interpreter
from rulewright.ir.program import Program
from rulewright.ir.types import EnumT, RecordT, domain
from rulewright.ir.values import lift, lower
from rulewright.words.claims import AnyClaim
from rulewright.words.games import Rulebook
from rulewright.words.scopes import Scope
from rulewright.words.terms import Parameters, Term

from .verdict import Budget

if TYPE_CHECKING:
    from rulewright.ir.symmetry import Symmetry

    from .explore_found import Exploration
    from .sample import Sampling


class NotAlike(Exception):
    """Symmetry cannot be used; str() says why. name: of the rule, claim or function at fault."""

    def __init__(self, reason: str, name: str = "") -> None:
        self.name = name
        super().__init__(reason)


@dataclass(frozen=True)
class Witness:
    """A play as IR values: the first state, and each move as (position of its kind, the move).

    loop_from: the position (0 for the first state) that the last move leads back to, for a play
    that can go round for ever; None for one that ends.
    """

    start: Any
    moves: tuple[tuple[int, Any], ...]
    loop_from: int | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Subject:
    """A rulebook at one instance of a scope, ready to run.

    The claims to be checked are those of the program; one search answers all of them.
    """

    scope: Scope
    box: Parameters
    program: Program
    _kept: dict[str, Exploration] = field(default_factory=dict, init=False, repr=False)
    _sampled: dict[Budget, Sampling] = field(default_factory=dict, init=False, repr=False)
    _alike: dict[float, Symmetry | NotAlike] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(
        cls, book: Rulebook, scope: Scope, box: Parameters, claims: Sequence[AnyClaim] = ()
    ) -> Subject:
        """Compile a rulebook with its claims at these parameters."""
        from rulewright.front import compile_book
        from rulewright.passes import run

        return cls(scope, box, run(compile_book(book, box, claims)))

    def __repr__(self) -> str:
        return f"<{self.book.title} with {self.box!r}>"

    @property
    def name(self) -> str:
        """The name of the scope."""
        return self.scope.name

    @property
    def book(self) -> Rulebook:
        """The rulebook."""
        return self.program.book

    @cached_property
    def interpreter(self) -> Interpreter:
        """The program's functions over IR values."""
        return Interpreter(self.program)

    @cached_property
    def terms_at(self) -> int:
        """The position of the terms in the state, -1 where the game has none."""
        return self.program.state.index("terms")

    @cached_property
    def start_terms(self) -> tuple[Any, ...]:
        """The terms that play may start under, as IR values; one None where the game has none."""
        kind = self.program.opening.terms
        if kind is None:
            return (None,)
        found = (kind.cls() if terms is None else terms for terms in self.scope.starts())
        return tuple(dict.fromkeys(lower(kind, terms) for terms in found))

    def openings(self) -> Iterator[tuple[Any, Any]]:
        """Every (terms, deal) that play can start from; None for what the game does not have."""
        opening = self.program.opening
        deals: list[Any] = [None] if opening.deal is None else domain(opening.deal)
        if opening.possible is not None:
            possible = self.interpreter.function(opening.possible)
            deals = [deal for deal in deals if possible(deal)]
        yield from ((terms, deal) for terms in self.start_terms for deal in deals)

    def start(self, terms: Any, deal: Any) -> Any:
        """The first state of play under these terms and this deal."""
        opening = self.program.opening
        args = [terms] if opening.terms is not None else []
        args += [deal] if opening.deal is not None else []
        return self.interpreter.function(opening.start)(*args)

    def terms_of(self, state: Any) -> Any:
        """The terms that stand in a state, as an IR value."""
        return None if self.terms_at < 0 else state[self.terms_at]

    def members(self, terms: Any) -> frozenset[Term]:
        """The readings and variants that make up some terms."""
        if terms is None:
            return frozenset()
        kind = self.program.state.fields[self.terms_at][1]
        assert isinstance(kind, RecordT)
        pairs = zip(kind.fields, terms, strict=True)
        return frozenset(lift(t, value) for (_, t), value in pairs if isinstance(t, EnumT))

    def exploration(self, budget: Budget) -> Exploration:
        """The search of every reachable state, kept; done again only for a bigger budget."""
        which = "symmetry" if budget.symmetry else ""
        kept = self._kept.get(which)
        if kept is None or not (kept.complete or kept.limit >= budget.states):
            from .explore_how import explore

            kept = self._kept[which] = explore(self, budget)
        return kept

    def symmetry(self, budget: Budget) -> Symmetry | None:
        """What a search may take as unordered: nothing, unless the budget says so.

        NotAlike where it is asked for and cannot be used.
        """
        if not budget.symmetry:
            return None
        if budget.seconds not in self._alike:
            from .alike import require

            try:
                self._alike[budget.seconds] = require(self, budget)
            except NotAlike as reason:
                self._alike[budget.seconds] = reason
        found = self._alike[budget.seconds]
        if isinstance(found, NotAlike):
            raise found
        return found

    def sampling(self, budget: Budget) -> Sampling:
        """The random plays of a budget, kept for all that is asked of them."""
        kept = self._sampled.get(budget)
        if kept is None:
            from .sample import sample

            kept = self._sampled[budget] = sample(self, budget)
        return kept
