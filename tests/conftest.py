"""Shared by all tests: chance that is the same in every run, what a test cannot do without, the command."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import is_hypothesis_test, settings

REPOSITORY = Path(__file__).resolve().parent.parent
TENGEN = Path(sys.executable).parent / "tengen"
SEED = os.environ.get("TENGEN_TEST_SEED", "")  # `make soak` sets it, to another number in every round

settings.register_profile("usual", deadline=None, derandomize=True, max_examples=50)  # `make soak` tries more
settings.register_profile("soak", deadline=None, print_blob=True)
settings.load_profile("soak" if SEED else "usual")

# Whoever is started in the background of a script ignores Ctrl-C, and so does all that it starts. The same is true of a
# terminal that is gone, under nohup: the tests go on then, and what they start hears of it.
signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda number, frame: None)

Tengen = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """A test's own source of chance: the same in every run, and another one for each TENGEN_TEST_SEED."""
    return random.Random(f"{SEED} {request.node.nodeid}")


WAITING = ("match", "browser", "web", "play", "render", "players", "protocols")  # for processes, mostly


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that wait and files that compute take turns, so that the cores have work at any time. Marks what `make soak`
    repeats."""
    waits = {item.path: item.path.parent.name in WAITING for item in items}
    files = sorted(waits, key=lambda path: WAITING.index(path.parent.name) if waits[path] else 0)
    turn: dict[Path, tuple[float, bool]] = {}
    for kind in (True, False):
        alike = [path for path in files if waits[path] is kind]
        turn |= {path: (number / len(alike), not kind) for number, path in enumerate(alike)}
    items.sort(key=lambda item: turn[item.path])
    for item in items:
        assert isinstance(item, pytest.Function)
        if "chance" in item.fixturenames or is_hypothesis_test(item.obj):
            item.add_marker("chance")


def missing(what: str, where: str) -> NoReturn:
    """CI must have it; elsewhere the test is skipped, by the name of what is missing."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI must have {what} ({where})")
    pytest.skip(f"{what} is not here ({where})")


def require(module: str, package: str, where: str = "") -> None:
    """A library that a test needs."""
    if find_spec(module) is None:
        missing(package, where or f"pip install {package}")


def gnugo_path() -> str:
    """Where GNU Go is. Debian puts it where PATH does not always lead."""
    return shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games") or missing("gnugo", "Debian: gnugo")


@pytest.fixture
def tengen() -> Tengen:
    """Runs the installed command: tengen("simulate", "nogo", input=b"...")."""

    def run(*words: str, input: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([TENGEN, *words], input=input, capture_output=True, check=False, timeout=120, cwd=cwd)

    return run
