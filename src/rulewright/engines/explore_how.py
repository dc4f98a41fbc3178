"""Which way a search is made: by the interpreter, or by native code where there is much to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .explore_found import Exploration
from .explore_native import CannotBeNative, explore_natively
from .explore_search import Observer, interpreted
from .subject import Subject
from .verdict import Budget, How

# Up to so many states the interpreter is done before native code would be compiled.
FEW_STATES = 5_000


def explore(subject: Subject, budget: Budget, observers: Sequence[Observer] = ()) -> Exploration:
    """Search a subject until every state is expanded or the budget's states are used up.

    CannotBeNative where native code is insisted on and cannot be had.
    """
    if budget.how is How.FITTING and (budget.kept or budget.memory or budget.threads > 1):
        # What only native code can do is asked for.
        return explore_natively(subject, budget, observers, _cache())
    if budget.how is How.INTERPRETED:
        return interpreted(subject, budget, observers)
    if budget.how is How.NATIVE:
        return explore_natively(subject, budget, observers, _cache())
    first = replace(budget, states=min(budget.states, FEW_STATES))
    found = interpreted(subject, first)
    if found.complete or first.states == budget.states:
        return interpreted(subject, first, observers) if observers else found
    try:
        return explore_natively(subject, budget, observers, _cache())
    except CannotBeNative as reason:
        budget.progress(0, f"searching without native code: {reason}")
        return replace(interpreted(subject, budget, observers), note=str(reason))


def _cache() -> Path:
    from rulewright.backends.native.plan import cache_folder

    return cache_folder()
