"""A disk that is full: one clear message, and never a wrong count; with room again all goes on.

Files are kept from growing by a limit of the process, which works for everybody; where a file
system may be mounted apart from the others, a small one is filled as well.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.nim import ROOT, environment

pytest.importorskip("llvmlite")
resource = pytest.importorskip("resource")

SIZE = {"columns": 2, "rows": 2, "values": 2, "copies": 4, "stars": 2}
SETTINGS = [part for name, value in SIZE.items() for part in ("--set", f"{name}={value}")]
SEARCH = ["explore", "star-grid", *SETTINGS, "--json", "--no-endless"]
FIGURES = {"states": 483_984, "transitions": 3_323_501, "levels": 11, "final": 29_180}


def limit(size: int) -> Callable[[], None]:
    """No file of the process grows above so many bytes: further writes fail."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def ran(
    *more: str, search: Sequence[str] = SEARCH, size: int | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rulewright", *search, *more],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=None if size is None else limit(size),
    )


def figures(text: str) -> dict[str, int]:
    data = json.loads(text)
    assert data["complete"]
    return {name: data[name] for name in FIGURES}


def refused(run: subprocess.CompletedProcess[str], *told: str) -> None:
    """It ends as unusable input does, with one message that says this, and with no result."""
    assert run.returncode == 2, run.stderr
    assert run.stdout == ""
    assert run.stderr.count("error:") == 1, run.stderr
    assert "Traceback" not in run.stderr
    assert "internal" not in run.stderr
    for part in told:
        assert part in run.stderr


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_checkpoint_that_finds_no_room_goes_on_later(threads: str, tmp_path: Path) -> None:
    kept = ("--threads", threads, "--checkpoint", str(tmp_path / "kept"), "--every", "0")
    refused(ran(*kept, size=1_500_000), str(tmp_path), "cannot be saved (", "before is whole")
    refused(ran(*kept, "--resume", size=1_500_000), str(tmp_path), "cannot be saved (")
    assert figures(ran(*kept, "--resume").stdout) == FIGURES


def test_nothing_is_saved_where_there_is_no_room_at_all(tmp_path: Path) -> None:
    kept = ("--checkpoint", str(tmp_path / "kept"))
    refused(ran(*kept, size=100), str(tmp_path), "cannot be saved (", "nothing is saved")
    refused(ran(*kept, "--resume"), "holds no search")
    assert figures(ran(*kept).stdout) == FIGURES


@pytest.mark.parametrize("threads", ["1", "2"])
def test_states_for_which_the_disk_has_no_room_are_not_counted_as_all(
    threads: str, tmp_path: Path
) -> None:
    """The search ends early, says so, and is gone on with from its checkpoint."""
    kept = ("--threads", threads, "--checkpoint", str(tmp_path / "kept"))
    spill = ("--spill", str(tmp_path / "spill"))
    refused(ran(*spill, size=5_000), str(tmp_path / "spill"), "File too large")
    cut = ran(*kept, *spill, size=2_500_000)
    assert cut.returncode == 1, cut.stderr
    data = json.loads(cut.stdout)
    assert not data["complete"]
    assert data["states"] < FIGURES["states"]
    assert "no room for more states" in data["note"]
    assert {claim["verdict"] for claim in data["claims"]}.isdisjoint({"exhausted", "proved"})
    refused(ran(*kept, *spill, "--resume", size=500_000), "no room for more states (File too")
    assert figures(ran(*kept, *spill, "--resume").stdout) == FIGURES


@pytest.mark.parametrize("way", ["--native", "--no-native"])
def test_transitions_that_cannot_all_be_written_are_told(way: str, tmp_path: Path) -> None:
    file = tmp_path / "deep" / "edges.jsonl"
    search = ("explore", "star-grid", "--edges", str(file), "--json", way)
    refused(ran(search=search, size=100_000), f"{file} cannot be written")
    whole = ran(search=search)
    assert whole.returncode == 0, whole.stderr
    assert len(file.read_text().splitlines()) == json.loads(whole.stdout)["transitions"]


FULL = """
mount -t tmpfs -o size=3m none "$1" || exit 99
shift
place=$1; shift
"$@" --checkpoint "$place/kept" --every 0 >"$place.out" 2>"$place.err"; echo $?
mount -o remount,size=100m "$place"
"$@" --checkpoint "$place/kept" --resume
"""


@pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no unshare here")
def test_a_file_system_that_is_full(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    command = [sys.executable, "-m", "rulewright", *SEARCH]
    apart = ["unshare", "--map-root-user", "--mount", "sh", "-c", FULL, "sh"]
    run = subprocess.run(
        [*apart, str(place), str(place), *command],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode == 99 or run.stderr.startswith("unshare:"):
        pytest.skip("nothing can be mounted here")
    code, _, told = run.stdout.partition("\n")
    assert code == "2", run.stderr
    said = (tmp_path / "disk.err").read_text()
    assert "cannot be saved (No space left on device); what was saved before is whole" in said
    assert figures(told) == FIGURES
