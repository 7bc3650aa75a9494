"""Contenders timed in turns, so that a noisy machine is noisy for all of them, and compared by medians."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

TENGEN = Path(sys.executable).parent / "tengen"

Contender = Callable[[], float]  # runs once; seconds, or whatever else is to be compared


def medians(contenders: dict[str, Contender], rounds: int) -> dict[str, float]:
    """The median of each contender's results over so many rounds; in every round each runs once."""
    results: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            results[name].append(run())
    return {name: statistics.median(values) for name, values in results.items()}


def command_seconds(command: Sequence[str | Path], text: Path) -> Contender:
    """The whole command, from process start to exit, reading a file and writing one in memory where there is such."""

    def run() -> float:
        folder = "/dev/shm" if os.path.isdir("/dev/shm") else None
        with text.open("rb") as source, tempfile.TemporaryFile(dir=folder) as answer:
            start = time.perf_counter()
            subprocess.run(command, stdin=source, stdout=answer, check=True)
            return time.perf_counter() - start

    return run


# A process inherits the peak of the one that started it, so a small one must start what is measured.
_MEASURE = """
import os, sys
pid = os.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(status != 0)
"""


def peak_memory(command: Sequence[str | Path], text: Path) -> int:
    """Peak memory of the command, in KiB."""
    with text.open("rb") as source:
        measured = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _MEASURE, *command],
            stdin=source,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=True,
        )
    return int(measured.stderr)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
