"""What a match costs beside the thinking of its players: random against random, kept in a file, and its table."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, medians, table
from tengen import nogo, players

ROUNDS = 3
BARE_GAMES = 2_000
GAMES = 20_000
LARGE = 100_000  # games in the file that is reported on


def bare_games_a_second() -> float:
    """In this process, one after the other, kept nowhere: the thinking alone."""
    start = nogo.start(9)
    begin = perf_counter()
    for number in range(BARE_GAMES):
        players.play(start, players.random.seeded(number), players.random.seeded(number + BARE_GAMES))
    return BARE_GAMES / (perf_counter() - begin)


def kept_games_a_second(folder: Path, games: int) -> float:
    """The whole command, its start and the table included."""
    path = folder / f"{games}.db"
    for file in folder.glob(f"{path.name}*"):
        file.unlink()
    begin = perf_counter()
    subprocess.run(
        [TENGEN, "match", "nogo", "a=random", "b=random", "--games", str(games), "--seed", "1", "--file", path],
        check=True,
        capture_output=True,
    )
    return games / (perf_counter() - begin)


def report_seconds(folder: Path, *options: str) -> float:
    begin = perf_counter()
    subprocess.run([TENGEN, "report", folder / f"{LARGE}.db", *options], check=True, capture_output=True)
    return perf_counter() - begin


def report(peers: Peers) -> str:
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        speed = medians({"bare": bare_games_a_second, "kept": lambda: kept_games_a_second(folder, GAMES)}, ROUNDS)
        large = kept_games_a_second(folder, LARGE)
        seconds = medians(
            {
                "table": lambda: report_seconds(folder),
                "plot": lambda: report_seconds(folder, "--plot", f"{folder}/ratings.svg"),
            },
            ROUNDS,
        )
    header = ["NoGo 9x9, random against random", "result"]
    return (
        "## Matches\n\n"
        + table(
            header,
            [
                ["games/s of `players.play` in one process, kept nowhere", f"{speed['bare']:,.0f}"],
                [
                    f"games/s of `tengen match`, {GAMES:,} games on {cores} cores, all in the file",
                    f"{speed['kept']:,.0f}",
                ],
                ["the same beside one process and nothing kept", f"{speed['kept'] / speed['bare']:.2f}x"],
                [f"games/s of `tengen match`, {LARGE:,} games", f"{large:,.0f}"],
                [f"`tengen report`, {LARGE:,} games, table", f"{seconds['table']:.2f} s"],
                [f"`tengen report --plot`, {LARGE:,} games", f"{seconds['plot']:.2f} s"],
            ],
        )
        + "\n"
    )
