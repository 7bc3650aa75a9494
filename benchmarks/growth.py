"""How cost and memory grow with the board."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.boards import BOARDS
from benchmarks.peers import Peers
from benchmarks.timing import command_seconds, medians, table

SMALL, LARGE = 600, 4800
KINDS = ("empty", "random 30 %", "random 70 %", "columns")
TENGEN = Path(sys.executable).parent / "tengen"


def report(peers: Peers) -> str:
    rows = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        tiny = Path(folder) / "tiny.txt"
        tiny.write_text("1\n.\n")
        for kind in KINDS:
            files = {}
            for size in (SMALL, LARGE):
                files[size] = Path(folder) / f"{size}.txt"
                files[size].write_text(BOARDS[kind](size))
            command: list[Path | str] = [TENGEN, "simulate", "nogo"]
            found = medians({str(size): command_seconds(command, file) for size, file in files.items()}
                            | {"start": command_seconds(command, tiny)}, 5)
            per_point = {size: (found[str(size)] - found["start"]) / size**2 * 1e9 for size in files}
            over = (_peak(command, files[LARGE]) - _peak(command, tiny)) * 1024 - files[LARGE].stat().st_size
            rows.append([kind, f"{per_point[SMALL]:.1f}", f"{per_point[LARGE]:.1f}",
                         f"{per_point[LARGE] / per_point[SMALL]:.2f}", f"{over / LARGE**2:.1f}"])
    header = ["board", f"ns a point, n = {SMALL}", f"ns a point, n = {LARGE}", "ratio",
              "memory, bytes a point over the text"]
    return f"## Growth of the seed job, start-up taken off\n\n{table(header, rows)}\n"


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


def _peak(command: list[Path | str], text: Path) -> int:
    """Peak memory of the command, in KiB."""
    with text.open("rb") as source:
        measured = subprocess.run([sys.executable, "-I", "-S", "-c", _MEASURE, *command], stdin=source,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    return int(measured.stderr)
