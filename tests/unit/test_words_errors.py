"""How an error shows its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.words import Place, RulesError
from rulewright.words.errors import LONGEST, excerpt, line_of, place_of, shown


def written(folder: Path, text: str) -> str:
    path = folder / "rules.py"
    path.write_text(text, encoding="utf-8", newline="")
    return str(path)


def test_a_message_has_the_line_and_what_to_write(tmp_path: Path) -> None:
    file = written(tmp_path, "a = 1\nb = 0.5\n")
    told = str(RulesError("RW020", Place(file, 2, 4, 3), "a fraction", "count halves"))
    assert told.splitlines() == [
        "error RW020: a fraction",
        f"  --> {file}:2:5",
        "  |",
        "2 | b = 0.5",
        "  |     ^^^",
        "  instead: count halves",
    ]


def test_a_message_without_a_place_or_a_readable_file() -> None:
    assert str(RulesError("RW080", None, "no", "do")) == "error RW080: no\n  instead: do"
    assert excerpt(Place("no_such_file.py", 1)) == []


def test_paths_are_shown_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(str(tmp_path / "spec" / "a.py")) == "spec/a.py"
    assert shown(str(tmp_path.parent / "b.py")) == str(tmp_path.parent / "b.py")


@pytest.mark.parametrize(
    ("line", "column", "width", "carets"),
    [
        ("x = 牌牌 + 1.5", 9, 3, "           ^^^"),
        ("x = 牌牌 + 1", 4, 2, "    ^^^^"),
        ("\tx = 1.5", 5, 3, "\t    ^^^"),
        ("e\u0301 = 1.5", 5, 3, "    ^^^"),
        ("x = 1", 4, 99, "    ^"),
        ("x = 1", 99, 5, "     ^"),
        ("", 0, 5, "^"),
    ],
)
def test_the_caret_stands_under_the_construct(
    tmp_path: Path, line: str, column: int, width: int, carets: str
) -> None:
    file = written(tmp_path, line + "\n")
    assert excerpt(Place(file, 1, column, width))[2] == f"  | {carets}"


def test_of_a_long_line_the_part_around_the_caret_is_shown(tmp_path: Path) -> None:
    line = "x = " + "1 + " * 200 + "0.5" + " + 1" * 200
    file = written(tmp_path, line)
    _, text, carets = excerpt(Place(file, 1, line.index("0.5"), 3))
    assert len(text) <= LONGEST + len("1 | ……")
    assert text[carets.index("^") :].startswith("0.5")
    start = excerpt(Place(file, 1, 0, 1))[1]
    assert start.startswith("1 | x = ")
    assert start.endswith("…")
    whole = excerpt(Place(file, 1, 4, 9999))[2]
    assert len(whole) <= LONGEST + len("1 | …")


def test_lines_are_counted_as_python_counts_them(tmp_path: Path) -> None:
    file = written(tmp_path, "a\x0cb\r\nc\u2028d\re\n")
    assert [line_of(file, n) for n in (0, 1, 2, 3, 9)] == [None, "a\x0cb", "c\u2028d", "e", None]


def test_the_place_of_a_function_is_its_first_line() -> None:
    def inside() -> None:
        """Nothing."""

    found = place_of(inside)
    assert found is not None
    assert (found.column, found.width) == (4, len("def inside() -> None:"))
    assert place_of(len) is None
