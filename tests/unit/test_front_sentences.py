"""A project's index of sentences, the citations of its rules, and what no rule cites."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.front.sentences import COLUMNS, check_citations, cover, load
from rulewright.words import RulesError, always
from tests.bad.game import Table
from tests.good import norms

HEAD = "\t".join(COLUMNS) + "\n"
ROWS = "".join(f"N-{n}\tTaking\t{n}\tWhat N-{n} says.\t\n" for n in range(1, 16))


def index(folder: Path, text: str | bytes) -> Path:
    path = folder / "norms.tsv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_right_index_is_read_in_order(tmp_path: Path) -> None:
    row = "X-1\tBox\tp. 2\tThere are cards.\tis no rule\n"
    found = load(index(tmp_path, HEAD + ROWS + "\n" + row))
    assert [*found.by_id][:2] == ["N-1", "N-2"]
    last = found.by_id["X-1"]
    assert (last.section, last.place, last.paraphrase) == ("Box", "p. 2", "There are cards.")
    assert (last.open, last.line) == ("is no rule", 18)


def test_byte_order_marks_and_windows_lines_are_no_matter(tmp_path: Path) -> None:
    text = (HEAD + ROWS).replace("\n", "\r\n").encode("utf-8-sig")
    found = load(index(tmp_path, text))
    assert len(found.by_id) == 15
    assert found.by_id["N-1"].open == ""


@pytest.mark.parametrize(
    ("text", "code", "line", "reason"),
    [
        ("", "RW081", 1, "names its columns"),
        ("id\tplace\n", "RW081", 1, "names its columns"),
        (HEAD + "N-1\tTaking\n", "RW082", 2, "2 columns, not 5"),
        (HEAD + ROWS + "N-16\t\t1\t\t\n", "RW082", 17, "no section and no paraphrase"),
        (HEAD + "\tTaking\t1\tSomething.\t\n", "RW082", 2, "no id"),
        (HEAD + " N-1\tTaking\t1\tSomething.\t\n", "RW082", 2, "a blank"),
        (HEAD + ROWS + "\n" + ROWS, "RW083", 18, "stands in line 2 already"),
        (HEAD.encode() + b"N-1\tTaking\t1\t\xff\t\n", "RW080", 2, "not UTF-8"),
    ],
)
def test_a_wrong_index_is_refused(
    tmp_path: Path, text: str | bytes, code: str, line: int, reason: str
) -> None:
    path = index(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        load(path)
    assert caught.value.code == code
    assert caught.value.place is not None
    assert (caught.value.place.file, caught.value.place.line) == (str(path), line)
    assert reason in caught.value.reason


def test_an_index_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="cannot be read: No such file") as caught:
        load(tmp_path / "none.tsv")
    assert (caught.value.code, caught.value.place) == ("RW080", None)


def test_every_citation_must_name_a_sentence(tmp_path: Path) -> None:
    check_citations(norms.BOOK, load(index(tmp_path, HEAD + ROWS)))
    lacking = load(index(tmp_path, HEAD + ROWS.replace("N-12\tTaking", "N-12a\tTaking")))
    with pytest.raises(RulesError, match="worth_of_a_long_game cites N-12") as caught:
        check_citations(norms.BOOK, lacking)
    assert caught.value.code == "RW050"
    assert "cite N-12a if you mean “What N-12 says.”" in caught.value.instead
    assert caught.value.place is not None
    text = Path(norms.__file__).read_text(encoding="utf-8").split("\n")[caught.value.place.line - 1]
    assert text[caught.value.place.column :].startswith('counts_as("N-12"')


def test_the_cover_lists_who_cites_what(tmp_path: Path) -> None:
    more = "X-1\tBox\t1\tCards.\tis no rule\nX-2\tBox\t2\tMore cards.\t\nX-3\tBox\t3\tAll.\t \n"
    sentences = load(index(tmp_path, HEAD + ROWS + more))

    @always()
    def said(table: Table) -> bool:
        """X-2 is never broken; this is not of X-22."""
        return True

    found = cover(norms.BOOK, (said,), sentences)
    assert found.rules["N-4"] == ("take_the_last",)
    assert found.rules["X-1"] == ()
    assert found.claims["X-2"] == ("said",)
    assert found.claims["N-1"] == ()
    assert found.missing == ("X-2", "X-3")
    assert [*found.rules] == [*sentences.by_id]
