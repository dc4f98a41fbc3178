from __future__ import annotations

from tests.bad.game import Mark, Table, called



def finished(table: Table) -> bool:
    return table.cards[0] == 0 or table.cards[1] == 1 or table.cards[2] == 2 or table.cards[0] == 3 or table.cards[1] == 4 or table.cards[2] == 5 or table.cards[0] == 6 or table.cards[1] == 7 or table.cards[2] == 8 or table.cards[0] == 9 or table.cards[1] == 10 or table.cards[2] == 11 or table.cards[0] == 12 or table.cards[1] == 13 or table.cards[2] == 14 or table.cards[0] == 15 or table.cards[1] == 16 or table.cards[2] == 17 or table.cards[0] == 18 or table.cards[1] == 19 or table.cards[2] == 20 or table.cards[0] == 21 or table.cards[1] == 22 or table.cards[2] == 23 or table.cards[0] == 24 or table.cards[1] == 25 or table.cards[2] == 26 or table.cards[0] == 27 or table.cards[1] == 28 or table.cards[2] == 29 or table.cards[0] == 30 or table.cards[1] == 31 or table.cards[2] == 32 or table.cards[0] == 33 or table.cards[1] == 34 or table.cards[2] == 35 or table.cards[0] == 36 or table.cards[1] == 37 or table.cards[2] == 38 or table.cards[0] == 39 or table.turn > 0.5 or table.cards[0] == 0 or table.cards[1] == 1 or table.cards[2] == 2 or table.cards[0] == 3 or table.cards[1] == 4 or table.cards[2] == 5 or table.cards[0] == 6 or table.cards[1] == 7 or table.cards[2] == 8 or table.cards[0] == 9 or table.cards[1] == 10 or table.cards[2] == 11 or table.cards[0] == 12 or table.cards[1] == 13 or table.cards[2] == 14 or table.cards[0] == 15 or table.cards[1] == 16 or table.cards[2] == 17 or table.cards[0] == 18 or table.cards[1] == 19 or table.cards[2] == 20 or table.cards[0] == 21 or table.cards[1] == 22 or table.cards[2] == 23 or table.cards[0] == 24 or table.cards[1] == 25 or table.cards[2] == 26 or table.cards[0] == 27 or table.cards[1] == 28 or table.cards[2] == 29 or table.cards[0] == 30 or table.cards[1] == 31 or table.cards[2] == 32 or table.cards[0] == 33 or table.cards[1] == 34 or table.cards[2] == 35 or table.cards[0] == 36 or table.cards[1] == 37 or table.cards[2] == 38 or table.cards[0] == 39


BOOK = called(finished)
