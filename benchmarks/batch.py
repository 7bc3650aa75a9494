"""Batched steps beside Pgx, EnvPool, PufferLib and rust-reversi; single moves from Python beside rust-reversi."""

from __future__ import annotations

import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import tengen as tg
from benchmarks import batch_peers
from benchmarks.batch_peers import BOARDS, PLIES, Loop, chosen, rate
from benchmarks.peers import Peers
from benchmarks.timing import Contender, medians, table

ROUNDS = 5
STARTS: dict[str, tuple[str, Callable[[], Any]]] = {
    "Go 9x9": ("go", lambda: tg.go.start(9)),
    "Go 9x9, simple ko": ("go", lambda: tg.go.start(9, ko="simple")),
    "Othello 8x8": ("othello", tg.othello.start),
    "NoGo 9x9": ("nogo", lambda: tg.nogo.start(9)),
    "Gomoku 15x15": ("gomoku", lambda: tg.gomoku.start(15)),
}
PEERS = {"pgx": ["go", "othello"], "envpool": ["go", "othello"], "pufferlib": ["go"]}
PLANES: tuple[Any, ...] = (None, "bits", "uint8", "float32")


class Ours:
    def __init__(self, start: Any, planes: Any = "uint8", boards: int = BOARDS, threads: int = 1) -> None:
        longest = PLIES["go"] if isinstance(start, tg.go.Position) else None  # Pgx and EnvPool stop games of Go there
        self.batch = tg.batch(start, boards, planes=planes, threads=threads, autoreset=True, most_plies=longest)
        self.chance = np.random.default_rng(1)

    def choose(self) -> Any:
        return chosen(self.batch.mask, self.chance)

    def step(self, moves: Any) -> int:
        self.batch.step(moves)
        return len(self.batch)


class RustReversi:
    """A Python loop over its boards: the move, the legal moves, the end; with arrays also mask and stones, as lists."""

    def __init__(self, arrays: bool) -> None:
        from rust_reversi import Board

        self.new, self.boards, self.arrays = Board, [Board() for _ in range(BOARDS)], arrays
        self.choice = random.Random(1).choice

    def choose(self) -> Any:
        return [self.choice(board.get_legal_moves_vec()) if board.get_legal_moves() else 64 for board in self.boards]

    def step(self, moves: Any) -> int:
        boards, arrays = self.boards, self.arrays
        for number, move in enumerate(moves):
            board = boards[number]
            if move == 64:
                board.do_pass()
            else:
                board.do_move(move)
            if not board.get_legal_moves() and board.is_game_over():
                board.get_winner()
                boards[number] = board = self.new()
            if arrays:
                board.get_legal_moves_tf()
                board.get_board_matrix()
        return BOARDS


def warm(loop: Loop, game: str, clock: Callable[[], float] = time.process_time) -> Contender:
    for _ in range(3):
        loop.step(loop.choose())
    return partial(rate, loop, PLIES[game], clock)


def elsewhere(python: Path, package: str, game: str, open_ones: ExitStack) -> Contender:
    """The package's loop in a process of its own, which waits between its runs."""
    folder = open_ones.enter_context(tempfile.TemporaryDirectory())  # PufferLib leaves a link where it is imported
    child = open_ones.enter_context(
        subprocess.Popen(
            [python, batch_peers.__file__, package, game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
    )

    def run() -> float:
        assert child.stdin
        assert child.stdout
        child.stdin.write("\n")
        child.stdin.flush()
        return float(child.stdout.readline())

    return run


def steps_table(peers: Peers) -> str:
    rows = []
    others: dict[str, dict[str, Contender]] = {}
    with ExitStack() as open_ones:
        for package, games in PEERS.items():
            if python := peers.interpreter(package):
                for game in games:
                    others.setdefault(game, {})[package] = elsewhere(python, package, game, open_ones)
        if peers.package("rust_reversi"):
            others.setdefault("othello", {})["rust-reversi"] = warm(RustReversi(False), "othello")
            others["othello"]["rust-reversi, with mask and stones"] = warm(RustReversi(True), "othello")
        for game in dict.fromkeys(game for game, _ in STARTS.values()):
            ours = {name: warm(Ours(start()), game) for name, (kind, start) in STARTS.items() if kind == game}
            found = medians({**ours, **others.get(game, {})}, ROUNDS)
            first = next(iter(ours))
            for name, value in found.items():
                title = f"tengen, {name}" if name in ours else f"{name}, {first}"
                rows.append([title, f"{value:,.0f}", "" if name in ours else f"**{found[first] / value:.1f}**"])
    return table(["loop", "moves/s", "ours / this"], rows)


def parts_table() -> str:
    rows = []
    for name, (game, start) in STARTS.items():
        found = medians({str(kind): warm(Ours(start(), kind), game) for kind in PLANES}, ROUNDS)
        bare = found["None"]
        row = [name, f"{bare:,.0f}", f"{1e9 / bare:.0f}"]
        rows.append(row + [f"+{1e9 / found[str(kind)] - 1e9 / bare:.0f}" for kind in PLANES[1:]])
    return table(["game", "moves/s without planes", "ns a move", "bits", "uint8", "float32"], rows)


def threads_table() -> str:
    rows = []
    for name, (game, start) in STARTS.items():
        row = [name]
        for boards in (1024, 4096):
            loops = {str(threads): Ours(start(), boards=boards, threads=threads) for threads in (1, 2)}
            found = medians({key: warm(loop, game, time.perf_counter) for key, loop in loops.items()}, ROUNDS)
            row += [f"{found['2']:,.0f}", f"**{found['2'] / found['1']:.2f}**"]
        rows.append(row)
    return table(["game", "1,024 boards, moves/s", "two / one", "4,096 boards, moves/s", "two / one"], rows)


def play_table(peers: Peers) -> str:
    start = tg.othello.start()
    games = [list(tg.simulate(start, seed=seed).moves.indices) for seed in range(200)]

    def play(moves: list[int]) -> None:
        position = start
        for move in moves:
            position = position.play(move)

    def play_and_ask(moves: list[int]) -> None:
        position = start
        for move in moves:
            position = position.play(move)
            _ = position.legal_moves

    loops = {"tengen, `play`": play, "tengen, `play`, `legal_moves`": play_and_ask}
    if peers.package("rust_reversi"):
        loops |= rust_reversi_loops()
    found = medians({name: partial(play_rate, games, loop) for name, loop in loops.items()}, ROUNDS)
    return table(["loop over given games", "moves/s"], [[name, f"{value:,.0f}"] for name, value in found.items()])


def rust_reversi_loops() -> dict[str, Callable[[list[int]], None]]:
    """Its `do_move` changes the board; with `clone` the board before the move is kept, as `play` keeps it."""
    from rust_reversi import Board

    def moved(moves: list[int]) -> None:
        board = Board()
        for move in moves:
            if move == 64:
                board.do_pass()
            else:
                board.do_move(move)

    def cloned(moves: list[int]) -> None:
        board = Board()
        for move in moves:
            board = board.clone()
            if move == 64:
                board.do_pass()
            else:
                board.do_move(move)

    def cloned_and_asked(moves: list[int]) -> None:
        board = Board()
        for move in moves:
            board = board.clone()
            if move == 64:
                board.do_pass()
            else:
                board.do_move(move)
            board.get_legal_moves_vec()

    return {
        "rust-reversi, `do_move`": moved,
        "rust-reversi, `clone`, `do_move`": cloned,
        "rust-reversi, `clone`, `do_move`, `get_legal_moves_vec`": cloned_and_asked,
    }


def play_rate(games: list[list[int]], play: Callable[[list[int]], None]) -> float:
    made, begin = 0, time.process_time()
    while time.process_time() - begin < batch_peers.SECONDS:
        for moves in games:
            play(moves)
            made += len(moves)
    return made / (time.process_time() - begin)


def report(peers: Peers) -> str:
    return (
        f"## Batches, {BOARDS:,} boards, one thread\n\n{steps_table(peers)}\n\n"
        f"### What the planes of a step cost, ns a move\n\n{parts_table()}\n\n"
        f"### Two threads beside one\n\n{threads_table()}\n\n"
        f"### Single moves from Python, Othello 8x8\n\n{play_table(peers)}\n"
    )
