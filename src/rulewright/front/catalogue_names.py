"""Explanations of RW033 to RW039: names, functions, and what they take and give."""

from __future__ import annotations

from typing import Final

from .explanation import Explanation, explained

NAMES: Final[tuple[Explanation, ...]] = (
    explained(
        "RW033",
        "This is nothing that rules can use",
        """Rules may use whole numbers, members of Enums, frozen dataclasses, tuples, bags and
        Lookup tables that stand at the top of a file, and call functions of the project and a few
        of Python's: len, sum, any, all, min, max, abs, int, bool, tuple, frozenset, range,
        isinstance, and replace, the, put, implies, Bag. Others change things, order what has no
        order, or speak to the world outside.""",
        "return sorted(cards)[0] == 0",
        "return min(cards) == 0",
    ),
    explained(
        "RW034",
        "This name is not known here",
        """It is misspelt, not imported, or set on some ways to this line only. A name that a
        function sets anywhere is its own in the whole function, even where the file has one of
        the same spelling.""",
        "if table.over:\n    last = table.turn\nreturn last == 0",
        "last = table.turn if table.over else 0\nreturn last == 0",
    ),
    explained(
        "RW035",
        "This function uses names of the function around it",
        """A function made inside another keeps values that its text does not show. Define it at
        the top of the file and pass what it needs.""",
        "def ending_at(turn: int):\n    def over(table: Table) -> bool:\n"
        "        return table.turn == turn\n    return over",
        "def over(table: Table) -> bool:\n    return table.turn == LAST_TURN",
    ),
    explained(
        "RW036",
        "This comes back to itself",
        """A function that calls itself, by itself or through others, may never give an answer.
        What goes on card by card is said of all cards at once: sum, any, all, or a tuple.""",
        "def total(cards: Cards) -> int:\n    return cards[0] + total(cards[1:])",
        "def total(cards: Cards) -> int:\n    return sum(cards)",
    ),
    explained(
        "RW037",
        "A parameter has no type",
        """Types say what a function can be asked of, and bounds in them are what makes a search
        possible. Every parameter has one.""",
        "def high(card) -> bool:\n    return card > 9",
        "def high(card: Card) -> bool:\n    return card > 9",
    ),
    explained(
        "RW038",
        "The function does not say what it gives",
        """A rule gives a yes or no, a definition a value: the annotation after `->` says
        which.""",
        "def high(card: Card):\n    return card > 9",
        "def high(card: Card) -> bool:\n    return card > 9",
    ),
    explained(
        "RW039",
        "The function may end without an answer",
        """Every way through a function ends with `return` and a value. A `match` over all kinds
        of a union or all members of an Enum needs no more; a match over numbers needs `case _:`,
        and an `if` an answer for the other case.""",
        "def high(card: Card) -> bool:\n    if card > 9:\n        return True",
        "def high(card: Card) -> bool:\n    return card > 9",
    ),
)
