"""Gomoku: the check command beside an idle one, a stack of boards, random games beside open_spiel."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

import tengen as tg
from benchmarks.go import open_spiel_moves
from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, command_seconds, medians, table

ROUNDS = 15


def check_report(peers: Peers) -> str:
    position = tg.generate(tg.gomoku.start(19), stones=60, seed=1)
    peer = peers.program("gomoku-1")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.txt"
        file.write_text(position.game.contest.write(position.board))
        contenders = {
            "`tengen check gomoku`": command_seconds([TENGEN, "check", "gomoku"], file),
            "`tengen --version`": command_seconds([TENGEN, "--version"], file),
        }
        if peer:
            contenders["`gomoku-1`"] = command_seconds([peer], file)
        found = medians(contenders, ROUNDS)
    idle = found["`tengen --version`"]
    rows = [[name, f"{1000 * seconds:.1f}", f"{seconds / idle:.2f}"] for name, seconds in found.items()]
    return f"## Gomoku check, whole commands\n\n{table(['command', 'ms', 'beside `tengen --version`'], rows)}\n"


def many_report(peers: Peers) -> str:
    chance = random.Random(3)
    start = tg.gomoku.start(19)
    count = 20_000
    stack = b"".join(bytes(chance.choices((0, 1, 2), (4, 1, 1), k=361)) for _ in range(1000)) * (count // 1000)
    ends = [tg.simulate(start, seed=seed).end.board.cells for seed in range(1000)]
    played = b"".join(ends) * (count // 1000)

    def rate(boards: bytes) -> float:
        begin = time.perf_counter()
        tg.check_many(start, boards)
        return count / (time.perf_counter() - begin)

    found = medians({"random glyphs": lambda: rate(stack), "ends of random games": lambda: rate(played)}, 5)
    rows = [[name, f"{value:,.0f}"] for name, value in found.items()]
    return f"## Gomoku check_many, 19x19, one thread\n\n{table(['boards', 'boards/s'], rows)}\n"


def games_report(peers: Peers) -> str:
    start, games = tg.gomoku.start(15), 40_000

    def ours() -> float:
        begin = time.perf_counter()
        result = tg.simulate_many(start, games, 1, threads=1)
        return result.mean_plies * result.games / (time.perf_counter() - begin)

    contenders = {"tengen": ours}
    if peers.package("pyspiel"):
        contenders["open_spiel from Python"] = open_spiel_moves("gomoku(size=15)")
    found = medians(contenders, 5)
    rows = [[name, f"{value:,.0f}", f"**{found['tengen'] / value:.1f}**"] for name, value in found.items()]
    return f"## Gomoku 15x15, random games on one thread\n\n{table(['loop', 'moves/s', 'ours / this'], rows)}\n"
