"""Explanations of RW001 to RW032: constructs that are no part of the rule language."""

from __future__ import annotations

from typing import Final

from .explanation import Explanation, explained

LANGUAGE: Final[tuple[Explanation, ...]] = (
    explained(
        "RW001",
        "The file cannot be read as Python",
        """Rules are read from the files they are written in. This file is not there any more,
        is not saved as UTF-8, or holds something that Python cannot read.""",
        "def over(table: Table -> bool:\n    return table.over",
        "def over(table: Table) -> bool:\n    return table.over",
    ),
    explained(
        "RW002",
        "This function has no source to read",
        """A rule is read as it is written, because it is searched and proved from its text. A
        lambda has no name to report by and no types, a function made by `exec` stands in no
        file, and a decorator that wraps a function puts another one in its place.""",
        'take = may("T-1")(lambda table, move: True)',
        '@may("T-1")\ndef take(table: Table, move: Take) -> bool:\n    return True',
    ),
    explained(
        "RW003",
        "This construct is no part of the rule language",
        """The rule language is the part of Python that says what holds: names for values,
        `if` and `match`, `return`, comparisons, `and`, `or`, `not`, whole numbers with + - *
        // %, tuples and their items and slices, `x if a else y`, comprehensions in any, all,
        sum, min, max, the, tuple, frozenset and Bag, calls of your own functions and methods,
        and `replace`.""",
        "kept = ...",
        "kept = table.hand",
    ),
    explained(
        "RW004",
        "This function is nested too deeply, or has too many ways",
        """Expressions inside expressions, a chain of hundreds of `elif`, or many branches
        that go on with what follows make more ways through a function than can be followed.
        Nobody reads such a rule either; several small functions with names say more.""",
        "return a + b + c  # and four hundred more",
        "return sum(worth(card) for card in cards)",
    ),
    explained(
        "RW010",
        "No `while`, `break` or `continue`",
        """A loop that runs until something happens may run for ever, and nothing can be
        proved of it. Whatever a rule asks is asked of finitely many things: say which, and
        what is asked of each.""",
        "at = 0\nwhile cards[at] != STAR:\n    at += 1",
        "at = the(i for i, card in enumerate(cards) if card == STAR)",
    ),
    explained(
        "RW011",
        "No `for` as a statement",
        """A `for` loop builds its answer by changing names as it goes. A comprehension says
        the same as one sentence: “some card is a Star”, “the sum of the values of all cards”.""",
        "total = 0\nfor card in cards:\n    total = total + worth(card)",
        "total = sum(worth(card) for card in cards)",
    ),
    explained(
        "RW012",
        "No `lambda`",
        """A lambda has no types and no name, so nothing could be said of it in a report.
        Define a function at the top of the file; its name is then part of the rulebook's
        vocabulary.""",
        "double = lambda card: card * 2",
        "def double(card: Card) -> int:\n    return card * 2",
    ),
    explained(
        "RW013",
        "No `try`",
        """Where a card is asked for that is not there, the rulebook has a gap, and finding
        gaps is what the check is for. `try` would hide it. Ask beforehand whether the thing
        is there.""",
        "try:\n    return cards[3] == 0\nexcept IndexError:\n    return False",
        "return len(cards) > 3 and cards[3] == 0",
    ),
    explained(
        "RW014",
        "No `with`",
        """A rule looks at the state and the move and at nothing else: no files, no clocks, no
        locks. There is nothing to open and close.""",
        'with open("values.txt") as file:\n    return table.over',
        "return table.over",
    ),
    explained(
        "RW015",
        "No `raise`",
        """A rule answers yes or no of every case. What is not allowed is said by a rule with
        `must_not`, and what cannot happen at all by the move's method `possible`.""",
        "if table.hand is None:\n    raise ValueError\nreturn True",
        "return table.hand is not None",
    ),
    explained(
        "RW016",
        "No `assert`",
        """What should hold in every state is a claim: it is then searched for and proved, for
        all states, and not merely met by chance while a rule is asked.""",
        "def step(table: Table, move: Take) -> Table:\n    assert table.turn < 4",
        "@always()\ndef turns_stay_in_range(table: Table) -> bool:\n    return table.turn < 4",
    ),
    explained(
        "RW017",
        "No `global` or `nonlocal`",
        """A rule that changed something outside would answer differently the second time. All
        that changes in play is in the state; a move's `step` gives the state that comes
        after.""",
        "global rounds\nrounds = rounds + 1",
        "return replace(table, rounds=table.rounds + 1)",
    ),
    explained(
        "RW018",
        "No `del`",
        """Values do not change and names do not vanish. Make the value that you want from the
        one you have: a slice leaves items out, `minus` takes a card out of a bag.""",
        "del cards[0]",
        "rest = cards[1:]",
    ),
    explained(
        "RW019",
        "A name or a part of a value cannot be changed",
        """Values never change, so that a state can be kept, compared and shown. `+=` and
        assignments to a field or an item would change one. Give the new value a name, or make
        a new value with `replace`, `put` or a tuple.""",
        "table.turn = 0",
        "turned = replace(table, turn=0)",
    ),
    explained(
        "RW020",
        "Whole numbers only",
        """Fractions are rounded differently from place to place and rules hardly ever need
        them. Count in the smallest unit (half points, tenths), and round with `//` where the
        rule rounds.""",
        "return total / 2 > 1.5",
        "return total > 3",
    ),
    explained(
        "RW021",
        "No text in rules",
        """Texts are not finite and a slip in one is not noticed. What a card or a place shows
        is a member of an Enum; its text can stand there.""",
        'return cell == "face down"',
        "return cell is Mark.DOWN",
    ),
    explained(
        "RW022",
        "No `:=`",
        """A name that appears in the middle of a sentence is easily missed. Give the value
        its name on a line before.""",
        "return (total := sum(cards)) > 3 and total < 9",
        "total = sum(cards)\nreturn 3 < total < 9",
    ),
    explained(
        "RW023",
        "No list, set or dict comprehensions",
        """Lists, sets and dicts can be changed; tuples, frozensets and bags cannot, and can
        be part of a state. Inside any, all, sum, min and max no brackets are needed at all.""",
        "return any([card == 0 for card in cards])",
        "return any(card == 0 for card in cards)",
    ),
    explained(
        "RW024",
        "No `yield`, `await` or `async`",
        """A rule gives one answer at once. A function that gives several values gives a tuple
        of them.""",
        "def seats(box: Box):\n    yield 0",
        "def seats(box: Box) -> tuple[Seat, ...]:\n    return tuple(range(box.players))",
    ),
    explained(
        "RW025",
        "No functions or classes inside a function",
        """A function inside another can use its names, which hides what it depends on. At the
        top of the file it has a name that reports can use, and can be checked by itself.""",
        "def over(table: Table) -> bool:\n    def high(card: Card) -> bool:\n"
        "        return card > 9\n    return any(high(card) for card in table.cards)",
        "def high(card: Card) -> bool:\n    return card > 9\n\n\n"
        "def over(table: Table) -> bool:\n    return any(high(card) for card in table.cards)",
    ),
    explained(
        "RW026",
        "No imports inside a function",
        """Import at the top of the file, where a reader looks to see what the rules rest on.""",
        "def over(table: Table) -> bool:\n    from model.cards import worth\n"
        "    return worth(table.top) > 9",
        "from model.cards import worth\n\n\ndef over(table: Table) -> bool:\n"
        "    return worth(table.top) > 9",
    ),
    explained(
        "RW027",
        "Arguments are named one by one",
        """With `*cards` or `**parts` in a call or among the parameters it cannot be seen how
        many values are passed and which is which. Inside a tuple, `(*cards, card)` is fine.""",
        "return max(0, *cards)",
        "return max((0, *cards))",
    ),
    explained(
        "RW028",
        "Parameters have no defaults",
        """A value that is passed by not mentioning it is easily forgotten when a rule is
        read. Pass it in every call, or define a second function with a name of its own.""",
        "def high(card: Card, least: int = 9) -> bool:\n    return card >= least",
        "def high(card: Card, least: int) -> bool:\n    return card >= least",
    ),
    explained(
        "RW029",
        "A generator alone is no value",
        """`(… for … in …)` by itself is worked out bit by bit and can be used only once. Say
        what it is to become: a tuple, a sum, a yes or no.""",
        "high = (card for card in cards if card > 9)",
        "high = tuple(card for card in cards if card > 9)",
    ),
    explained(
        "RW030",
        "This operator is no part of the rule language",
        """There are + - * // % for whole numbers, and, or, not for conditions, | & - for sets
        and + for tuples. Powers, shifts and bits have no place in a rulebook, and powers soon
        leave every bound.""",
        "return 2**doublings * points",
        "return points * (4 if doublings == 2 else 2)",
    ),
    explained(
        "RW031",
        "No lists, sets or dicts",
        """They can be changed. A tuple, a frozenset or a Bag says the same and stays as it
        is; what stands in a table in the rulebook is a Lookup at the top of the file.""",
        "return {Tool.SAW: 3, Tool.AXE: 2}[tool]",
        "WORTH: Final = Lookup({Tool.SAW: 3, Tool.AXE: 2})\n\n\n"
        "def worth(tool: Tool) -> int:\n    return WORTH[tool]",
    ),
    explained(
        "RW032",
        "A step is a number known before play",
        """How many items a slice or a range has must be clear from its text and the
        parameters. A step may be a number or a parameter of the game; slices go forward.""",
        "return cards[::-1]",
        "return tuple(cards[len(cards) - 1 - at] for at in range(len(cards)))",
    ),
)
