"""Othello: counting beside the published C++, perft, random games beside rust-reversi, endgames beside NTest."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import Contender, command_seconds, medians, table
from tengen._core import OthelloSolver

PEER = "othello-1"
BOARDS = 20
FFO = Path(__file__).parent.parent / "tests/data/othello_ffo.json"
TABLE_BYTES = 1 << 28
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


def endgame_report(peers: Peers) -> str:
    """The FFO endgames: the best move's exact margin, one thread, in processor time."""
    peer = peers.program("ntest")
    entries = json.loads(FFO.read_text())["positions"]
    start = ntest_seconds(peer, []) if peer else 0.0  # NTest tests itself first
    rows = []
    for first, last in ((21, 39), (40, 45)):
        group = [entry for entry in entries if first <= entry["number"] <= last]
        begin, nodes = time.process_time(), sum(solve_endgame(entry) for entry in group)
        seconds = time.process_time() - begin
        row = [f"{first} to {last}", f"{nodes:,}", f"{nodes / seconds:,.0f}", f"{seconds:.1f}"]
        if peer:
            theirs = ntest_seconds(peer, group) - start
            row += [f"{theirs:.1f}", f"**{seconds / theirs:.2f}**"]
        rows.append(row)
    header = ["FFO numbers", "positions", "positions/s", "seconds"] + (
        ["NTest, seconds", "ours / NTest"] if peer else []
    )
    return f"## Othello endgames\n\n{table(header, rows)}\n"


def solve_endgame(entry: dict[str, Any]) -> int:
    """How many positions it took."""
    rows = [entry["board"].replace("-", ".")[start : start + 8] for start in range(0, 64, 8)]
    position = tg.othello.parse("\n".join(rows), tg.BLACK if entry["to_play"] == "X" else tg.WHITE)
    solver = OthelloSolver(position, TABLE_BYTES, winner_takes_empties=True)
    solver.run(False, -1.0, 1, None)
    assert max(lower for lower, _, _ in solver.report()) == max(entry["scores"].values())
    return solver.nodes


def ntest_seconds(program: Path, entries: list[dict[str, Any]]) -> float:
    """Its processor time. It is sent one position after the other, since input would stop its search."""
    before = os.times()
    with subprocess.Popen(
        [program.resolve()],
        cwd=program.resolve().parent,  # where its coefficients are
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("nboard 2\nset depth 60\nset contempt 0\n")
        for entry in entries:
            board, side = entry["board"].replace("X", "*"), entry["to_play"].replace("X", "*")
            process.stdin.write(f"set game (;GM[Othello]PB[]PW[]RE[?]TI[60:00]TY[8]BO[8 {board} {side}];)\nhint 1\n")
            process.stdin.flush()
            answer = ""
            for line in process.stdout:
                if line.startswith("search"):
                    answer = line
                elif line.strip() == "status" and answer:
                    break
            assert answer.split()[-1] == "100%", answer  # solved
        process.stdin.write("quit\n")
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)
