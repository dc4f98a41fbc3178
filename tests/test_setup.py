"""The set-up script on machines that lack something, and after an interruption.

A small shell script stands in for Python, so that the cases are quick and need no network.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

STAND_IN = """#!/bin/sh
case "$1 $2" in
"-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip")
    echo call >>pip-calls
    [ -z "$PIP_TAKES" ] || sleep "$PIP_TAKES"
    [ -z "$PIP_FAILS" ] || { printf '%s\\n' "$PIP_FAILS"; exit 1; } ;;
*) echo "${PROBED:-ok 3.11.7}" ;;
esac
"""


class Checkout:
    """A folder with what the set-up reads, and the stand-in beside it."""

    def __init__(self, base: Path) -> None:
        self.root = base / "checkout"
        self.python = base / "a python"
        self.python.write_text(STAND_IN)
        self.python.chmod(0o755)
        (self.root / "tools").mkdir(parents=True)
        for name in ("pyproject.toml", "tools/setup.sh"):
            shutil.copy(ROOT / name, self.root / name)

    def environment(self, **given: str) -> dict[str, str]:
        return os.environ | {"PYTHON": str(self.python)} | given

    def set_up(self, **given: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", str(self.root / "tools/setup.sh")]
        environment = self.environment(**given)
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    @property
    def installs(self) -> int:
        return len((self.root / "pip-calls").read_text().splitlines())

    def is_ready(self) -> bool:
        return (self.root / ".venv/ready").exists()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_set_up_says_what_it_does_and_does_it_once(checkout: Checkout) -> None:
    first, second = checkout.set_up(), checkout.set_up()
    assert (first.returncode, second.returncode) == (0, 0)
    assert "Setting up .venv with Python 3.11.7 (once, about a minute) …" in first.stdout
    assert (second.stdout, second.stderr) == ("", "")
    assert checkout.installs == 1


def test_a_changed_pyproject_is_installed_anew(checkout: Checkout) -> None:
    checkout.set_up()
    with (checkout.root / "pyproject.toml").open("a") as pyproject:
        pyproject.write("# changed\n")
    checkout.set_up()
    assert checkout.installs == 2


def test_a_moved_checkout_is_set_up_anew(checkout: Checkout) -> None:
    checkout.set_up()
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    checkout.set_up()
    assert checkout.installs == 2


def test_another_python_is_taken_when_it_is_named(checkout: Checkout) -> None:
    checkout.set_up()
    other = shutil.copy(checkout.python, checkout.python.with_name("other"))
    checkout.set_up(PYTHON=str(other))
    assert checkout.installs == 2
    checkout.set_up(PYTHON="")
    assert checkout.installs == 2, "whichever is there will do when none is named"


def test_what_an_interruption_left_is_thrown_away(checkout: Checkout) -> None:
    process = subprocess.Popen(
        ["sh", str(checkout.root / "tools/setup.sh")],
        env=checkout.environment(PIP_TAKES="60"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    while "Installing" not in process.stdout.readline():
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGTERM)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "the next run starts it afresh" in told
    assert not checkout.is_ready()

    half_done = checkout.root / ".venv/half-done"
    half_done.touch()
    assert checkout.set_up().returncode == 0
    assert checkout.is_ready()
    assert not half_done.exists()


OFFLINE = """WARNING: Retrying after connection broken by 'NewConnectionError'
  ERROR: No matching distribution found for hatchling
error: subprocess-exited-with-error"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"PROBED": "novenv 3.11.2"}, "has no venv module"),
        ({"PROBED": "novenv 3.11.2"}, "apt-get install python3-venv"),
        ({"PROBED": "old 3.9.2"}, "Python 3.11 or newer is needed; found:"),
        ({"PROBED": "old 3.9.2"}, "a python (3.9.2)"),
        ({"PYTHON": "/nowhere/python3"}, "PYTHON=/nowhere/python3 cannot be run"),
        ({"PIP_FAILS": OFFLINE}, "could not be downloaded"),
        ({"PIP_FAILS": OFFLINE}, "pip said: ERROR: No matching distribution found for hatchling"),
        ({"PIP_FAILS": "No space left on device"}, "the disk is full"),
        ({"PIP_FAILS": "ERROR: odd"}, "pip could not install Rulewright"),
    ],
)
def test_what_is_lacking_is_told_once_and_shortly(
    checkout: Checkout, given: dict[str, str], expected: str
) -> None:
    run = checkout.set_up(**given)
    assert run.returncode == 1
    assert expected in run.stderr
    assert run.stderr.count("Set-up failed") == 1
    assert len(run.stderr.strip().splitlines()) <= 6
    assert not checkout.is_ready()


def test_a_failed_install_keeps_pips_log_and_is_tried_again(checkout: Checkout) -> None:
    checkout.set_up(PIP_FAILS=OFFLINE)
    assert OFFLINE in (checkout.root / "build/setup.log").read_text()
    assert checkout.set_up().returncode == 0
    assert checkout.is_ready()


def test_no_python_at_all_is_told(checkout: Checkout, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "cat", "cksum"):
        path = shutil.which(name)
        assert path is not None
        (tools / name).symlink_to(path)
    run = checkout.set_up(PYTHON="", PATH=str(tools))
    assert run.returncode == 1
    assert "Python 3.11 or newer is needed; found: none" in run.stderr


@pytest.mark.slow
def test_make_tells_that_a_real_pip_is_offline(checkout: Checkout) -> None:
    shutil.copytree(ROOT, checkout.root, dirs_exist_ok=True, ignore=only_packaging)
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    run = subprocess.run(
        ["make", "check", f"PYTHON={sys.executable}"],
        cwd=checkout.root,
        env=os.environ | offline,
        capture_output=True,
        text=True,
    )
    assert run.returncode != 0
    assert "could not be downloaded" in run.stderr
    assert len((run.stdout + run.stderr).strip().splitlines()) <= 12


def only_packaging(folder: str, names: list[str]) -> set[str]:
    """What copytree leaves out: everything but the files that an installation reads."""
    kept = {"Makefile", "pyproject.toml", "README.md", "LICENSE", "src", "tools"}
    return set(names) - kept if Path(folder) == ROOT else {"__pycache__"}
