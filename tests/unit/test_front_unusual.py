"""Unusual but sound rules are read; unusual and wrong ones get an error, never a traceback."""

from __future__ import annotations

import importlib
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rulewright.backends.interp import Interpreter
from rulewright.front import compile_book
from rulewright.ir.program import Program
from rulewright.ir.text import dump
from rulewright.words import RulesError
from tests.bad.game import Box, called, start

Write = Callable[..., ModuleType]
TOP = "from tests.bad.game import *\nfrom tests.bad.game import Card, Mark, Table\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a module and loads it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made: list[str] = []

    def writes(text: str | bytes, name: str = "unusual") -> ModuleType:
        data = text if isinstance(text, bytes) else (TOP + textwrap.dedent(text)).encode()
        (tmp_path / f"{name}.py").write_bytes(data)
        importlib.invalidate_caches()
        made.append(name)
        return importlib.import_module(name)

    yield writes
    for name in made:
        sys.modules.pop(name, None)


def program(function: Callable[..., object]) -> Program:
    return compile_book(called(function), Box())


def refused(function: Callable[..., object]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        program(function)
    assert str(caught.value).startswith(f"error {caught.value.code}: ")
    return caught.value


@pytest.mark.parametrize("change", ["\r\n", "\ufeff", "\t"], ids=["crlf", "bom", "tabs"])
def test_line_ends_marks_and_tabs_do_not_shift_the_caret(write: Write, change: str) -> None:
    text = TOP + "def finished(table: Table) -> bool:\n    return table.turn > 0.5\n"
    text = {
        "\r\n": text.replace("\n", "\r\n"),
        "\ufeff": "\ufeff" + text,
        "\t": text.replace("    ", "\t"),
    }[change]
    error = refused(write(text.encode()).finished)
    shown = str(error).splitlines()
    source, carets = shown[3], shown[4]
    assert carets.index("^") == source.index("0.5")
    assert carets.count("^") == 3


def test_another_encoding_is_read_as_python_reads_it(write: Write) -> None:
    text = (
        "# -*- coding: latin-1 -*-\n" + TOP
        + "def finished(table: Table) -> bool:\n    größe = table.turn; return größe > 0.5\n"
    )  # fmt: skip
    error = refused(write(text.encode("latin-1")).finished)
    source, carets = str(error).splitlines()[3:5]
    assert carets.index("^") == source.index("0.5")


def test_names_may_be_written_in_any_alphabet(write: Write) -> None:
    module = write(
        """
        def größe(karten: tuple[Card, ...]) -> int:
            ﬁnd = sum(karten)
            return find

        def finished(table: Table) -> bool:
            return größe(table.cards) > 3
        """
    )
    assert "größe" in dump(program(module.finished))


def test_a_module_name_that_hides_a_built_in_is_the_one_that_is_meant(write: Write) -> None:
    module = write(
        """
        def sum(cards: tuple[Card, ...]) -> int:
            return 7

        def finished(table: Table) -> bool:
            max = sum(table.cards)
            return max == 7
        """
    )
    made = program(module.finished)
    assert "call unusual.sum" in dump(made)


def test_two_functions_of_one_name_are_kept_apart(write: Write) -> None:
    module = write(
        """
        def high(card: int) -> int:
            return 1

        first = high

        def high(card: int) -> int:
            return first(card) + 1

        def finished(table: Table) -> bool:
            return high(table.turn) == 2 and first(table.turn) == 1
        """
    )
    made = program(module.finished)
    assert {"unusual.high", "unusual.high~2"} <= {*made.functions}
    first, second = (made.functions[n] for n in ("unusual.high", "unusual.high~2"))
    assert {Interpreter(made).function(f.name)(0) for f in (first, second)} == {1, 2}


def test_functions_that_look_alike_in_two_files_keep_their_own_names(write: Write) -> None:
    text = "LIMIT = {}\ndef high(card: int) -> bool:\n    return card > LIMIT\n"
    write(text.format(1), "alike_one")
    write(text.format(5), "alike_two")
    module = write(
        """
        import alike_one, alike_two

        def finished(table: Table) -> bool:
            return alike_one.high(3) and not alike_two.high(3)
        """
    )
    made = program(module.finished)
    assert Interpreter(made).function("alike_one.high")(3) is True
    assert Interpreter(made).function("alike_two.high")(3) is False


def test_an_inherited_method_is_compiled_for_each_class(write: Write) -> None:
    module = write(
        """
        from dataclasses import dataclass

        @dataclass(frozen=True)
        class Ace:
            worth: int
            def doubled(self) -> int:
                return self.worth * 2

        @dataclass(frozen=True)
        class Joker(Ace):
            wild: bool

        def both(one: Ace, other: Joker) -> int:
            return one.doubled() + other.doubled()

        def finished(table: Table) -> bool:
            return both(Ace(1), Joker(2, True)) == 6
        """
    )
    made = program(module.finished)
    assert {"unusual.Ace.doubled", "unusual.Joker.doubled"} <= {*made.functions}
    assert Interpreter(made).function("unusual.both")((1,), (2, True)) == 6


def test_long_sums_and_chains_are_read_in_good_time(write: Write) -> None:
    total = " + ".join(["table.turn"] * 60)
    chain = "\n".join(f"    elif n == {i}:\n        return {i}" for i in range(1, 60))
    module = write(
        f"def pick(n: int) -> int:\n    if n == 0:\n        return 0\n{chain}\n"
        "    return 99\n"
        f"def finished(table: Table) -> bool:\n    return pick({total}) > 3\n"
    )
    assert Interpreter(program(module.finished)).function("unusual.pick")(41) == 41


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("match table.turn:\n    case _ if table.over:\n        pass\nreturn True", None),
        ("x = 1\nif table.over:\n    x = sum(c for c in table.cards)\nreturn x == 1", None),
        ("if table.over:\n    pass\nreturn True", None),
        ("'only a docstring'", "RW039"),
        ("...", "RW072"),
        ("pass", "RW039"),
        ("return (yield)", "RW024"),
        ("return table.turn == 1j", "RW020"),
        ("return b'x' == table.turn", "RW021"),
        ("return not_there.at.all", "RW034"),
        ("return Card == table.turn", "RW033"),
        ("return Table", "RW033"),
        ("return finished", "RW033"),
        ("return finished(table)", "RW036"),
        ("return table.cards[1:2][0:1][None] == 1", "RW060"),
        ("return table.cards['a'] == 1", "RW021"),
        ("return table.cards[*table.cards] == 1", "RW060"),
        ("return len([]) == 0", "RW031"),
        ("return sum(()) == 0", None),
        ("return min(table.cards, default=None) == 0", "RW060"),
        ("return any(c == 0 for c in ())", None),
        ("return table.cards == () or table.grid != ()", None),
        ("return {**{}} == {}", "RW031"),
        ("return table.high.__self__ is None", "RW064"),
        ("return table.high()() == 1", "RW034"),
        ("return (lambda: True)()", "RW012"),
        ("return max(1, 2)(3)", "RW034"),
        ("return isinstance(table, 3)", "RW066"),
        ("return isinstance(table.hand, (int, type(None)))", "RW066"),
        ("return Mark(1) is Mark.DOWN", "RW033"),
        ("return Mark['DOWN'] is Mark.DOWN", "RW033"),
        ("return table.mark.name == 1", "RW064"),
        ("return Box().players == 2", "RW033"),
        ("return table.box.copies_of(1) == 2", "RW065"),
        ("return type(table.turn) is int", "RW033"),
        ("return str(table.turn) == '1'", "RW033"),
        ("return table.cards[0:2] < table.cards", "RW060"),
        ("return table.seen < table.seen", "RW060"),
        ("return -table.mark == 1", "RW060"),
        ("return table.turn == 1 == True", "RW068"),
        ("return table.turn == table.over", "RW068"),
        ("return any(all(table.over for b in range(a)) for a in range(3))", None),
        ("if (n := 1) == 1:\n    return True\nreturn False", "RW022"),
        ("global table\nreturn True", None),
        ("nonlocal_ = 1\nreturn nonlocal_ == 1", None),
        ("type = 1\nreturn type == 1", None),
        ("return 10 ** 100 > 1", "RW030"),
        ("return 1000000000000000000000 * table.turn >= 0", None),
        ("a = b = 1\nreturn a == b", "RW070"),
        ("(a) = 1\nreturn a == 1", None),
        ("a, (b, c) = 1, (2, 3)\nreturn a == b", "RW070"),
        ("table = table\nreturn table.over", None),
        ("return all(table.over for table in (table, table))", None),
    ],
)  # fmt: skip
def test_a_body_is_read_or_refused(write: Write, body: str, code: str | None) -> None:
    indented = textwrap.indent(body, "    ")
    text = f"def finished(table: Table) -> bool:\n{indented}\n"
    try:
        module = write(text)
    except SyntaxError:
        pytest.skip("no Python of this version")
    if code is None:
        made = program(module.finished)
        opening = Interpreter(made).function("start")((0,))
        assert isinstance(Interpreter(made).function("unusual.finished")(opening), bool)
    else:
        assert refused(module.finished).code == code


def test_the_small_game_itself_is_sound() -> None:
    def at_once(table: object) -> bool:
        return True

    assert refused(at_once).code == "RW042"
    assert start.__module__ == "tests.bad.game"
