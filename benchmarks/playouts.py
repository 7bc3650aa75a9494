"""Uniformly random games: ours beside a plain C++ loop, and two threads beside one."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import tengen as tg
from benchmarks.peers import Peers, yardstick_games
from benchmarks.timing import Contender, medians, table

SIZES = (5, 7, 9, 11, 13, 16, 19, 25, 32)
ROUNDS = 5
SECONDS = 0.7  # a round


def games_a_second(size: int, threads: int) -> Callable[[], float]:
    start = tg.nogo.start(size)
    tg.simulate_many(start, 1000, 1, threads=threads)
    before = time.perf_counter()
    tg.simulate_many(start, 4000, 1, threads=threads)
    games = max(4000, int(4000 * SECONDS / (time.perf_counter() - before)))

    def run() -> float:
        begin = time.perf_counter()
        tg.simulate_many(start, games, 2, threads=threads)
        return games / (time.perf_counter() - begin)

    return run


def report(peers: Peers) -> str:
    yardstick = peers.program("yardstick")
    rows = []
    for size in SIZES:
        contenders: dict[str, Contender] = {"one": games_a_second(size, 1), "two": games_a_second(size, 2)}
        if yardstick:
            contenders["yardstick"] = partial(yardstick_games, yardstick, size, SECONDS)
        found = medians(contenders, ROUNDS)
        row = [f"{size}x{size}", f"{found['one']:,.0f}", f"{found['two'] / found['one']:.2f}"]
        if yardstick:
            row += [f"{found['yardstick']:,.0f}", f"**{found['one'] / found['yardstick']:.2f}**"]
        rows.append(row)
    header = ["board", "`simulate_many`, games/s on one thread", "two threads / one"]
    header += ["yardstick, games/s", "one thread / yardstick"] if yardstick else []
    return f"## Random games\n\n{table(header, rows)}\n"
