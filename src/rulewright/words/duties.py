"""Duties: what an operation of the rule language owes, and the errors raised where it fails.

A duty that can fail in a reachable state is a gap in the rulebook. CPython raises these errors
(or the built-in ones listed in `OF_BUILTIN`), and every other back end reports the same kind.

    Duty
    ├── NotDefined       an operation has no value here (a card that is not in the bag, item 5 of 3)
    ├── OutOfBounds      a value does not fit the type of the part that is to hold it
    └── NotExactlyOne    `the` met no item, or more than one
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class DutyKind(Enum):
    """What is owed: a value, a value within its bounds, or exactly one item."""

    DEFINED = "defined"
    IN_BOUNDS = "in bounds"
    EXACTLY_ONE = "exactly one"


class Duty(Exception):
    """A duty failed. `kind` says which; the message says where, in words."""

    kind: DutyKind = DutyKind.DEFINED


class NotDefined(Duty, LookupError):
    """A partial operation was used where it has no value."""


class OutOfBounds(Duty, ValueError):
    """A value left the bounds that its type declares."""

    kind = DutyKind.IN_BOUNDS


class NotExactlyOne(Duty, LookupError):
    """`the` found no item, or several, where its sentence speaks of one."""

    kind = DutyKind.EXACTLY_ONE


# Errors that CPython itself raises for partial operations of the rule language: an index outside a
# tuple or a key outside a table, division by zero, `min` and `max` of nothing.
OF_BUILTIN: Final = (LookupError, ZeroDivisionError, ValueError)


def kind_of(error: BaseException) -> DutyKind | None:
    """The duty that an error raised by CPython stands for, or None for an error that is no duty."""
    if isinstance(error, Duty):
        return error.kind
    return DutyKind.DEFINED if isinstance(error, OF_BUILTIN) else None
