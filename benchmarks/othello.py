"""Othello: counting beside the published C++, perft, random games beside rust-reversi."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import Contender, command_seconds, medians, table

PEER = "othello-1"
BOARDS = 20
KERNEL_TIMES = 10  # a count of half a millisecond right after another process would time the cache, not the kernel


def played(empty: int, seed: int) -> tg.othello.Position:
    """A 5x5 position with so many empty points, from random play on the usual start, White to play."""
    position = tg.generate(tg.othello.start(5), stones=25 - empty, seed=seed)
    return tg.othello.Position(position.board, tg.WHITE)


def arbitrary(empty: int, seed: int) -> tg.othello.Position:
    chance = random.Random(seed)
    cells = [0] * empty + [chance.choice((1, 2)) for _ in range(25 - empty)]
    chance.shuffle(cells)
    return tg.othello.Position(tg.Board(5, 5, bytes(cells)), tg.WHITE)


def some(empty: int, kind: str) -> list[tg.othello.Position]:
    found: list[tg.othello.Position] = []
    for seed in range(1000):
        try:
            found.append(played(empty, seed) if kind == "played" else arbitrary(empty, seed))
        except tg.UnreachableFill:
            continue
        if len(found) == BOARDS:
            break
    return found


def count_seconds(position: tg.othello.Position, times: int = 1) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        tg.count(position, threads=1)
    return (time.perf_counter() - begin) / times


def count_report(peers: Peers) -> str:
    peer = peers.program(PEER)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.txt"
        for kind in ("played", "arbitrary"):
            ours, theirs = 0.0, 0.0
            for position in some(10, kind):
                contenders: dict[str, Contender] = {"ours": partial(count_seconds, position, KERNEL_TIMES)}
                if peer:
                    file.write_text(position.game.contest.write(position.board))
                    contenders["peer"] = command_seconds([peer], file)
                found = medians(contenders, 3)
                ours += found["ours"]
                theirs += found.get("peer", 0.0)
            row = [f"5x5, 10 empty, {kind}", f"{1000 * ours / BOARDS:.2f}"]
            rows.append(row + ([f"{1000 * theirs / BOARDS:.2f}", f"**{theirs / ours:.1f}**"] if peer else []))
    for kind in ("played", "arbitrary"):
        mean = statistics.mean(count_seconds(position) for position in some(14, kind))
        rows.append([f"5x5, 14 empty, {kind}", f"{1000 * mean:.0f}"] + (["", ""] if peer else []))
    header = ["20 boards", "`tg.count`, ms each"] + ([f"`{PEER}` whole, ms each", "times faster"] if peer else [])
    return f"## Othello count\n\n{table(header, rows)}\n"


def perft_report(peers: Peers) -> str:
    start = tg.othello.start()

    def ours() -> float:
        begin = time.perf_counter()
        lines = start.game.perft
        sum(lines(start, 11, part, True, None).lines for part in start.game.perft_parts(start, 11))
        return time.perf_counter() - begin

    found = medians({"perft 11, one thread": ours}, 5)
    rows = [[name, f"{seconds:.2f}"] for name, seconds in found.items()]
    return f"## Othello perft, 8x8\n\n{table(['job', 'seconds'], rows)}\n"


def games_report(peers: Peers) -> str:
    start, games = tg.othello.start(), 200_000

    def ours() -> float:
        begin = time.perf_counter()
        tg.simulate_many(start, games, 1, threads=1)
        return games / (time.perf_counter() - begin)

    contenders = {"tengen": ours}
    if peers.package("rust_reversi"):
        contenders["rust-reversi from Python"] = rust_reversi
    found = medians(contenders, 5)
    rows = [[name, f"{value:,.0f}", f"**{found['tengen'] / value:.1f}**"] for name, value in found.items()]
    return f"## Othello 8x8, random games on one thread\n\n{table(['loop', 'games/s', 'ours / this'], rows)}\n"


def rust_reversi(seconds: float = 0.7) -> float:
    """Its fastest loop: the board draws its own random moves."""
    from rust_reversi import Board

    games, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        board = Board()
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(board.get_random_move())
        games += 1
    return games / (time.perf_counter() - begin)
