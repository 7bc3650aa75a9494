"""Simulations per second inside the tree search: ours beside HaHaNoGo's in NoGo, and two threads beside one."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from benchmarks.peers import Peers
from benchmarks.timing import Contender, medians, table
from tengen.games import by_name
from tengen.players import Search

ROUNDS = 5
SECONDS = 1.0  # a round
STARTS = (("nogo", 9), ("nogo", 19), ("go", 9), ("go", 19), ("gomoku", 15), ("othello", 8))
HAHANOGO_SIMULATIONS = 60_000  # about as long


def simulations_a_second(game: str, size: int, threads: int) -> Callable[[], float]:
    start = by_name(game).start(size, size)

    def run() -> float:
        search = Search(start, threads=threads, seed=1)
        begin = perf_counter()
        search.run(seconds=SECONDS)
        return search.visits / (perf_counter() - begin)

    return run


def hahanogo_simulations_a_second(program: Path) -> float:
    """From the empty 9x9 board; the program says how many milliseconds its search took."""
    said = subprocess.run(
        [program, str(HAHANOGO_SIMULATIONS)], input=b"genmove b\n", capture_output=True, check=True
    ).stderr
    found = re.search(rb"simulation time : ([0-9.e+]+)", said)
    assert found, said[-200:]
    return HAHANOGO_SIMULATIONS / float(found[1]) * 1000


def report(peers: Peers) -> str:
    hahanogo = peers.program("hahanogo")
    rows = []
    for game, size in STARTS:
        contenders: dict[str, Contender] = {
            "one": simulations_a_second(game, size, 1),
            "two": simulations_a_second(game, size, 2),
        }
        beside = hahanogo if (game, size) == ("nogo", 9) else None
        if beside:
            contenders["hahanogo"] = partial(hahanogo_simulations_a_second, beside)
        found = medians(contenders, ROUNDS)
        rows.append(
            [
                f"{by_name(game).title} {size}x{size}",
                f"{found['one']:,.0f}",
                f"{found['two'] / found['one']:.2f}",
                f"{found['hahanogo']:,.0f}" if beside else "",
                f"**{found['one'] / found['hahanogo']:.2f}**" if beside else "",
            ]
        )
    header = [
        "from the start",
        "simulations/s on one thread",
        "two threads / one",
        "HaHaNoGo, simulations/s",
        "one thread / HaHaNoGo",
    ]
    return f"## Tree search\n\n{table(header, rows)}\n"
