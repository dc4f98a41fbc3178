"""Which sentence stands: exceptions, and exceptions to them, resolved once for every back end.

The answer is a plan, a small tree over "this clause counts" and "this rule speaks". CPython walks
the plan; the front end turns the same plan into IR: the order of exceptions is decided here only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from .duties import NotDefined
from .forces import Clause, Definition, Force, Rule, Silent


@dataclass(frozen=True)
class Counts:
    """True where one of these clauses counts under the terms of play."""

    clauses: tuple[Clause, ...]
    rule: Rule[Any]


@dataclass(frozen=True)
class Speaks:
    """True where the predicate of the rule holds of the arguments."""

    rule: Rule[Any]


@dataclass(frozen=True)
class Every:
    """True where every part is; later parts are not looked at once one fails."""

    parts: tuple[Plan, ...]


@dataclass(frozen=True)
class Neither:
    """True where no part is; later parts are not looked at once one holds."""

    parts: tuple[Plan, ...]


Plan: TypeAlias = Counts | Speaks | Every | Neither


def stands(rule: Rule[Any], force: Force | None) -> Plan:
    """Where a rule stands with a force (any for None): it counts, speaks and is not excused."""
    clauses = tuple(c for c in rule.clauses if force is None or c.force is force)
    excuses = tuple(stands(e, None) for e in rule.exceptions if isinstance(e, Rule))
    parts = (Counts(clauses, rule), Speaks(rule))
    return Every((*parts, Neither(excuses)) if excuses else parts)


def in_order(definition: Definition[Any, Any]) -> tuple[Definition[Any, Any], ...]:
    """A definition after its exceptions, each of them after its own: who is asked first."""
    first = [d for e in definition.exceptions if isinstance(e, Definition) for d in in_order(e)]
    return (*first, definition)


def holds(plan: Plan, terms: object, speaks: Callable[[Rule[Any]], bool]) -> bool:
    """The plan's answer in CPython; `speaks` runs a rule's predicate on the case at hand."""
    match plan:
        case Counts(clauses):
            return any(clause.counts(terms) for clause in clauses)
        case Speaks(rule):
            return speaks(rule)
        case Every(parts):
            return all(holds(part, terms, speaks) for part in parts)
        case Neither(parts):
            return not any(holds(part, terms, speaks) for part in parts)
        case _:
            assert_never(plan)


def value_of(definition: Definition[Any, Any], args: Any, kwargs: Any) -> Any:
    """The value that stands, in CPython; NotDefined where every sentence is silent."""
    first = args[0] if args else kwargs[definition.speaks.__code__.co_varnames[0]]
    terms = getattr(first, "terms", None)
    for asked in in_order(definition):
        if any(clause.counts(terms) for clause in asked.clauses):
            value = asked.speaks(*args, **kwargs)
            if not isinstance(value, Silent):
                return value
    raise NotDefined(f"{definition.name} says nothing of this case")
