"""Counting the legal positions of Go and NoGo."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, peak_memory, table
from tengen._core import PositionCounter

SIZES = (5, 6, 7, 8, 9, 10)


def report(peers: Peers) -> str:
    rows = []
    with tempfile.NamedTemporaryFile() as nothing:
        for size in SIZES:
            counter = PositionCounter(tg.go.start(size).board, False, 4 << 30)
            begin = time.process_time()
            counter.run(1, None)
            seconds = time.process_time() - begin
            memory = peak_memory(
                [TENGEN, "count", "go", str(size), "--positions", "--threads", "1"], Path(nothing.name)
            )
            rows.append([f"{size}x{size}", f"{counter.most_borders:,}", f"{seconds:.2f}", f"{memory / 1024:.0f}"])
    header = ["board", "borders at a time, at most", "seconds of processor time, one thread", "whole command, peak MiB"]
    return f"## Legal positions\n\n{table(header, rows)}\n"
