"""The NoGo seed job: the whole command beside the fastest correct published C++, and the kernel alone."""

from __future__ import annotations

import math
import subprocess
import tempfile
import time
from pathlib import Path

import tengen as tg
from benchmarks.boards import BOARDS
from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, Contender, command_seconds, medians, table
from tengen.verbs.simulate import simulate

SIZE = 600
ROUNDS = 15
PEER = "nogo-2"  # the fastest of the published solutions that are right on every board


def kernel_seconds(position: tg.nogo.Position) -> Contender:
    """A parsed position to its list of moves."""

    def run() -> float:
        start = time.perf_counter()
        simulate(position, "first")
        return time.perf_counter() - start

    return run


def report(peers: Peers) -> str:
    peer = peers.program(PEER)
    rows, whole, alone = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.txt"
        for name, board in BOARDS.items():
            text = board(SIZE)
            file.write_text(text)
            _prove_right(file, Path(folder) / "moves.txt")
            contenders = {
                "ours": command_seconds([TENGEN, "simulate", "nogo"], file),
                "kernel": kernel_seconds(tg.nogo.parse(text)),
            }
            if peer:
                contenders["peer"] = command_seconds([peer], file)
            found = medians(contenders, ROUNDS)
            row = [name, f"{1000 * found['ours']:.1f}", f"{1000 * found['kernel']:.1f}"]
            if peer:
                whole.append(found["ours"] / found["peer"])
                alone.append(found["kernel"] / found["peer"])
                row += [f"{1000 * found['peer']:.1f}", f"{whole[-1]:.2f}", f"{alone[-1]:.2f}"]
            rows.append(row)
    if peer:
        rows.append(["geometric mean", "", "", "", f"**{_mean(whole):.2f}**", f"**{_mean(alone):.2f}**"])
    header = ["board", "`tengen simulate nogo`, ms", "kernel, ms"]
    header += [f"`{PEER}`, ms", "whole command / peer", "kernel / peer"] if peer else []
    return f"## The seed job, n = {SIZE}, whole commands and the kernel alone\n\n{table(header, rows)}\n"


def _prove_right(board: Path, moves: Path) -> None:
    """A fast wrong answer is no answer."""
    with moves.open("wb") as answer:
        subprocess.run([TENGEN, "simulate", "nogo", board], stdout=answer, check=True)
    subprocess.run([TENGEN, "judge", "nogo", board, moves], stdout=subprocess.DEVNULL, check=True)


def _mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))
