"""How cost and memory grow with the board."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmarks.boards import BOARDS
from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, command_seconds, medians, peak_memory, table

SMALL, LARGE = 600, 4800
KINDS = ("empty", "random 30 %", "random 70 %", "columns")


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
            found = medians(
                {str(size): command_seconds(command, file) for size, file in files.items()}
                | {"start": command_seconds(command, tiny)},
                5,
            )
            per_point = {size: (found[str(size)] - found["start"]) / size**2 * 1e9 for size in files}
            taken = peak_memory(command, files[LARGE]) - peak_memory(command, tiny)
            over = taken * 1024 - files[LARGE].stat().st_size
            rows.append(
                [
                    kind,
                    f"{per_point[SMALL]:.1f}",
                    f"{per_point[LARGE]:.1f}",
                    f"{per_point[LARGE] / per_point[SMALL]:.2f}",
                    f"{over / LARGE**2:.1f}",
                ]
            )
    header = [
        "board",
        f"ns a point, n = {SMALL}",
        f"ns a point, n = {LARGE}",
        "ratio",
        "memory, bytes a point over the text",
    ]
    return f"## Growth of the seed job, start-up taken off\n\n{table(header, rows)}\n"
