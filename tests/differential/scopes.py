"""Random scopes of a game: small parameters within their bounds that can be dealt."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, get_args, get_origin, get_type_hints

from rulewright.engines.sample_values import Source
from rulewright.engines.subject import Subject
from rulewright.front import compile_book
from rulewright.ir.types import (
    BagT,
    RecordT,
    SetT,
    TupleT,
    Type,
    Unbounded,
    UnionT,
    size,
)
from rulewright.words.claims import AnyClaim
from rulewright.words.games import Rulebook
from rulewright.words.kinds import Between
from rulewright.words.scopes import Scope
from rulewright.words.terms import Parameters, Term, Terms

_TRIES = 300
_MOST_MOVES = 4_000  # of all kinds together
_MOST_PARTS = 150  # of a state


def plain(book: Rulebook, scope: Scope, box: Parameters, claims: tuple[AnyClaim, ...]) -> Subject:
    """A rulebook as the front end makes it, before any pass."""
    return Subject(scope, box, compile_book(book, box, claims))


def drawn(
    book: Rulebook, claims: tuple[AnyClaim, ...], source: Source, *, passed: bool = False
) -> Subject:
    """A rulebook at a random scope; play starts under all terms there are.

    passed: as the passes leave it.
    """
    make = Subject.of if passed else plain
    game = book.game
    model = next((s for s in game.scopes if s.searched), game.scopes[0])
    for _ in range(_TRIES):
        box = _box(model.box, source)
        if box.refusal():
            continue
        scope = replace(
            model, name="drawn", box=box, terms=_terms(book, model), vary=(Term,), across={}
        )
        subject = make(book, scope, box, claims)
        if _small(subject):
            return subject
    return make(book, model, model.box, claims)


def _box(model: Parameters, source: Source) -> Parameters:
    changed: dict[str, int] = {}
    for name, hint in get_type_hints(type(model), include_extras=True).items():
        bounds = [m for m in get_args(hint)[1:] if isinstance(m, Between)]
        if get_origin(hint) is not Annotated or not bounds:
            continue
        low, high = bounds[0].low, bounds[0].high
        if isinstance(low, int) and isinstance(high, int):
            room = high - low + 1
            few = min(room, 4 if source.below(4) else 8)
            changed[name] = low + source.below(few)
    return replace(model, **changed)


def _terms(book: Rulebook, model: Scope) -> Terms | None:
    if model.terms is not None:
        return model.terms
    hints = get_type_hints(book.game.start).values()
    found = [h for h in hints if isinstance(h, type) and issubclass(h, Terms)]
    return found[0]() if found else None


def _small(subject: Subject) -> bool:
    try:
        moves = sum(size(kind.type) for kind in subject.program.kinds)
    except Unbounded:
        return False
    return moves <= _MOST_MOVES and parts(subject.program.state) <= _MOST_PARTS


def parts(kind: Type) -> int:
    """How many scalars a value of a type can have."""
    match kind:
        case RecordT(_, fields):
            return sum(parts(part) for _, part in fields)
        case TupleT(item, _, most):
            return parts(item) * (most or 0)
        case BagT(item, _) | SetT(item):
            return size(item)
        case UnionT(alts):
            return max(map(parts, alts))
        case _:
            return 1
