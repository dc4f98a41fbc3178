from __future__ import annotations

from functools import wraps

from tests.bad.game import Table, called


def logged(function):
    @wraps(function)
    def inner(*args):
        return function(*args)

    return inner


@logged
def finished(table: Table) -> bool:
    return table.over


BOOK = called(finished)
