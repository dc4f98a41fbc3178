from __future__ import annotations

from tests.bad.game import Box, Table, TableTerms, book, start


def begin(box: Box, terms: TableTerms, seat: int) -> Table:
    return start(box, terms)


BOOK = book(start=begin)
