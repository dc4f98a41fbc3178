from __future__ import annotations

from tests.bad.game import Draw, Take, book

BOOK = book(moves=(Take, Draw, Take))
