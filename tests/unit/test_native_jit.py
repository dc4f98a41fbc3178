"""Compiled code is kept, used only for the same code, and made anew where its file is wrong."""

from __future__ import annotations

import builtins
import ctypes
import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.backends.native import jit

pytest.importorskip("llvmlite")

TEXT = """
define i64 @plus(i64 %x) {
  %y = call i64 @inner(i64 %x, i64 NUMBER)
  ret i64 %y
}
define internal i64 @inner(i64 %x, i64 %z) {
  %y = add i64 %x, %z
  ret i64 %y
}
declare i64 @labs(i64)
"""


def text(number: int) -> str:
    return TEXT.replace("NUMBER", str(number))


def plus(library: jit.Library) -> Callable[[int], int]:
    found: Callable[[int], int] = library.function("plus", ctypes.c_int64, ctypes.c_int64)
    return found


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled rather than found."""
    made: list[str] = []
    compile_ = jit._object_code

    def noting(binding: Any, machine: Any, source: str) -> bytes:
        made.append(source)
        return compile_(binding, machine, source)

    monkeypatch.setattr(jit, "_object_code", noting)
    return made


def test_functions_are_found_by_name() -> None:
    library = jit.compiled(text(1), None)
    assert library.names == {"plus"}
    assert plus(library)(41) == 42
    with pytest.raises(KeyError, match="inner"):
        library.function("inner", None)


def test_a_function_keeps_its_code_alive() -> None:
    function = plus(jit.compiled(text(5), None))
    gc.collect()
    assert function(1) == 6


def test_only_new_code_is_compiled(tmp_path: Path, compilations: list[str]) -> None:
    said: list[str] = []
    for number in (1, 2, 1, 2):
        assert plus(jit.compiled(text(number), tmp_path, said.append))(1) == 1 + number
    assert compilations == [text(1), text(2)]
    assert len(said) == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_without_a_folder_nothing_is_kept(tmp_path: Path, compilations: list[str]) -> None:
    for _ in range(2):
        jit.compiled(text(1), None)
    assert len(compilations) == 2


def test_other_settings_or_another_processor_are_other_code(
    tmp_path: Path, compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.compiled(text(1), tmp_path)
    monkeypatch.setattr(jit, "SETTINGS", "format 0")
    jit.compiled(text(1), tmp_path)
    binding, machine, host = jit._compiler()
    monkeypatch.setattr(jit, "_compiler", lambda: (binding, machine, host + ",+more"))
    jit.compiled(text(1), tmp_path)
    assert len(compilations) == 3


def _damages(held: bytes, foreign: bytes) -> Iterator[bytes]:
    yield b""
    yield b"something else altogether"
    yield foreign
    for cut in (10, 40, 90, len(held) // 2, len(held) - 1):
        yield held[:cut]
    for at in (0, 20, 60, 90, len(held) // 2, len(held) - 1):
        yield held[:at] + bytes([held[at] ^ 1]) + held[at + 1 :]
    yield held + b"\0"


def test_a_damaged_or_foreign_file_is_made_anew(tmp_path: Path, compilations: list[str]) -> None:
    jit.compiled(text(2), tmp_path)
    (foreign,) = tmp_path.iterdir()
    code = foreign.read_bytes()
    foreign.unlink()
    jit.compiled(text(1), tmp_path)
    (file,) = tmp_path.iterdir()
    held = file.read_bytes()
    for damaged in _damages(held, code):
        file.write_bytes(damaged)
        compilations.clear()
        assert plus(jit.compiled(text(1), tmp_path))(1) == 2
        assert len(compilations) == 1
        assert file.read_bytes() == held


def test_a_folder_that_cannot_be_written_only_costs_time(
    tmp_path: Path, compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    assert plus(jit.compiled(text(1), in_the_way))(1) == 2
    monkeypatch.setattr(os, "replace", _refused)
    assert plus(jit.compiled(text(1), tmp_path / "cache"))(1) == 2
    assert list((tmp_path / "cache").iterdir()) == [], "a half-written file stays behind"


def _refused(_old: str, _new: Path) -> None:
    raise OSError(28, "No space left on device")


def test_wrong_code_is_an_error() -> None:
    with pytest.raises(RuntimeError):
        jit.compiled("define i64 @f() { ret i32 1 }", None)


def test_without_llvmlite_the_reason_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    import_ = builtins.__import__

    def without(name: str, *rest: Any, **options: Any) -> Any:
        if name.partition(".")[0] == "llvmlite":
            raise ImportError("No module named 'llvmlite'")
        return import_(name, *rest, **options)

    jit._compiler.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(jit.Unavailable, match="pip install llvmlite"):
        jit.compiled(text(1), None)
    reason = jit.available()
    assert reason is not None
    assert "No module named 'llvmlite'" in reason
    monkeypatch.undo()
    assert jit.available() is None


def test_the_compiler_is_not_loaded_before_it_is_asked() -> None:
    script = (
        "import sys, rulewright.backends.native.jit, rulewright.backends.native.kernel;"
        "print('llvmlite' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
