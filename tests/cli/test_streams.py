"""Streams that are closed, full or shared with what a model prints; a folder that is gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.nim import MODEL, Nim, environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")

COMMANDS = ["list", "check nim", "explore nim", "cover nim", "error RW012", "--help", "list --json"]


def shell(nim: Nim, line: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m rulewright {line}"
    return subprocess.run(
        ["sh", "-c", command], cwd=nim.root, env=environment(), capture_output=True, text=True
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_no_standard_output(nim: Nim, command: str) -> None:
    ran = shell(nim, f"{command} >&-")
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: the output cannot be written")
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_no_standard_error_changes_nothing(nim: Nim, command: str) -> None:
    plain, ran = shell(nim, command), shell(nim, f"{command} 2>&-")
    assert ran.returncode == plain.returncode
    assert len(ran.stdout.splitlines()) == len(plain.stdout.splitlines())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", COMMANDS)
def test_output_that_finds_no_room(nim: Nim, command: str) -> None:
    ran = shell(nim, f"{command} >/dev/full")
    assert ran.returncode == 2
    told = ran.stderr.splitlines()
    assert told[-2].startswith("error: the output cannot be written: No space left")
    assert "Exception ignored" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_messages_that_find_no_room(nim: Nim) -> None:
    assert shell(nim, "list 2>/dev/full").returncode == 0
    assert shell(nim, "explore chess 2>/dev/full").returncode == 2
    assert shell(nim, "explore chess >/dev/full 2>/dev/full").returncode == 2


def test_a_reader_that_goes_is_no_error(nim: Nim) -> None:
    ran = shell(nim, "check nim | true")
    assert ran.stderr == ""


@pytest.mark.parametrize("command", ["list", "check", "explore nim", "cover nim"])
def test_a_folder_that_is_gone(nim: Nim, command: str) -> None:
    gone = nim.root / "gone"
    gone.mkdir()
    line = f"cd {gone} && rmdir {gone} && {sys.executable} -m rulewright {command}"
    ran = subprocess.run(
        ["sh", "-c", line], cwd=nim.root, env=environment(), capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert "error: the current folder is gone" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "command", ["list", "check nim", "explore nim", "cover nim", "simulate nim", "solve nim"]
)
def test_what_a_model_prints_stays_out_of_json(nim: Nim, command: str) -> None:
    noisy = MODEL.replace("def start(box: Box)", 'print("loaded")\n\n\ndef start(box: Box)')
    assert noisy != MODEL
    nim.write("model/nim.py", noisy)
    ran = shell(nim, f"{command} --json")
    json.loads(ran.stdout)
    assert "loaded" in ran.stderr
    assert "loaded" not in shell(nim, command).stdout
