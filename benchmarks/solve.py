"""Solving: empty NoGo boards beside SBHSolver, in processor time of whole commands."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, table

BOARDS = ("4x4", "3x6", "2x9", "2x10", "4x5")
ROUNDS = 3


def processor_seconds(command: Sequence[str | Path], text: str) -> tuple[float, str]:
    """User and system time of a command that reads this, and what it prints."""
    before = os.times()
    answer = subprocess.run(command, input=text, capture_output=True, check=True, text=True).stdout
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system), answer


def report(peers: Peers) -> str:
    rows = []
    for board in BOARDS:
        command = [str(TENGEN), "solve", "nogo", board, "--one", "--threads", "1"]
        runs = [processor_seconds(command, "") for _ in range(ROUNDS)]
        ours = statistics.median(seconds for seconds, _ in runs)
        nodes = re.findall(r"([\d,]+) nodes", runs[0][1])[0]
        row = [board, runs[0][1].splitlines()[0], nodes, f"{ours:.2f}"]
        peer = peers.program(f"sbhsolver-{board}")  # a board's size is compiled into it
        if peer is None:
            row += ["", "", ""]
        else:
            seconds, answer = processor_seconds([peer], "solve\nsearch_size\nquit\n")
            searched = int(re.findall(r"size of search: (\d+)", answer)[0])
            row += [f"{searched:,}", f"{seconds:.1f}", f"**{seconds / ours:.0f}x**"]
        rows.append(row)
    header = [
        "empty board",
        "answer",
        "nodes",
        "seconds of processor time",
        "SBHSolver's positions",
        "its seconds",
        "ratio",
    ]
    return f"## Solving NoGo\n\n{table(header, rows)}\n"
