"""Explanations of RW060 to RW075: values that do not go together."""

from __future__ import annotations

from typing import Final

from .explanation import Explanation, explained

TYPES: Final[tuple[Explanation, ...]] = (
    explained(
        "RW060",
        "A whole number is needed",
        """Only whole numbers can be added, ordered, or used as an index. Where a value may also
        be None or a mark, ask first whether it is a number: the question itself then settles it
        for what follows.""",
        "return table.hand > 9  # Card | None",
        "return table.hand is not None and table.hand > 9",
    ),
    explained(
        "RW061",
        "A yes or no is needed",
        """Python takes 0, None and an empty tuple for “no”. In a rule that is easily misread,
        above all where 0 is the value of a card: write the question out.""",
        "return not table.hand",
        "return table.hand is None",
    ),
    explained(
        "RW062",
        "Another type is needed here",
        """The value is of a type that does not belong in this place: a field, a parameter, an
        item of a tuple, the result of the function. The message says which type is needed and
        which it is.""",
        "return len(table.pool)  # a bag",
        "return table.pool.total()",
    ),
    explained(
        "RW063",
        "The wrong number of arguments",
        """The call, or the pattern of a `case`, gives more or fewer values than are asked for, or
        names one that there is not. An exception takes what the rule or definition takes that
        yields to it.""",
        "return higher(card)  # def higher(card: Card, than: Card) -> bool",
        "return higher(card, table.top)",
    ),
    explained(
        "RW064",
        "There is no such part",
        """The name of a field is misspelt, or the value may also be something that has no such
        field: then ask first which one it is. A member of an Enum has no value here; what it is
        worth stands in a Lookup table.""",
        "return move.at == 0  # Take | Draw, and a Draw has no place",
        "return isinstance(move, Take) and move.at == 0",
    ),
    explained(
        "RW065",
        "There is no such method",
        """A tuple has count; a bag has count, plus, minus and total; a record has the methods of
        its class that take `self`. Methods that change a list, a set or a dict have no place
        where nothing changes.""",
        "return table.cards.append(card)",
        "return (*table.cards, card)",
    ),
    explained(
        "RW066",
        "The wrong kind of answer",
        """A rule is true or false of a case. A claim is too, but for at_most, at_least and
        terminates, which need a whole number. The second argument of isinstance is the name of a
        class.""",
        '@may("T-1")\ndef take(table: Table, move: Take) -> int: ...',
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool: ...',
    ),
    explained(
        "RW067",
        "Two types in one place",
        """The branches of an `if`, the items of a tuple, or a definition and its exceptions give
        values that no type takes in, such as a yes or no and a number.""",
        "return 0 if table.over else False",
        "return not table.over and table.turn == 0",
    ),
    explained(
        "RW068",
        "This can never be",
        """The two values are of types that have nothing in common, so that the answer is always
        no. One of them is probably not the one that was meant.""",
        "return table.turn == Mark.DOWN",
        "return table.cards[table.turn] == Mark.DOWN",
    ),
    explained(
        "RW069",
        "Of what this is made cannot be told",
        """An empty tuple, set or bag is empty of something, which is not clear here. Where it
        goes into a field or is returned, the type is known; a local name can be annotated. A bag
        is made of items with their copies.""",
        "pile = Bag()",
        "pile: Cards = Bag()",
    ),
    explained(
        "RW070",
        "One name for one value",
        """`a, b = pair` and `for a, b in pairs` take a value apart whose parts have no names. Use
        a frozen dataclass and its fields. `a, b = x, y`, and `for` with enumerate and zip, are
        fine.""",
        "first, second = table.cards",
        "first, second = table.cards[0], table.cards[1]",
    ),
    explained(
        "RW071",
        "This cannot be gone over",
        """Tuples and ranges have an order; bags and sets have none, and what depended on it would
        be left to chance. Go over all items that there can be and ask how many, or whether, the
        bag holds each.""",
        "return any(card == 0 for card in table.pool)",
        "return 0 in table.pool",
    ),
    explained(
        "RW072",
        "The value of this line goes nowhere",
        """Nothing changes in a rule, so that a line which only works something out does nothing.
        Give the value a name, or return it.""",
        "pool.minus(card)\nreturn pool",
        "return pool.minus(card)",
    ),
    explained(
        "RW073",
        "This pattern is no part of the rule language",
        """A `case` asks for a class and perhaps its fields, a member of an Enum, a number, True,
        False or None, several of those with `|`, or anything with `_`. Alternatives give no names
        to parts.""",
        "match cards:\n    case (0, *rest):\n        return True",
        "return len(cards) > 0 and cards[0] == 0",
    ),
    explained(
        "RW074",
        "`is` between values",
        """`is` asks whether two things are one and the same object in the computer's memory,
        which for numbers, tuples and records is a matter of luck. `==` asks whether they are
        equal. For None and the members of an Enum both mean the same.""",
        "return table.top is card",
        "return table.top == card",
    ),
    explained(
        "RW075",
        "A constant that does not fit its type",
        """A value at the top of the file, or a default of a field, has a part outside the bounds
        that its type declares at these parameters.""",
        "@dataclass(frozen=True)\nclass Range:\n    high: Annotated[int, between(0, 9)]\n\n\n"
        "WIDEST: Final = Range(12)",
        "WIDEST: Final = Range(9)",
    ),
)
